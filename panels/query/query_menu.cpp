// The part of QueryPanel that copies and exports: the menu of the panel and that of a row.
#include <algorithm>
#include <memory>
#include <utility>

#include "ecs/snapshot/left_out.hpp"
#include "figures/world/entity_csv.hpp"
#include "panels/base/format.hpp"
#include "panels/query/query_panel.hpp"

namespace panels {

namespace {

std::vector<figures::CsvColumn> csv_columns(const std::vector<QueryColumn>& columns) {
    std::vector<figures::CsvColumn> all;
    for (const QueryColumn& column : columns)
        if (column.problem.empty()) all.push_back({column.text, column.text});
    return all;
}

/// In single quotes, as shells read it.
std::string in_quotes(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace

/// The table of these entities as it is now, however late it is made.
QueryPanel::MakeText QueryPanel::csv_of(const Context& context, std::vector<ecs::Entity> entities) const {
    auto columns = csv_columns(columns_);
    // Fewer are written faster than a world is copied.
    constexpr std::size_t few = 2'000;
    const bool can_copy = entities.size() > few && context.take_snapshot && !context.world.iterating() &&
                          ecs::left_out_of(context.world).empty();
    const ecs::Result<ecs::Snapshot> snapshot =
        can_copy ? context.take_snapshot() : ecs::Result<ecs::Snapshot>(ecs::Error{});
    if (!snapshot)
        return [text = std::make_shared<const std::string>(figures::csv_of_entities(context.world, entities, columns))](
                   ecs::Progress&) { return ecs::Result<std::string>(*text); };
    return [snapshot = *snapshot, rows = std::make_shared<const std::vector<ecs::Entity>>(std::move(entities)),
            columns = std::move(columns)](ecs::Progress& progress) {
        progress.say(tr_later("Copying the world"));
        const std::unique_ptr<const ecs::World> world = snapshot.make_world();
        progress.say(tr_later("Writing"));
        return ecs::Result<std::string>(figures::csv_of_entities(*world, *rows, columns, &progress));
    };
}

void QueryPanel::copy_csv_of_selected(const Context& context) const {
    // In the order of the table.
    std::vector<ecs::Entity> chosen;
    for (const ecs::Entity entity : table_.rows())
        if (context.selection.has(entity)) chosen.push_back(entity);
    const std::string what = format_count(chosen.size(), "row");
    constexpr std::size_t few = 2'000;
    const bool long_work = chosen.size() > few;
    const MakeText make = csv_of(context, std::move(chosen));
    if (!long_work) {
        ecs::Progress progress;
        return ImGui::SetClipboardText(make(progress)->c_str());
    }
    const auto work = [make, what](ecs::Progress& progress) -> ecs::Result<JobResult> {
        const auto text = std::make_shared<const std::string>(*make(progress));
        return JobResult{.told = phrase("Copied {}, {}", what, format_bytes(text->size())),
                         .take = [text] { ImGui::SetClipboardText(text->c_str()); }};
    };
    context.requests.push_back(JobRequest{
        {.title = phrase("Copying {}", what),
         .consequence = phrase("Of tick {}; the clipboard stays until then", format_count(context.world.tick())),
         .work = work}});
}

MenuItem QueryPanel::copy_csv_item(const Context& context) const {
    return {.label = tr("Copy selected rows as CSV"),
            .icon = Icon::Bytes,
            .why_not = context.selection.entities().empty() ? tr("No row is selected") : "",
            .run = while_there([](QueryPanel& panel, const Context& now) { panel.copy_csv_of_selected(now); })};
}

void QueryPanel::export_csv(const Context& context) const {
    ExportTextRequest request;
    request.name = "query.csv";
    request.consequence = phrase("It shows the world as it was at tick {}", format_count(context.world.tick()));
    request.make = csv_of(context, table_.rows());
    context.requests.push_back(std::move(request));
}

void QueryPanel::ask_for_menu(const Context& context) {
    const std::string none = table_.query() == nullptr ? tr("There is no query yet") : "";
    const std::string no_rows = !none.empty() ? none : table_.rows().empty() ? tr("No entity matches") : "";
    std::vector<MenuItem> items;
    items.push_back({.label = phrase("Select all {}", format_count(table_.rows().size(), "match", "matches")),
                     .icon = Icon::Select,
                     .why_not = no_rows,
                     .run = while_there([](QueryPanel& panel, const Context& now) {
                         panel.selecting_.start(panel.table_.rows(), now.world.slot_count());
                         panel.go_on_selecting(now);
                     })});
    const std::string change_of = table_.query() != nullptr ? table_.query()->text() : "";
    items.push_back({.label = tr("Change them…"),
                     .icon = Icon::Paint,
                     .why_not = none,
                     .wanted = {WantedChange::Kind::Set},
                     .hint = tr("A bulk edit of all that match, which you see before it is made"),
                     .run = [change_of](const Context& now) {
                         now.requests.push_back(ShowPanelRequest{.id = "bulk_edit", .part = change_of});
                     }});
    items.push_back({.label = tr("Export as CSV…"),
                     .icon = Icon::Bytes,
                     .why_not = no_rows,
                     .hint = tr("The whole table, for a spreadsheet"),
                     .begins_group = true,
                     .run = while_there([](QueryPanel& panel, const Context& now) { panel.export_csv(now); })});
    items.push_back(copy_csv_item(context));
    std::vector<MenuItem> copies;
    const std::string text = table_.query() != nullptr ? table_.query()->text() : "";
    copies.push_back({.label = tr("Query"), .why_not = none, .run = [text](const Context&) {
                          ImGui::SetClipboardText(text.c_str());
                      }});
    copies.push_back({.label = tr("Command"),
                      .why_not = none,
                      .hint = tr("chunkscope query, for a file of your own"),
                      .run = [text](const Context&) {
                          const std::string command = "chunkscope query world.json " + in_quotes(text) + " --csv";
                          ImGui::SetClipboardText(command.c_str());
                      }});
    items.push_back({.label = tr("Copy as"), .items = std::move(copies)});
    request_menu(context, PanelAt{}, std::move(items), below_last_item());
}

void QueryPanel::go_on_selecting(const Context& context) {
    if (!selecting_.busy()) return;
    if (selecting_.step(context.selection)) return select_by_panel(context);
    if (context.stay_awake != nullptr) *context.stay_awake = true;
}

void QueryPanel::ask_for_row_menu(const Context& context, ecs::Entity entity, std::optional<ImVec2> place) {
    request_menu(context, EntityAt{entity}, {copy_csv_item(context)}, place);
}

}  // namespace panels
