// SameProgram judges whether a program that answers again is the one that answered before. A program is the same when
// it was there already while the connection broke, as far as it says how old it is; when in doubt, it is another one.
// Private to remote.
#pragma once

#include <chrono>
#include <optional>

#include "ecs/base/language.hpp"

namespace remote {

inline constexpr const char* started_again = ecs::tr_later("the program was started again");

class SameProgram {
public:
    using Clock = std::chrono::steady_clock;

    /// It answered, and is so many seconds old; nothing: it does not say. False when it is younger than it was: it is
    /// another one.
    bool answered(std::optional<double> age_secs, Clock::time_point now) {
        const bool younger = is_younger(age_secs);
        if (age_secs) age_secs_ = age_secs;
        answered_ = now;
        return !younger;
    }
    /// It is another one, if it is so many seconds old.
    bool is_younger(std::optional<double> age_secs) const { return age_secs && age_secs_ && *age_secs < *age_secs_; }
    /// Before answered(): of the first answer after a break.
    bool is_same(std::optional<double> age_secs, Clock::time_point now) const {
        if (!age_secs || !age_secs_ || *age_secs < *age_secs_) return false;
        constexpr double rounded_secs = 1;
        return *age_secs > std::chrono::duration<double>(now - answered_).count() + rounded_secs;
    }
    /// It is another one.
    void forget() { age_secs_.reset(); }

private:
    std::optional<double> age_secs_;
    Clock::time_point answered_ = {};
};

}  // namespace remote
