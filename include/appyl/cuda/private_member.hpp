// Private members for launches of kernels: what a class does on the host with members of its own, a kernel,
// which is outside, can do only if it is given them.
#pragma once

/// Lets `appyl::cuda::member<tag>(object)` name a private member: APPYL_CUDA_PRIVATE_MEMBER(Grid_n,
/// &Grid::n). It stands in a namespace. Access is not checked in an explicit instantiation, whose arguments
/// may be of any kind (C++17, [temp.explicit]/13); a friend that the instantiated class defines hands the
/// pointer on.
#define APPYL_CUDA_PRIVATE_MEMBER(tag, ...)                      \
  struct tag {                                                   \
    friend constexpr auto private_member(tag);                   \
  };                                                             \
  template <auto Member>                                         \
  struct tag##_exposed {                                         \
    friend constexpr auto private_member(tag) { return Member; } \
  };                                                             \
  template struct tag##_exposed<__VA_ARGS__>

namespace appyl::cuda {

/// The object's member for which `Tag` stands.
template <class Tag, class Object>
auto& member(Object& object) {
  return object.*private_member(Tag());
}

}  // namespace appyl::cuda
