#include "ecs/storage/access.hpp"

#include <utility>

namespace ecs {

namespace {

thread_local const AccessScope* current_scope = nullptr;

}  // namespace

const AccessScope* AccessScope::current() { return current_scope; }

ScopeGuard::ScopeGuard(const AccessScope* scope) : former_(std::exchange(current_scope, scope)) {}

ScopeGuard::~ScopeGuard() { current_scope = former_; }

}  // namespace ecs
