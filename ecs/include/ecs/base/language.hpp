// The language of texts for people. Code writes a text in English, and that text is the key: tr() gives it
// in the language that is spoken, or as it is where nobody chose a language or the catalog lacks it. So the command
// line, tests and files are English without doing anything. Names that are kept or compared are never translated, only
// where they are drawn.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ecs {

/// The texts of one language by their English ones. It does not change, so every thread may read it.
class Catalog {
public:
    using Texts = std::vector<std::pair<std::string, std::string>>;  // English, and what it is called here

    /// `code` is for settings ("ja"), `name` for the menu, in the language itself ("日本語").
    Catalog(std::string code, std::string name, Texts texts);

    const std::string& code() const { return code_; }
    const std::string& name() const { return name_; }
    const Texts& texts() const { return texts_; }
    /// Null when it lacks the text.
    const char* find(std::string_view english) const;

private:
    std::string code_, name_;
    Texts texts_;
    std::vector<std::uint32_t> slots_;  // an open hash table: positions in texts_ + 1; 0: free
};

/// From now on texts are those of the catalog; null: English. The owner of the window calls it, between two frames. The
/// catalog stays as long as texts of it may be in use.
void speak(const Catalog* catalog);
const Catalog* spoken();

/// Costs a look into a hash table and no memory. Valid as long as the catalog.
[[gnu::format_arg(1)]] const char* tr(const char* english);
/// As it is when nothing else is known, so the text must outlive the use.
std::string_view tr(std::string_view english);
/// For words that mean several things: `tr_as("verb", "Open")` has the key "Open|verb".
const char* tr_as(std::string_view sense, const char* english);
/// Marks a text of a table, which is translated where it is drawn.
constexpr const char* tr_later(const char* english) { return english; }

/// A part of a phrase.
struct PhrasePart {
    std::string_view text;
    PhrasePart(std::string_view text_) : text(text_) {}
    PhrasePart(const std::string& text_) : text(text_) {}
    PhrasePart(const char* text_) : text(text_) {}
};
std::string fill_phrase(const char* phrase, std::initializer_list<PhrasePart> parts);
/// A sentence with parts in it: `phrase("{} of {}", hits, all)`. Translations may name them in another order: "{1} の
/// うち {0}".
template <class... Parts>
std::string phrase(const char* english, const Parts&... parts) {
    return fill_phrase(tr(english), {PhrasePart(parts)...});
}

/// "12 rows" has the key "{} rows", "1 row" has "{} row".
std::string count_phrase(std::string_view number, std::string_view noun);

/// As long as it lives, this thread speaks English: for figures, which go into files.
class InEnglish {
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;
};

}  // namespace ecs
