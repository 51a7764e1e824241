#include "visit.h"

namespace random_programs {
namespace {

void eachValue(Value& v, const std::function<void(Value&)>& visit) {
  visit(v);
  for (Value& operand : v.operands) eachValue(operand, visit);
}

}  // namespace

void eachBody(std::vector<Statement>& body, const std::function<void(std::vector<Statement>&)>& visit) {
  visit(body);
  for (Statement& statement : body)
    std::visit(
        Overloaded{[&](If& s) { eachBody(s.body, visit), eachBody(s.otherwise, visit); },
                   [&](While& s) { eachBody(s.body, visit); }, [&](Loop& s) { eachBody(s.body, visit); },
                   [&](DataRegion& s) { eachBody(s.body, visit); }, [](auto&) {}},
        statement.form);
}

void eachStatement(std::vector<Statement>& body, const std::function<void(Statement&)>& visit) {
  eachBody(body, [&](std::vector<Statement>& statements) {
    for (Statement& statement : statements) visit(statement);
  });
}

void eachValue(std::vector<Statement>& body, const std::function<void(Value&)>& visit) {
  eachStatement(body, [&](Statement& statement) {
    std::visit(Overloaded{[&](Assign& s) { eachValue(s.value, visit); },
                          [&](Declare& s) {
                            if (s.value) eachValue(*s.value, visit);
                          },
                          [&](If& s) { eachValue(s.condition, visit); },
                          [&](Update& s) { eachValue(s.value, visit); },
                          [&](Leave& s) { eachValue(s.condition, visit); },
                          [&](While& s) { eachValue(s.start, visit); }, [](auto&) {}},
               statement.form);
  });
}

void eachAccess(std::vector<Statement>& body, const std::function<void(Access&)>& visit) {
  const auto ofTarget = [&](Target& target) {
    if (target.name.empty()) visit(target.access);
  };
  eachStatement(body, [&](Statement& statement) {
    if (auto* assign = std::get_if<Assign>(&statement.form)) ofTarget(assign->target);
    if (auto* update = std::get_if<Update>(&statement.form)) ofTarget(update->target);
    if (auto* loop = std::get_if<Loop>(&statement.form))
      for (Reduction& reduction : loop->directive.reductions)
        for (Target& target : reduction.targets) ofTarget(target);
  });
  eachValue(body, [&](Value& v) {
    if (v.access) visit(*v.access);
  });
}

}  // namespace random_programs
