// Data differ for each array and call, so that what is mixed up shows.
#include "driver.h"

#include <functional>

#include "grid_calls.h"
#include "print.h"
#include "spelling.h"

namespace random_programs {
namespace {

// The value for the call that runs.
std::string atCall(const std::array<long, callCount>& values) {
  bool equal = true;
  for (long value : values) equal = equal && value == values[0];
  if (equal) return std::to_string(values[0]);
  std::string list;
  for (long value : values) list += (list.empty() ? "" : ", ") + std::to_string(value);
  return "atCall(call, " + list + ")";
}

// The argument that passes an array's memory.
std::string argument(const Array& array) {
  const std::string memory = "data." + array.name;
  switch (array.storage) {
    case Storage::Pointer:
    case Storage::Structs: return memory + ".data()";
    case Storage::View: {
      std::string result = "{" + memory + ".data()";
      for (const auto& extents : array.extents) result += ", " + atCall(extents);
      return result + "}";
    }
    default: return memory;
  }
}

// `apply` on the elements of the array in `expected`, or on those of each row.
std::string eachElements(const Array& array,
                         const std::function<std::string(const std::string&, const std::string&)>& apply) {
  const std::string memory = "expected->" + array.name, type = typeName(array.type);
  if (array.storage == Storage::VectorOfVectors)
    return "for (std::size_t row = 0; row < " + memory + ".size(); ++row) " +
           apply("elements(" + memory + "[row])", " + 99 * row");
  if (array.storage == Storage::CArray || array.storage == Storage::PointerToArray ||
      array.storage == Storage::StdArray)
    return apply("elements<" + type + ">(" + memory + ")", "");
  return apply("elements(" + memory + ")", "");
}

// What fills the array before a call; no two arrays of a function get the same.
std::string filling(const Function& f, const Array& array, int number) {
  const std::string memory = "expected->" + array.name;
  const std::string seed = std::to_string(f.seed * 1000 + number) + "u + call";
  std::string text;
  if (array.storage == Storage::VectorOfVectors)
    text += memory + ".assign(" + atCall(array.extents[0]) + ", std::vector<" + typeName(array.type) + ">(" +
            atCall(array.extents[1]) + "));\n  ";
  else if (array.flat() || array.storage == Storage::View)
    text += memory + ".resize(" + atCall(array.elements) + ");\n  ";
  return text + eachElements(array, [&](const std::string& elements, const std::string& row) {
           switch (array.content) {
             case Content::Values: return "fillValues(" + elements + ", " + seed + row + ");";
             case Content::Places:
               return "fillPlaces(" + elements + ", " + seed + ", " + std::to_string(array.limit) + ");";
             case Content::Permutation: return "fillPermutation(" + elements + ", " + seed + ");";
             case Content::RowStarts: return "fillRowStarts(" + elements + ");";
           }
           return std::string();
         });
}

// The members of `data` and the values of this call.
std::string callArguments(const Parameters& used) {
  std::string arguments;
  const auto add = [&](const std::string& text) { arguments += (arguments.empty() ? "" : ", ") + text; };
  for (const Array* array : used.arrays) add(argument(*array));
  for (const Symbol* symbol : used.symbols) {
    const std::string value = atCall(symbol->values);
    const bool converts = symbol->type == Type::Int || symbol->type == Type::Long;
    add(converts ? value : "static_cast<" + typeName(symbol->type) + ">(" + value + ")");
  }
  return arguments;
}

// Makes the data for a call in `expected`.
std::string dataOf(const Function& f, const Parameters& used) {
  std::string text = "struct " + f.name + "_data {\n";
  for (const Array* array : used.arrays) text += "  " + memberOf(*array) + ";\n";
  text += "};\nstatic void run_" + f.name +
          "([[maybe_unused]] int call) {\n  auto expected = std::make_unique<" + f.name + "_data>();\n";
  for (std::size_t a = 0; a < used.arrays.size(); ++a)
    text += "  " + filling(f, *used.arrays[a], static_cast<int>(10 * a)) + "\n";
  return text;
}

// A function that makes the data for a call, runs both versions on it, and compares.
std::string runOf(const Function& f) {
  const Parameters used(f);
  std::string text = dataOf(f, used);
  const std::string makeActual = "  auto actual = std::make_unique<" + f.name + "_data>(*expected);\n";
  if (f.exactArrays) {  // neither version may leave the memory that it has
    text += "  if (!rangesAreWatched()) return;\n" + makeActual;
    for (const Array* array : used.arrays)
      if (array->flat())
        text += "  shorten(actual->" + array->name + ", " + atCall(array->elements) + ");\n  expected->" +
                array->name + ".resize(expected->" + array->name + ".size() + beyond);\n";
  } else {
    text += makeActual;
  }
  const bool hasLibrary = hasGridCalls(f);
  if (hasLibrary) text += "  auto untranslated = std::make_unique<" + f.name + "_data>(*expected);\n";
  const auto run = [&](const std::string& version, const std::string& memory) {
    text += "  {\n    [[maybe_unused]] auto& data = *" + memory + ";\n    " + version + "::" + f.name + "(" +
            callArguments(used) + ");\n  }\n";
  };
  const auto compare = [&](const std::string& memory, const std::string& prefix) {
    for (const Array* array : used.arrays)
      text += "  " +
              eachElements(*array,
                           [&](std::string elements, const std::string&) {
                             std::string actual = elements;
                             actual.replace(actual.find("expected->"), 8, memory);
                             return "compare(\"" + f.name + "\", call, \"" + prefix + array->name + "\", " +
                                    elements + ", " + actual + ");";
                           }) +
              "\n";
  };
  run("original", "expected");
  if (hasLibrary) run("library", "untranslated"), compare("untranslated", "the library's ");
  run("translated", "actual");
  compare("actual", "");
  return text + "}\n";
}

}  // namespace

std::string printDriver(const std::vector<Function>& functions) {
  std::string text;
  for (const char* header :
       {"appyl/appyl.hpp", "array", "cstddef", "cstdint", "cstdlib", "memory", "span", "vector"})
    text += "#include <" + std::string(header) + ">\n";
  text += "#include \"support.hpp\"\nusing namespace random_programs;\n";
  std::string signatures, names, calls;
  for (const Function& f : functions) {
    signatures += signature(f) + ";\n", names += "using ::" + f.name + ";\n";
    if (hasGridCalls(f)) calls += signature(f) + ";\n";
  }
  text += "namespace original {\n" + signatures + "}\nnamespace library {\n" + calls + "}\n";
  if (functions.empty() || !functions.front().inC)
    text += "namespace translated {\n" + signatures + "}\n";
  else  // what is translated to C++ is in no namespace
    text += "#ifdef IN_C\nnamespace translated {\nextern \"C\" {\n" + signatures + "}\n}\n#else\n" +
            signatures + "namespace translated {\n" + names + "}\n#endif\n";
  for (const Function& f : functions) text += runOf(f);
  text +=
      "int main(int argc, char** argv) {\n  const int first = argc > 1 ? std::atoi(argv[1]) : 0;\n"
      "  const int end = argc > 2 ? std::atoi(argv[2]) : " +
      std::to_string(functions.size()) +
      ";\n"
      "  std::setvbuf(stdout, nullptr, _IONBF, 0);\n"
      "  static const struct { const char* name; void (*run)(int); } functions[] = {\n";
  for (const Function& f : functions) text += "    {\"" + f.name + "\", run_" + f.name + "},\n";
  text +=
      "  };\n  for (int i = first; i < end; ++i) {\n    std::printf(\"begin %s\\n\", functions[i].name);\n"
      "    std::fprintf(stderr, \"begin %s\\n\", functions[i].name);\n"
      "    for (int call = 0; call < " +
      std::to_string(callCount) +
      "; ++call) functions[i].run(call);\n    std::printf(\"end %s\\n\", functions[i].name);\n  }\n}\n";
  return text;
}

std::string printTest(const Function& f) {
  const Parameters used(f);
  std::string text = "#include <cstdio>\n#include <memory>\n" + printSource({f}, "reduced", {true});
  if (f.inC) text += "#include \"support.hpp\"\n";
  text += "using namespace random_programs;\n" + dataOf(f, used) +
          "  [[maybe_unused]] auto& data = *expected;\n" + "  reduced::" + f.name + "(" +
          callArguments(used) + ");\n";
  for (const Array* array : used.arrays)
    text += "  " +
            eachElements(*array,
                         [&](const std::string& elements, const std::string&) {
                           return "show(\"" + array->name + "\", " + elements + ");";
                         }) +
            "\n";
  return text + "}\nint main() {\n  for (int call = 0; call < " + std::to_string(callCount) +
         "; ++call) run_" + f.name + "(call);\n}\n";
}

}  // namespace random_programs
