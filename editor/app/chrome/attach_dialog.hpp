// The dialog in which a person says which running program to attach to: one of those that were found on this computer,
// or one at an address.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/attach/program_finder.hpp"
#include "panels/base/style.hpp"

namespace editor {

class AttachDialog {
public:
    using Chosen = std::function<void(const AttachTarget& target)>;
    /// `own_addresses` are where this program is served itself. `last` is offered again; without a kind: nothing is.
    void open(std::vector<std::string> own_addresses, const AttachTarget& last, Chosen chosen);
    bool is_open() const { return open_; }
    /// Its title.
    static std::string_view shown();
    void draw(const panels::Style& style);
    /// Whether it looks for programs still; then there is something to draw without a key or a mouse.
    bool searching() const { return open_ && finder_.searching(); }

private:
    void draw_found(const panels::Style& style);
    void draw_address(const panels::Style& style);
    void draw_buttons(const panels::Style& style);
    void choose_kind(const remote::OwnerKind& kind);
    void attach(const AttachTarget& target);
    void close();

    ProgramFinder finder_;
    Chosen chosen_;
    std::vector<std::string> own_addresses_;
    std::string address_, token_, problem_;
    const remote::OwnerKind* kind_ = &remote::owner_kinds().front();
    bool open_ = false, just_opened_ = false, confirmed_ = false, to_address_ = false;
};

}  // namespace editor
