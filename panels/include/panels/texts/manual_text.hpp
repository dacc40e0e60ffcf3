// The manual and the glossary as data. They are the files in docs/manual, and those of its translations in folders like
// docs/manual/ja, which have the same blocks: a place is the same in every language. While the program is built,
// panels/texts_maker reads them and writes the tables behind these functions. So the program has no Markdown reader and
// reads no file, and a faulty text or a link to nowhere ends the build.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace panels {

/// A piece of a line in one face.
struct ManualSpan {
    enum class Kind : std::uint8_t {
        Plain,
        Bold,
        Code,
        Link,  // to `target`: "inspect#chunks", "panel:chunks" or "action:run.play_pause"
        Term,  // a word that the glossary explains under `target`
        Cell,  // nothing but the border between two cells of a table
    };
    Kind kind = Kind::Plain;
    std::string_view text, target;
};

struct ManualBlock {
    enum class Kind : std::uint8_t {
        Heading,  // `level` 1 to 3; `target` is its name in links
        Paragraph,
        Item,  // of a list, `level` deep from 0; `number` is its place in a numbered one, else 0
        Code,  // one span, with its line ends
        TableHead,
        TableRow,
        Picture,  // one span with the caption; `target` names the picture
    };
    Kind kind = Kind::Paragraph;
    int level = 0, number = 0;
    std::string_view target;
    std::span<const ManualSpan> spans;
};

struct ManualChapter {
    std::string_view id, title;  // id: the name of its file without `.md`
    std::span<const ManualBlock> blocks;
    std::string_view language;  // "en", "ja"
};

/// In the order of docs/manual/README.md. Chapters that were not translated are the English ones.
std::span<const ManualChapter> manual_chapters_in(std::string_view language);
/// In the language that is spoken.
std::span<const ManualChapter> manual_chapters();

/// A place in the manual, as numbers of manual_chapters() and of the blocks in a chapter.
struct ManualPlace {
    std::size_t chapter = 0, block = 0;
    friend bool operator==(const ManualPlace&, const ManualPlace&) = default;
};
/// The place that a link names: "inspect", "inspect#chunks". Nothing when there is none.
std::optional<ManualPlace> find_in_manual(std::string_view link);
/// The heading with this text, in any case of letters; nothing when there is none.
std::optional<ManualPlace> find_heading(std::string_view text);
/// "inspect#chunks": what find_in_manual() finds this place by, or the heading above it.
std::string manual_link(const ManualPlace& place);

/// The words of a block without their faces; cells are separated by two blanks.
std::string plain_text(const ManualBlock& block);

struct GlossaryEntry {
    std::string_view term;
    const char* text;  // "Archetype: all entities with…", for tr(); no full stop at the end
};
/// In the order of docs/manual/glossary.md.
std::span<const GlossaryEntry> glossary();
/// Null when the glossary does not have the term.
const GlossaryEntry* find_in_glossary(std::string_view term);

}  // namespace panels
