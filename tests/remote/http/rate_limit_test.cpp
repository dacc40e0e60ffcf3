#include "remote/http/rate_limit.hpp"

#include "catch.hpp"

namespace rate_limit_test {

using remote::RateLimit;

TEST_CASE("RateLimit: so many pass at once, and so many a second after that", "[http]") {
    RateLimit limit(2, 3);
    const RateLimit::Time start(std::chrono::hours(1));
    for (int i = 0; i < 3; ++i) CHECK(limit.take(start));
    CHECK_FALSE(limit.take(start));
    CHECK_FALSE(limit.take(start + std::chrono::milliseconds(400)));
    CHECK(limit.take(start + std::chrono::milliseconds(600)));
    CHECK_FALSE(limit.take(start + std::chrono::milliseconds(700)));
    for (int i = 0; i < 3; ++i) CHECK(limit.take(start + std::chrono::hours(1)));
    CHECK_FALSE(limit.take(start + std::chrono::hours(1)));
}

}  // namespace rate_limit_test
