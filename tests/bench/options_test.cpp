#include "options.hpp"

#include "catch.hpp"

namespace options_test {

using namespace bench;

namespace {

Options parse(std::vector<const char*> arguments) { return parse_options(arguments); }

}  // namespace

TEST_CASE("Options: rows and sizes may be repeated or listed", "[bench][options]") {
    const Options options = parse({"--row", "get,churn", "--row=add", "--n", "10k,1M", "--n=500", "--json"});
    CHECK(options.problem.empty());
    CHECK(options.rows == std::vector<std::string>{"get", "churn", "add"});
    CHECK(options.sizes == std::vector<std::size_t>{10'000, 1'000'000, 500});
    CHECK(options.json);
    CHECK_FALSE(options.google);
}

TEST_CASE("Options: arguments of Google Benchmark are handed on to it", "[bench][options]") {
    const Options options = parse({"--benchmark_format=csv", "--quick"});
    CHECK(options.problem.empty());
    CHECK(options.google);
    CHECK(options.for_google == std::vector<std::string>{"--benchmark_format=csv"});
}

TEST_CASE("Options: what is wrong is said in one sentence", "[bench][options]") {
    struct Case {
        std::vector<const char*> arguments;
        const char* problem;
    };
    const Case cases[] = {
        {{"--row", "fly"}, "There is no row \"fly\"; --list shows them all"},
        {{"--row", "get,"}, "There is no row \"\"; --list shows them all"},
        {{"--row"}, "--row needs a value"},
        {{"--n", "0"}, "--n needs numbers from 1 to 10M, not \"0\""},
        {{"--n", "20M"}, "--n needs numbers from 1 to 10M, not \"20M\""},
        {{"--n", "-5"}, "--n needs numbers from 1 to 10M, not \"-5\""},
        {{"--n", "10x"}, "--n needs numbers from 1 to 10M, not \"10x\""},
        {{"--repetitions", "few"}, "--repetitions needs a number from 1 on, not \"few\""},
        {{"--json=1"}, "Unknown argument \"--json=1\"; --help shows what there is"},
        {{"get"}, "Unknown argument \"get\"; --help shows what there is"},
    };
    for (const Case& one : cases) CHECK(parse(one.arguments).problem == one.problem);
}

}  // namespace options_test
