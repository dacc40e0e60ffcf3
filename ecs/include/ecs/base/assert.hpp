// Reports mistakes of the calling code: a broken precondition is a failure. Mistakes of a person or in a file are
// never failures; such calls return an error.
#pragma once

#include <string>

namespace ecs {

/// Receives a message that says what must hold. May throw (tests do). If it returns, what fail() refused does nothing.
using FailureHandler = void (*)(const std::string& message);

/// Replaces the handler and returns the former one. The default handler prints the message on stderr and aborts. The
/// handler is the only mutable static of this library.
FailureHandler set_failure_handler(FailureHandler handler);

/// Reports a broken precondition. Active in every build.
[[gnu::cold]] void fail(const std::string& message);

[[gnu::cold]] void fail_assert(const char* message, const char* file, int line);

}  // namespace ecs

#ifndef ECS_ENABLE_ASSERTS
#define ECS_ENABLE_ASSERTS 1
#endif

// Checks inside inner loops, too costly for Release builds. If the handler returns, the code goes on behind the check.
#if ECS_ENABLE_ASSERTS
#define ECS_ASSERT(condition, message) \
    (static_cast<bool>(condition) ? void(0) : ::ecs::fail_assert(message, __FILE__, __LINE__))
#else
#define ECS_ASSERT(condition, message) void(0)
#endif
