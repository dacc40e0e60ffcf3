// The files of docs/manual as blocks and pieces of text, as panels/texts/manual_text.hpp has them. What the panel
// cannot show is an error, which fail() throws with the file and what is wrong.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace texts_maker {

struct Span {
    std::string kind, text, target;
};
struct Block {
    std::string kind;
    int level = 0, number = 0;
    std::string target;
    std::vector<Span> spans;

    std::string words() const {
        std::string all;
        for (const Span& span : spans) all += span.text;
        return all;
    }
};
struct Chapter {
    std::string id, title;
    std::vector<Block> blocks;
};

[[noreturn]] void fail(const std::string& file, const std::string& problem);

/// "inspect" is the file inspect.md in the folder. Links are as they stand there.
Chapter read_chapter(const std::filesystem::path& folder, const std::string& id);
/// In the order of README.md there, which must name all of them.
std::vector<Chapter> read_chapters(const std::filesystem::path& folder);

/// Links between files become places in the manual, and must lead somewhere. The places are those of `all`.
void resolve_links(Chapter& chapter, const std::vector<Chapter>& all);

}  // namespace texts_maker
