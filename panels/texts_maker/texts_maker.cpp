// Reads docs/manual and writes it as C++ tables, see panels/texts/manual_text.hpp. Used while the program is built:
//
//     texts_maker docs/manual OUT.cpp
//
// README.md there names the chapters in their order; glossary.md is a chapter whose items "**Term**: what it means" are
// the terms. What the panel cannot show, and a link to nowhere, is an error with the file and what is wrong.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <md4c.h>

namespace {

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
struct Entry {
    std::string term, text;
};

[[noreturn]] void fail(const std::string& file, const std::string& problem) {
    throw std::runtime_error(file + ": " + problem);
}

std::string file_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file.string(), "cannot be read");
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return lower(c); });
    return text;
}

/// As GitHub names headings in links.
std::string heading_name(const std::string& words) {
    std::string name;
    for (const char c : words) {
        if (is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-')
            name += lower(c);
        else if (c == ' ')
            name += '-';
    }
    return name;
}

/// What md4c tells of one file, put together.
class Reader {
public:
    Reader(std::string file, const std::string& text) : file_(std::move(file)) {
        MD_PARSER parser{};
        parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return static_cast<Reader*>(self)->guarded([&](Reader& reader) { reader.enter(type, detail); });
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            return static_cast<Reader*>(self)->guarded([&](Reader& reader) { reader.leave(type); });
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            return static_cast<Reader*>(self)->guarded([&](Reader& reader) { reader.enter(type, detail); });
        };
        parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
            return static_cast<Reader*>(self)->guarded([&](Reader& reader) { reader.leave(type); });
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* words, MD_SIZE size, void* self) {
            return static_cast<Reader*>(self)->guarded([&](Reader& reader) { reader.text(type, {words, size}); });
        };
        const int result = md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, this);
        if (!problem_.empty()) fail(file_, problem_);
        if (result != 0) fail(file_, "is no Markdown");
    }

    std::vector<Block> take() { return std::move(blocks_); }

private:
    /// No exception may pass through C.
    template <class F>
    int guarded(F&& what) {
        try {
            what(*this);
            return 0;
        } catch (const std::exception& error) {
            problem_ = error.what();
            return 1;
        }
    }

    static std::string text_of(const MD_ATTRIBUTE& attribute) { return {attribute.text, attribute.size}; }

    Block& begin(std::string kind, int level = 0, int number = 0) {
        blocks_.push_back({std::move(kind), level, number, {}, {}});
        return blocks_.back();
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_DOC:
            case MD_BLOCK_THEAD:
            case MD_BLOCK_TBODY:
            case MD_BLOCK_TABLE:
                return;
            case MD_BLOCK_H: {
                const auto level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                if (level > 3) throw std::runtime_error("headings have three levels");
                begin("Heading", level);
                return;
            }
            case MD_BLOCK_P:
                if (!in_item_) begin("Paragraph");
                return;
            case MD_BLOCK_UL:
                lists_.push_back(0);
                return;
            case MD_BLOCK_OL:
                lists_.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
                return;
            case MD_BLOCK_LI: {
                int& number = lists_.back();
                begin("Item", static_cast<int>(lists_.size()) - 1, number);
                if (number > 0) ++number;
                in_item_ = true;
                return;
            }
            case MD_BLOCK_CODE:
                begin("Code");
                in_item_ = false;
                return;
            case MD_BLOCK_TR:
                begin("TableRow");
                return;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD:
                if (!blocks_.back().spans.empty() || cells_ > 0) blocks_.back().spans.push_back({"Cell", {}, {}});
                ++cells_;
                if (type == MD_BLOCK_TH) blocks_.back().kind = "TableHead";
                return;
            default:
                throw std::runtime_error("the panel shows no quotes, rules or HTML");
        }
    }

    void leave(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
        if (type == MD_BLOCK_LI) in_item_ = false;
        if (type == MD_BLOCK_TR) cells_ = 0;
        if (type == MD_BLOCK_H) blocks_.back().target = heading_name(blocks_.back().words());
    }

    void enter(MD_SPANTYPE type, void* detail) {
        switch (type) {
            case MD_SPAN_STRONG:
                kind_ = "Bold";
                return;
            case MD_SPAN_CODE:
                if (kind_ != "Link") kind_ = "Code";
                return;
            case MD_SPAN_A:
                kind_ = "Link";
                target_ = text_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
                return;
            case MD_SPAN_IMG: {
                Block& block = blocks_.back();
                if (block.kind != "Paragraph" || !block.spans.empty())
                    throw std::runtime_error("a picture stands in a paragraph of its own");
                block.kind = "Picture";
                const std::filesystem::path source = text_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
                block.target = source.stem().string();
                return;
            }
            default:
                throw std::runtime_error("the panel shows bold, code and links, and nothing in italics");
        }
    }

    void leave(MD_SPANTYPE type) {
        if (type == MD_SPAN_CODE && kind_ == "Link") return;
        kind_ = "Plain";
        target_.clear();
    }

    void text(MD_TEXTTYPE type, std::string_view words) {
        std::string text(words);
        if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) text = " ";
        if (type == MD_TEXT_ENTITY) throw std::runtime_error("write " + text + " as the character itself");
        std::vector<Span>& spans = blocks_.back().spans;
        if (!spans.empty() && spans.back().kind == kind_ && spans.back().target == target_)
            spans.back().text += text;
        else
            spans.push_back({kind_, text, target_});
    }

    std::string file_, problem_;
    std::vector<Block> blocks_;
    std::vector<int> lists_;  // the next number of each, 0 without numbers
    bool in_item_ = false;
    int cells_ = 0;
    std::string kind_ = "Plain", target_;
};

Chapter read_chapter(const std::filesystem::path& folder, const std::string& id) {
    const std::string file = id + ".md";
    Chapter chapter{id, {}, Reader(file, file_text(folder / file)).take()};
    if (chapter.blocks.empty() || chapter.blocks.front().kind != "Heading" || chapter.blocks.front().level != 1)
        fail(file, "must begin with its title: # Title");
    chapter.title = chapter.blocks.front().words();
    std::set<std::string> names;
    for (const Block& block : chapter.blocks)
        if (block.kind == "Heading" && !names.insert(block.target).second)
            fail(file, "has two headings \"" + block.words() + "\"");
    return chapter;
}

std::vector<Chapter> read_chapters(const std::filesystem::path& folder) {
    std::vector<Chapter> chapters;
    for (const Block& block : Reader("README.md", file_text(folder / "README.md")).take())
        for (const Span& span : block.spans)
            if (span.kind == "Link" && std::filesystem::path(span.target).extension() == ".md" &&
                span.target.find('/') == std::string::npos)
                chapters.push_back(read_chapter(folder, std::filesystem::path(span.target).stem().string()));
    for (const auto& each : std::filesystem::directory_iterator(folder)) {
        const std::string id = each.path().stem().string();
        const auto same = [&](const Chapter& chapter) { return chapter.id == id; };
        if (each.path().extension() == ".md" && id != "README" && std::none_of(chapters.begin(), chapters.end(), same))
            fail("README.md", "does not name " + id + ".md");
    }
    return chapters;
}

std::vector<Entry> read_glossary(const std::vector<Chapter>& chapters) {
    std::vector<Entry> entries;
    for (const Chapter& chapter : chapters) {
        if (chapter.id != "glossary") continue;
        for (const Block& block : chapter.blocks) {
            if (block.kind != "Item") continue;
            if (block.spans.size() < 2 || block.spans.front().kind != "Bold")
                fail("glossary.md", "an item is **Term**: what it means, not \"" + block.words() + "\"");
            std::string text = block.words();
            if (text.empty() || text.back() != '.') fail("glossary.md", "\"" + text + "\" ends without a full stop");
            text.pop_back();  // tooltips have none
            entries.push_back({block.spans.front().text, std::move(text)});
        }
    }
    if (entries.empty()) fail("glossary.md", "explains nothing");
    return entries;
}

/// Links between files become places in the manual, and must lead somewhere.
void resolve_links(std::vector<Chapter>& chapters) {
    std::set<std::string> places;
    for (const Chapter& chapter : chapters) {
        places.insert(chapter.id);
        for (const Block& block : chapter.blocks)
            if (block.kind == "Heading") places.insert(chapter.id + "#" + block.target);
    }
    for (Chapter& chapter : chapters)
        for (Block& block : chapter.blocks)
            for (Span& span : block.spans) {
                if (span.kind != "Link") continue;
                if (span.target.rfind("panel:", 0) == 0 || span.target.rfind("action:", 0) == 0) continue;
                const std::size_t end = span.target.find(".md");
                std::string place = span.target;
                if (!place.empty() && place.front() == '#') place = chapter.id + place;
                if (end != std::string::npos) place.erase(end, 3);
                if (places.count(place) == 0)
                    fail(chapter.id + ".md", "\"" + span.target +
                                                 "\" leads nowhere; links lead to chapters "
                                                 "(file.md, file.md#heading), panel:ID or action:NAME");
                span.target = place;
            }
}

/// Words of every day, which a text uses without meaning the term.
bool too_common(const std::string& term) {
    static const std::set<std::string> all{"Name", "Bytes", "Access", "Parent", "Fill", "Waste", "Row", "Column"};
    return all.count(term) != 0;
}

/// Length of the term at `at`, in the singular or the plural; 0 when it does not stand there as a word.
std::size_t length_of_term(const std::string& text, std::size_t at, const std::string& term) {
    if (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '-')) return 0;
    const std::string here = lower(text.substr(at, term.size() + 3)), wanted = lower(term);
    const auto ends = [&](std::size_t length) {
        return length == here.size() ? at + length >= text.size() || !is_letter(text[at + length])
                                     : !is_letter(here[length]);
    };
    if (here.rfind(wanted, 0) == 0) {
        if (ends(wanted.size())) return wanted.size();
        if (here.rfind(wanted + "s", 0) == 0 && ends(wanted.size() + 1)) return wanted.size() + 1;
    }
    if (wanted.back() == 'y') {
        const std::string plural = wanted.substr(0, wanted.size() - 1) + "ies";
        if (here.rfind(plural, 0) == 0 && ends(plural.size())) return plural.size();
    }
    return 0;
}

/// The first time that a section has a term, the word is marked, so that it can be explained.
void mark_terms(std::vector<Chapter>& chapters, const std::vector<Entry>& glossary) {
    for (Chapter& chapter : chapters) {
        if (chapter.id == "glossary") continue;
        std::set<std::string> seen;
        for (Block& block : chapter.blocks) {
            if (block.kind == "Heading") seen.clear();
            if (block.kind != "Paragraph" && block.kind != "Item" && block.kind != "TableRow") continue;
            std::vector<Span> marked;
            for (const Span& span : block.spans) {
                if (span.kind != "Plain") {
                    marked.push_back(span);
                    continue;
                }
                std::size_t from = 0;
                for (std::size_t at = 0; at < span.text.size();) {
                    const Entry* found = nullptr;
                    std::size_t length = 0;
                    for (const Entry& entry : glossary) {
                        if (too_common(entry.term) || seen.count(entry.term) != 0) continue;
                        const std::size_t here = length_of_term(span.text, at, entry.term);
                        if (here > length) {
                            length = here;
                            found = &entry;
                        }
                    }
                    if (found == nullptr) {
                        ++at;
                        continue;
                    }
                    if (at > from) marked.push_back({"Plain", span.text.substr(from, at - from), {}});
                    marked.push_back({"Term", span.text.substr(at, length), found->term});
                    seen.insert(found->term);
                    at += length;
                    from = at;
                }
                if (from < span.text.size()) marked.push_back({"Plain", span.text.substr(from), {}});
            }
            block.spans = std::move(marked);
        }
    }
}

std::string literal(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c == '\n')
            quoted += "\\n";
        else
            quoted += c;
    }
    return quoted + "\"";
}

std::string as_code(const std::vector<Chapter>& chapters, const std::vector<Entry>& glossary_entries) {
    std::ostringstream code;
    code << "// Generated from docs/manual by panels/texts_maker. Do not edit.\n"
            "#include \"panels/texts/manual_text.hpp\"\n\nnamespace panels {\n\nnamespace {\n\n"
            "using S = ManualSpan::Kind;\nusing B = ManualBlock::Kind;\n";
    for (std::size_t c = 0; c < chapters.size(); ++c) {
        const std::vector<Block>& blocks = chapters[c].blocks;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (blocks[b].spans.empty()) fail(chapters[c].id + ".md", "has an empty " + blocks[b].kind);
            code << "constexpr ManualSpan spans_" << c << '_' << b << "[] = {\n";
            for (const Span& span : blocks[b].spans)
                code << "    {S::" << span.kind << ", " << literal(span.text) << ", " << literal(span.target) << "},\n";
            code << "};\n";
        }
        code << "constexpr ManualBlock blocks_" << c << "[] = {\n";
        for (std::size_t b = 0; b < blocks.size(); ++b)
            code << "    {B::" << blocks[b].kind << ", " << blocks[b].level << ", " << blocks[b].number << ", "
                 << literal(blocks[b].target) << ", spans_" << c << '_' << b << "},\n";
        code << "};\n";
    }
    code << "constexpr ManualChapter chapters[] = {\n";
    for (std::size_t c = 0; c < chapters.size(); ++c)
        code << "    {" << literal(chapters[c].id) << ", " << literal(chapters[c].title) << ", blocks_" << c << "},\n";
    code << "};\nconstexpr GlossaryEntry entries[] = {\n";
    for (const Entry& entry : glossary_entries)
        code << "    {" << literal(entry.term) << ", " << literal(entry.text) << "},\n";
    code << "};\n\n}  // namespace\n\nstd::span<const ManualChapter> manual_chapters() { return chapters; }\n"
            "std::span<const GlossaryEntry> glossary() { return entries; }\n\n}  // namespace panels\n";
    return code.str();
}

/// The catalogs of a folder, line by line: compilers limit the length of a literal.
std::string languages_as_code(const std::filesystem::path& folder) {
    std::map<std::string, std::vector<std::string>> languages;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        if (file.path().extension() != ".json") continue;
        std::ifstream in(file.path(), std::ios::binary);
        for (std::string line; std::getline(in, line);) languages[file.path().stem().string()].push_back(line + "\n");
        if (in.bad() || !in.eof()) fail(file.path().string(), "cannot be read");
    }
    std::ostringstream code;
    code << "\n#include \"panels/texts/language_texts.hpp\"\n\nnamespace panels {\n\nnamespace {\n\n";
    for (const auto& [name, lines] : languages) {
        code << "constexpr std::string_view lines_of_" << name << "[] = {\n";
        for (const std::string& line : lines) code << "    " << literal(line) << ",\n";
        code << "};\n";
    }
    code << "constexpr LanguageText languages[] = {\n";
    for (const auto& each : languages) code << "    {" << literal(each.first) << ", lines_of_" << each.first << "},\n";
    code << "};\n\n}  // namespace\n\nstd::span<const LanguageText> language_texts() { return languages; }\n\n"
            "}  // namespace panels\n";
    return code.str();
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count != 4) {
        std::cerr << "usage: texts_maker MANUAL LANGUAGES OUT.cpp\n";
        return EXIT_FAILURE;
    }
    try {
        std::vector<Chapter> chapters = read_chapters(arguments[1]);
        const std::vector<Entry> entries = read_glossary(chapters);
        resolve_links(chapters);
        mark_terms(chapters, entries);
        std::ofstream out(arguments[3], std::ios::binary | std::ios::trunc);
        out << as_code(chapters, entries) << languages_as_code(arguments[2]);
        out.close();
        if (!out) fail(arguments[3], "cannot be written");
    } catch (const std::exception& error) {
        std::cerr << "docs/manual/" << error.what() << '\n';
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
