#include "panels/chunk_bytes/pool_block_view.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/value_text.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

using ecs::PoolBlockKind;
using ecs::PoolByteRole;

float risen_by(float value, float low) { return std::clamp(value - low, 0.0f, 1.0f); }

const char* word_of(PoolByteRole role) {
    switch (role) {
        case PoolByteRole::Position:
            return tr("position");
        case PoolByteRole::NoEntity:
            return tr("no entity");
        case PoolByteRole::Entity:
            return tr("entity");
        case PoolByteRole::Tombstone:
            return tr("tombstone");
        case PoolByteRole::Field:
            return tr("field");
        case PoolByteRole::Padding:
            return tr("padding");
        case PoolByteRole::Unused:
            return tr("unused");
        case PoolByteRole::Header:
            return tr("header");
    }
    return "";
}

void draw_pool_pattern(const Style& style, ImDrawList& list, const Area& area, PoolByteRole role) {
    const float gap = std::max(2.0f, std::floor(style.px(4)));
    if (role == PoolByteRole::Padding) hatch(list, area, style.theme->edge, gap);
    if (role == PoolByteRole::Unused || role == PoolByteRole::NoEntity) dots(list, area, style.theme->edge, gap);
    if (role == PoolByteRole::Tombstone) crosses(list, area, style.theme->warn, gap * 2);
}

}  // namespace

void PoolBlockView::open(const ecs::OwnerPool& pool, const ecs::PoolBlock& block) {
    open_ = true;
    pool_ = pool.name;
    component_ = block.component;
    kind_ = block.kind;
    first_ = block.first;
    part_ = read_part_ = 0;
    read_number_ = 0;
    on_its_way_ = false;
    bytes_.clear();
    spans_.clear();
    block_bytes_ = 0;
    revision_seen_ = 0;
    camera_.fit();
}

std::optional<PoolBlockView::Found> PoolBlockView::find(const PoolMemory& memory) const {
    const std::vector<ecs::OwnerPool>& pools = memory.memory().pools;
    for (std::size_t p = 0; p < pools.size(); ++p) {
        if (pools[p].name != pool_) continue;
        for (std::size_t b = 0; b < pools[p].blocks.size(); ++b) {
            const ecs::PoolBlock& block = pools[p].blocks[b];
            if (block.kind == kind_ && block.first == first_ && block.component == component_) return Found{p, b};
        }
    }
    return std::nullopt;
}

void PoolBlockView::read(const Context& context, PoolMemory& memory, Found at) {
    if (read_number_ == memory.number() && read_part_ == part_) return;
    if (!memory.fresh()) return memory.ask_now();
    const auto start = std::chrono::steady_clock::now();
    const ecs::OwnerPool& pool = memory.memory().pools[at.pool];
    const ecs::PoolBlock& block = pool.blocks[at.block];
    const std::size_t parts = std::max<std::size_t>(1, (block.bytes + part_bytes - 1) / part_bytes);
    part_ = std::min(part_, parts - 1);
    std::optional<ecs::PoolBytes> read =
        context.mirror->owner().read_block(memory.memory(), {at.pool, at.block, part_ * part_bytes, part_bytes});
    on_its_way_ = !read;
    if (!read) return memory.ask_now();
    bytes_ = std::move(read->bytes);
    spans_ = std::move(read->spans);
    block_bytes_ = block.bytes;
    begin_ = block.begin;
    entity_bytes_ = pool.entity_bytes;
    position_mask_ = pool.sparse_mask;
    value_bytes_ = block.entries == 0 ? 0 : block.bytes / block.entries;
    of_ = panels::component_of(context, pool, block);
    columns_ = pool.columns;
    column_components_.clear();
    for (const ecs::OwnerColumn& column : columns_) column_components_.push_back(panels::component_of(context, column));
    read_number_ = memory.number();
    read_part_ = part_;
    memory.also_took(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void PoolBlockView::follow_selection(const Context& context, PoolMemory& memory, Found at) {
    if (revision_seen_ == context.selection.revision()) return;
    revision_seen_ = context.selection.revision();
    if (!context.selection.entity()) return;
    std::size_t entry = 0;
    const ecs::OwnerKey key = context.mirror->key_of(context.selection.entity());
    const ecs::PoolBlock* const block = memory.block_of(at.pool, kind_, key, entry);
    if (block != &memory.memory().pools[at.pool].blocks[at.block] || block->entries == 0) return;
    part_ = entry * (block->bytes / block->entries) / part_bytes;
}

const ecs::PoolSpan* PoolBlockView::span_at(std::uint32_t byte) const {
    const std::size_t offset = first_byte() + byte;
    const auto after =
        std::upper_bound(spans_.begin(), spans_.end(), offset,
                         [](std::size_t value, const ecs::PoolSpan& span) { return value < span.offset; });
    if (after == spans_.begin()) return nullptr;
    const ecs::PoolSpan& span = *(after - 1);
    return offset < span.offset + span.size ? &span : nullptr;
}

ecs::ComponentId PoolBlockView::component_of(const ecs::PoolSpan& span) const {
    const auto column = static_cast<std::size_t>(span.column);
    return span.column >= 0 && column < column_components_.size() ? column_components_[column] : of_;
}

const ecs::ComponentType* PoolBlockView::type_of(const Context& context, const ecs::PoolSpan& span) const {
    const ecs::ComponentId component = component_of(span);
    return component == ecs::no_component ? nullptr : &context.world.types()[component];
}

std::string PoolBlockView::component_name(const Context& context, const ecs::PoolSpan& span) const {
    const auto column = static_cast<std::size_t>(span.column);
    if (span.column >= 0 && column < columns_.size()) return std::string(short_name(columns_[column].component));
    const ecs::ComponentType* const type = type_of(context, span);
    return std::string(short_name(type == nullptr ? pool_ : type->name));
}

const ecs::Field* PoolBlockView::field_of(const Context& context, const ecs::PoolSpan& span) const {
    const ecs::ComponentType* const type = type_of(context, span);
    const auto field = static_cast<std::size_t>(span.field);
    const bool has = span.role == PoolByteRole::Field && type != nullptr && span.field >= 0;
    return has && field < type->fields.size() ? &type->fields[field] : nullptr;
}

ecs::Entity PoolBlockView::entity_of(const Context& context, const ecs::PoolSpan& span) const {
    const ecs::Entity entity = context.mirror->entity_of(span.entity);
    return context.world.alive(entity) ? entity : ecs::null_entity;
}

ImU32 PoolBlockView::color_of(const Context& context, const ecs::PoolSpan& span) const {
    const Style& style = context.style;
    switch (span.role) {
        case PoolByteRole::Position:
        case PoolByteRole::Header:
            return style.theme->n_head;
        case PoolByteRole::Entity:
            return style.theme->n_id;
        case PoolByteRole::Tombstone:
            return mixed(style.theme->well, style.theme->warn, 0.35f);
        case PoolByteRole::Field: {
            const ecs::ComponentId component = component_of(span);
            const ImU32 color = component == ecs::no_component ? style.theme->bar : style.color_of(component);
            // Neighbouring fields can be told apart.
            return span.field % 2 == 1 ? mixed(color, style.theme->panel, 0.3f) : color;
        }
        case PoolByteRole::Padding:
        case PoolByteRole::NoEntity:
        case PoolByteRole::Unused:
            break;
    }
    return style.theme->well;
}

void PoolBlockView::show(const Context& context, PoolMemory& memory) {
    const auto at = find(memory);
    if (!at) return;
    follow_selection(context, memory, *at);
    read(context, memory, *at);
    draw_bar(context, memory);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const bool drawn = compat::begin_child("block", {0, 0}, false, flags);
    if (drawn && bytes_.empty() && on_its_way_) quiet_text(context.style, tr("Its bytes are on their way …"));
    if (drawn && !bytes_.empty()) {
        const compat::FontScope font(context.style.mono);
        const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        camera_.look_at(static_cast<std::uint32_t>(bytes_.size()),
                        {start, {start.x + std::max(room.x, 1.0f), start.y + std::max(room.y, 1.0f)}}, context.style);
        invisible_button("bytes", {std::max(room.x, 1.0f), std::max(room.y, 1.0f)});
        hovered_ = ImGui::IsItemHovered();
        take_input(context);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.PushClipRect(camera_.canvas().low, camera_.canvas().high, true);
        draw_bytes(context, memory);
        list.PopClipRect();
        const compat::FontScope words(context.style.words);
        popup_.draw(context);
    }
    ImGui::EndChild();
}

void PoolBlockView::draw_bar(const Context& context, PoolMemory& memory) {
    const Style& style = context.style;
    if (part_count() > 1) {
        const auto step_to = [&](const char* id, ImGuiDir direction, bool possible, std::size_t part) {
            ImGui::BeginDisabled(!possible);
            if (ImGui::ArrowButton(id, direction)) {
                part_ = part;
                memory.ask_now();
            }
            ImGui::EndDisabled();
            tooltip(possible ? tr("Another part of the block") : tr("There is no further part"));
            ImGui::SameLine(0, style.px(4));
        };
        step_to("previous", ImGuiDir_Left, part_ > 0, part_ - 1);
        step_to("next", ImGuiDir_Right, part_ + 1 < part_count(), part_ + 1);
        next_text(style.theme->text, phrase("part {} of {}, from byte {}", format_count(part_ + 1),
                                            format_count(part_count()), format_count(part_ * part_bytes)));
    }
    draw_legend(context);
}

void PoolBlockView::draw_legend(const Context& context) {
    const Style& style = context.style;
    // What it has, in the order of the roles.
    std::array<bool, ecs::pool_byte_role_count> has{};
    std::vector<bool> has_column(columns_.size());
    for (const ecs::PoolSpan& span : spans_) {
        has[static_cast<std::size_t>(span.role)] = true;
        const auto column = static_cast<std::size_t>(span.column);
        if (span.role == PoolByteRole::Field && span.column >= 0 && column < columns_.size()) has_column[column] = true;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    bool first = part_count() <= 1;
    const auto entry = [&](const ecs::PoolSpan& span, const std::string& word) {
        const float box = std::floor(style.px(12)), wide = box + style.px(6) + text_width(word);
        if (!std::exchange(first, false)) same_line_if_fits(wide, style.px(12));
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const Area area{{low.x, low.y + style.px(3)}, {low.x + box, low.y + style.px(3) + box}};
        list.AddRectFilled(area.low, area.high, color_of(context, span));
        draw_pool_pattern(style, list, area, span.role);
        ImGui::Dummy({box, box});
        ImGui::SameLine(0, style.px(6));
        quiet_text(style, word);
    };
    for (std::size_t i = 0; i < has.size(); ++i) {
        if (!has[i]) continue;
        ecs::PoolSpan span;
        span.role = static_cast<PoolByteRole>(i);
        const ecs::ComponentType* const type = type_of(context, span);
        if (span.role == PoolByteRole::Field && !columns_.empty()) {
            span.field = 0;
            for (std::size_t column = 0; column < columns_.size(); ++column) {
                span.column = static_cast<int>(column);
                if (has_column[column]) entry(span, component_name(context, span));
            }
        } else if (span.role == PoolByteRole::Field && type != nullptr && !type->fields.empty() &&
                   type->fields.size() <= 8) {
            for (const ecs::Field& field : type->fields) {
                ++span.field;
                entry(span, std::string(short_name(type->name)) + "." + field.name);
            }
        } else {
            entry(span, word_of(span.role));
        }
    }
}

void PoolBlockView::take_input(const Context& context) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered_ && io.MouseWheel != 0) camera_.zoom(io.MouseWheel, io.MousePos);
    if (ImGui::IsItemActivated()) {
        pressed_here_ = true;
        dragged_ = false;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        camera_.pan(std::exchange(dragged_, true) ? io.MouseDelta : ImGui::GetMouseDragDelta(ImGuiMouseButton_Left));
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    const auto byte = hovered_ ? grid().byte_at(io.MousePos) : std::nullopt;
    const ecs::PoolSpan* const span = byte ? span_at(*byte) : nullptr;
    const ecs::Entity entity = span == nullptr ? ecs::null_entity : entity_of(context, *span);
    if (entity && menu_asked(context)) {
        if (field_of(context, *span) != nullptr)
            request_menu(context, FieldAt{entity, component_of(*span), static_cast<std::uint32_t>(span->field)});
        else
            request_menu(context, EntityAt{entity});
    }
    if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        pressed_here_ = false;
        if (!entity) return camera_.fit();
        const ecs::ComponentId component = component_of(*span);
        if (span->role != PoolByteRole::Field || component == ecs::no_component) return;
        const bool one_field = field_of(context, *span) != nullptr;
        const auto field = static_cast<std::uint32_t>(std::max(span->field, 0));
        return popup_.open(entity, component, one_field ? std::optional(field) : std::nullopt);
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && std::exchange(pressed_here_, false) && !dragged_ && entity)
        select_by_click(context.selection, entity);
}

void PoolBlockView::draw_bytes(const Context& context, PoolMemory& memory) {
    draw_picture(context);
    draw_details(context);
    draw_marks(context);
    if (!hovered_) return;
    const auto byte = grid().byte_at(ImGui::GetMousePos());
    const ecs::PoolSpan* const span = byte ? span_at(*byte) : nullptr;
    if (span == nullptr) return;
    if (const ecs::Entity entity = entity_of(context, *span)) {
        if (span->role == PoolByteRole::Field && component_of(*span) != ecs::no_component)
            point_at(context, ComponentAt{entity, component_of(*span)});
        else
            point_at(context, EntityAt{entity});
    }
    draw_tooltip(context, memory, *byte);
}

void PoolBlockView::draw_picture(const Context& context) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BlockGrid& bytes = grid();
    if (PictureStore* pictures = context.pictures) {
        if (painted_number_ != read_number_ || painted_part_ != read_part_ || painted_theme_ != style.theme) {
            painted_number_ = read_number_;
            painted_part_ = read_part_;
            painted_theme_ = style.theme;
            picture_.reset(static_cast<int>(BlockGrid::cache_line_bytes), static_cast<int>(bytes.line_count()),
                           style.theme->well);
            for (const ecs::PoolSpan& span : spans_)
                std::fill_n(picture_.pixels.begin() + static_cast<std::ptrdiff_t>(span.offset - first_byte()),
                            span.size, color_of(context, span));
        }
        if (const std::uintptr_t texture = pictures->texture_of(picture_)) {
            const float lines = static_cast<float>(bytes.line_count());
            const compat::HardEdges hard_edges(list);
            for (std::uint32_t strip = 0; strip < bytes.strip_count(); ++strip) {
                const std::uint32_t from = strip * bytes.lines_per_strip;
                const std::uint32_t to = std::min(from + bytes.lines_per_strip, bytes.line_count());
                const ImVec2 low{bytes.strip_left(strip), bytes.origin.y};
                const ImVec2 high{low.x + bytes.strip_width(), low.y + static_cast<float>(to - from) * bytes.line_px};
                list.AddImage(compat::texture_id(texture), low, high, {0, static_cast<float>(from) / lines},
                              {1, static_cast<float>(to) / lines});
            }
        }
    }
    // Runs of one look, as far as they can be told apart; without a renderer also their colours.
    const bool fine = bytes.byte_px * 4 >= 2;
    const auto looks_like = [&](const ecs::PoolSpan& a, const ecs::PoolSpan& b) {
        return a.role == b.role && a.column == b.column && (!fine || a.field % 2 == b.field % 2);
    };
    const Area& canvas = camera_.canvas();
    for (std::size_t i = 0; i < spans_.size();) {
        std::size_t end = i + 1;
        while (end < spans_.size() && looks_like(spans_[i], spans_[end])) ++end;
        const auto from = static_cast<std::uint32_t>(spans_[i].offset - first_byte());
        const auto to = static_cast<std::uint32_t>(spans_[end - 1].offset + spans_[end - 1].size - first_byte());
        const ImU32 color = color_of(context, spans_[i]);
        const PoolByteRole role = spans_[i].role;
        bytes.each_area(from, to, [&](const Area& area) {
            if (area.high.y <= canvas.low.y || area.low.y >= canvas.high.y) return;
            if (area.high.x <= canvas.low.x || area.low.x >= canvas.high.x) return;
            if (context.pictures == nullptr) batch_.add(area, color);
        });
        // Over digits, a pattern would be in the way.
        const bool has_pattern =
            role != PoolByteRole::Field && role != PoolByteRole::Entity && role != PoolByteRole::Position;
        if (has_pattern && to - from >= 8 && bytes.byte_px < style.px(12)) {
            batch_.draw(list);
            bytes.each_area(from, to, [&](const Area& area) { draw_pool_pattern(style, list, area, role); });
        }
        i = end;
    }
    batch_.draw(list);
}

void PoolBlockView::draw_details(const Context& context) {
    const Style& style = context.style;
    const BlockGrid& bytes = grid();
    if (bytes.byte_px < style.px(3) || bytes.line_px < style.px(6)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 digits = ImGui::CalcTextSize("00");
    const float text = ImGui::GetTextLineHeight();
    const float hex = std::min(risen_by(bytes.byte_px, digits.x + style.px(2)), risen_by(bytes.line_px, text));
    const float value = std::min(hex, risen_by(bytes.line_px, 2 * text + style.px(2)));
    const float hex_top = std::floor(value > 0 ? (bytes.line_px - 2 * text) / 3 : (bytes.line_px - text) / 2);
    const float value_top = std::floor(bytes.line_px - text - (bytes.line_px - 2 * text) / 3);
    const ByteRange seen = camera_.bytes_in_view();
    const Area& canvas = camera_.canvas();
    const auto first = std::upper_bound(
        spans_.begin(), spans_.end(), first_byte() + seen.begin,
        [](std::size_t offset, const ecs::PoolSpan& span) { return offset < span.offset + span.size; });
    for (auto span = first; span != spans_.end() && span->offset < first_byte() + seen.end; ++span) {
        const auto from = static_cast<std::uint32_t>(span->offset - first_byte());
        const auto to = std::min(static_cast<std::uint32_t>(from + span->size), seen.end);
        const ImVec2 low = bytes.place_of(from);
        const auto visible = [&](ImVec2 at) {
            return at.y + bytes.line_px > canvas.low.y && at.y < canvas.high.y && at.x + bytes.byte_px > canvas.low.x &&
                   at.x < canvas.high.x;
        };
        if (visible(low)) batch_.add({low, {low.x + 1, low.y + bytes.line_px}}, style.theme->panel);
        if (hex <= 0) continue;
        const bool empty = color_of(context, *span) == style.theme->well;
        const ImU32 ink = faded(empty ? style.theme->faint : text_on(color_of(context, *span)), hex);
        for (std::uint32_t byte = std::max(from, seen.begin); byte < to; ++byte) {
            const ImVec2 at = bytes.place_of(byte);
            if (!visible(at)) continue;
            const std::string shown = hex_bytes(&bytes_[byte], 1, 1);
            list.AddText({std::floor(at.x + (bytes.byte_px - digits.x) / 2), std::floor(at.y + hex_top)}, ink,
                         shown.c_str());
        }
        const std::string words = value > 0 && visible(low) ? value_of(context, *span) : std::string();
        if (words.empty()) continue;
        const std::uint32_t line_end = (from / bytes.bytes_per_line + 1) * bytes.bytes_per_line;
        const float right = low.x + static_cast<float>(std::min(to, line_end) - from) * bytes.byte_px - style.px(4);
        draw_text_until(list, {low.x + style.px(4), low.y + value_top}, right, ink, words);
    }
    batch_.draw(list);
}

void PoolBlockView::outline_entity(ecs::OwnerKey key, ImU32 color, float thick) {
    if (key == ecs::no_owner_key) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (auto span = spans_.begin(); span != spans_.end();) {
        if (span->entity != key) {
            ++span;
            continue;
        }
        const auto from = static_cast<std::uint32_t>(span->offset - first_byte());
        while (span != spans_.end() && span->entity == key) ++span;
        const auto to = static_cast<std::uint32_t>((span - 1)->offset + (span - 1)->size - first_byte());
        grid().each_area(from, to, [&](const Area& area) {
            outline(list, {{area.low.x - thick, area.low.y - thick}, {area.high.x + thick, area.high.y + thick}}, color,
                    thick);
        });
    }
}

void PoolBlockView::draw_marks(const Context& context) {
    const Style& style = context.style;
    constexpr std::size_t most_outlined = 64;
    const std::vector<ecs::Entity>& selected = context.selection.entities();
    const std::size_t count = std::min(selected.size(), most_outlined);
    for (std::size_t i = selected.size() - count; i < selected.size(); ++i)
        outline_entity(context.mirror->key_of(selected[i]), style.theme->accent,
                       std::max(1.0f, std::floor(style.px(2))));
    if (context.selection.hovered)
        outline_entity(context.mirror->key_of(context.selection.hovered), style.theme->text, 1);
}

std::string PoolBlockView::what_is(const Context& context, const ecs::PoolSpan& span) const {
    if (span.role != PoolByteRole::Field) return word_of(span.role);
    const ecs::Field* const field = field_of(context, span);
    return component_name(context, span) + (field == nullptr ? std::string() : "." + field->name);
}

// The value as the mirror has it: the bytes are a copy, in which texts would point to what may be gone.
std::string PoolBlockView::value_of(const Context& context, const ecs::PoolSpan& span) const {
    const ecs::Entity entity = entity_of(context, span);
    if (span.role == PoolByteRole::Entity) return entity ? ecs::to_string(entity) : std::string();
    if (span.role == PoolByteRole::Position && entity_bytes_ > 0) {
        std::uint64_t number = 0;
        const std::size_t size = std::min<std::size_t>({span.size, sizeof number, entity_bytes_});
        for (std::size_t i = 0; i < size; ++i)
            number |= std::to_integer<std::uint64_t>(bytes_[span.offset - first_byte() + i]) << (8 * i);
        return format_count(number & position_mask_);
    }
    const ecs::Field* const field = field_of(context, span);
    if (field == nullptr || !entity) return {};
    const void* const value = context.world.get(entity, component_of(span));
    return value == nullptr ? std::string() : field_text_with_unit(context.world, *field, value);
}

void PoolBlockView::draw_tooltip(const Context& context, PoolMemory& memory, std::uint32_t byte) {
    const Style& style = context.style;
    const ecs::PoolSpan& span = *span_at(byte);
    const ImVec2 low = grid().place_of(byte);
    const Tooltip tip({low, {low.x + std::max(grid().byte_px, 2.0f), low.y + std::max(grid().line_px, 2.0f)}});
    if (!tip) return;
    std::string what = what_is(context, span);
    if (const std::string value = value_of(context, span); !value.empty()) what += " = " + value;
    colored_text(style.theme->text, what);
    const bool in_run =
        span.role == PoolByteRole::Unused || span.role == PoolByteRole::NoEntity || span.role == PoolByteRole::Header;
    const std::size_t from = in_run || span.size > 16 ? byte : span.offset - first_byte();
    const std::size_t size = std::min<std::size_t>(span.offset + span.size - first_byte() - from, bytes_.size() - from);
    mono_text(style, hex_bytes(&bytes_[from], size, 16));
    const std::size_t entry = value_bytes_ == 0 ? 0 : (first_byte() + byte) / value_bytes_;
    if (kind_ == PoolBlockKind::SparsePage) {
        quiet_text(style, phrase("id {}", format_count(first_ + entry)));
    } else if (kind_ == PoolBlockKind::Chunk) {
        const auto at = find(memory);
        const std::size_t row = at ? memory.position_of(at->pool, span.entity) : PoolMemory::nowhere;
        if (row != PoolMemory::nowhere) quiet_text(style, phrase("row {} of the archetype", format_count(row)));
    } else {
        quiet_text(style, phrase("entry {} of the pool", format_count(first_ + entry)));
    }
    quiet_text(style, phrase("byte {} of the block, address {}", format_count(first_byte() + byte),
                             format_address(begin_ + first_byte() + byte)));
    if (span.role == PoolByteRole::Tombstone)
        quiet_text(style, tr("Left by an entity that went. The next one that comes takes its place"));
    if (span.role == PoolByteRole::Padding && span.entity == ecs::no_owner_key)
        quiet_text(style, tr("So that the next column begins at a multiple of 16"));
    else if (span.role == PoolByteRole::Padding)
        quiet_text(style, tr("So that the fields lie at multiples of their size"));
    if (span.role == PoolByteRole::Header)
        quiet_text(style, tr("The chunk's own numbers: its id, its rows, how many fit"));
    const ecs::Entity entity = entity_of(context, span);
    if (!entity) return;
    ImGui::Separator();
    entity_tooltip(context, entity);
}

}  // namespace panels
