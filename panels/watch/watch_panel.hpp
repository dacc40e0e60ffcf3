// The Watch panel: pins with their values, changes and curves, and the alerts in a second view. What it shows lives in
// the Watches of the program, which go on while the panel is closed; the panel's settings are theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ecs/language/text_error.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/watch/watches.hpp"

namespace panels {

class WatchPanel : public Panel {
public:
    WatchPanel()
        : Panel("watch", tr_later("Watch"), DockPlace::Bottom,
                tr_later("Values that you keep an eye on, with their curves, and alerts")) {}

    void connect(Watches& watches, Recording& recording) override;
    std::string save_settings() const override;
    void load_settings(std::string_view text) override;
    /// "alerts" or "watches".
    void show_part(std::string_view part) override { shows_alerts_ = part == "alerts"; }
    bool find() override {
        to_field_ = true;
        return true;
    }
    void take_keyboard() override { to_field_ = true; }

    /// Rows drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    /// A field in which a text of the language is typed, and what is wrong with it.
    struct Entry {
        std::string text;
        std::optional<ecs::TextError> error;
    };

    void draw_head(const Context& context);
    bool draw_entry(const Context& context, Entry& entry, const char* hint, float width);
    static void draw_error(const Context& context, const Entry& entry);

    // Pins

    float name_room(const Context& context) const;
    float value_room(const Context& context);
    void draw_pins(const Context& context);
    void draw_no_pins(const Context& context);
    void draw_pin(const Context& context, const Pin& pin);
    void draw_name(const Context& context, const Pin& pin);
    void draw_sparkline(const Style& style, const Pin& pin) const;
    void ask_for_menu(const Context& context, const Pin& pin);

    // Alerts (watch_alerts_view.cpp)

    void draw_alerts(const Context& context);
    void draw_alert(const Context& context, const Alert& alert);
    void draw_new_alert(const Context& context);

    Watches* watches_ = nullptr;
    Recording* recording_ = nullptr;
    std::string settings_;  // until it is connected
    bool shows_alerts_ = false, to_field_ = false;
    Entry new_pin_, new_alert_;
    std::string message_;
    Severity severity_ = Severity::Warning;
    std::uint64_t renaming_ = 0;  // number of the pin; 0: none
    std::string new_name_;
    bool rename_begins_ = false;
    std::uint64_t open_alert_ = 0;
    std::size_t rows_drawn_ = 0;
    float value_room_ = 0;             // the widest value so far
    std::uint64_t value_room_of_ = 0;  // Watches::revision() of the list that it is of
};

/// A value of its curve: a dash where there is none; without decimals where all are whole numbers.
std::string number_text_of(const ecs::World& world, const Pin& pin, WatchCurve::Exact number);
/// How far the value moved since the tick before: "+12"; empty when it did not.
std::string delta_text(const ecs::World& world, const Pin& pin);

/// The colour of an alert.
ImU32 color_of(const Style& style, Severity severity);
const char* word_of(Severity severity);

/// All curves as a table: a row for each tick, a column for each pin.
std::string csv_of(std::span<const Pin> pins);

}  // namespace panels
