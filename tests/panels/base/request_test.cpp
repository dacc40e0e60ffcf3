#include "panels/base/request.hpp"

#include "catch.hpp"

namespace request_test {

using namespace panels;

TEST_CASE("Requests: the clock is set at once, and steps wait until the world may change", "[panels][request]") {
    using Kind = TransportRequest::Kind;
    for (const Kind each : {Kind::Play, Kind::Pause, Kind::SetSpeed, Kind::GoOn}) {
        CAPTURE(static_cast<int>(each));
        CHECK_FALSE(changes_world(TransportRequest{.kind = each}));
    }
    for (const Kind each : {Kind::StepTick, Kind::StepSystem, Kind::BackSystem, Kind::RunToTick, Kind::Stop}) {
        CAPTURE(static_cast<int>(each));
        CHECK(changes_world(TransportRequest{.kind = each}));
    }
}

TEST_CASE("Requests: what is asked of the program waits for nothing", "[panels][request]") {
    CHECK_FALSE(changes_world(ShowPanelRequest{}));
    CHECK_FALSE(changes_world(ExportTextRequest{}));
    CHECK_FALSE(changes_world(GoOnRequest{}));
    CHECK_FALSE(changes_world(HistoryLimitRequest{}));
    CHECK(changes_world(EditRequest{}));
    CHECK(changes_world(HistoryRequest{}));
    CHECK(changes_world(StepInPartsRequest{}));
}

}  // namespace request_test
