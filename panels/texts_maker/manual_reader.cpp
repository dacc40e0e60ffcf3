#include "panels/texts_maker/manual_reader.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <md4c.h>

#include "panels/texts_maker/letters.hpp"

namespace texts_maker {

namespace {

std::string file_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file.string(), "cannot be read");
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
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

/// A translation begins with a line that says what it was made from; readers do not see it.
std::string without_comment(std::string text) {
    if (text.rfind("<!--", 0) == 0) text.erase(0, text.find('\n') + 1);
    return text;
}

}  // namespace

[[noreturn]] void fail(const std::string& file, const std::string& problem) {
    throw std::runtime_error(file + ": " + problem);
}

Chapter read_chapter(const std::filesystem::path& folder, const std::string& id) {
    const std::string file = id + ".md";
    Chapter chapter{id, {}, Reader(file, without_comment(file_text(folder / file))).take()};
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

void resolve_links(Chapter& chapter, const std::vector<Chapter>& all) {
    std::set<std::string> places;
    for (const Chapter& each : all) {
        places.insert(each.id);
        for (const Block& block : each.blocks)
            if (block.kind == "Heading") places.insert(each.id + "#" + block.target);
    }
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

}  // namespace texts_maker
