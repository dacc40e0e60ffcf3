#include "ecs/base/language.hpp"

#include <atomic>

namespace ecs {

namespace {

// The one state of the process that texts depend on: handing it to every function that has a sentence would cost more
// than it tells.
std::atomic<const Catalog*> spoken_catalog{nullptr};
thread_local int english_scopes = 0;

constexpr std::uint64_t hash_start = 14695981039346656037ull;
std::uint64_t hash_on(std::uint64_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return hash;
}

/// Whether this is the first byte of a character of Chinese or Japanese, or of their full-width signs.
bool begins_wide(std::string_view text) {
    const auto first = text.empty() ? 0u : static_cast<unsigned char>(text.front());
    return (first >= 0xE3 && first <= 0xE9) || first == 0xEF;
}
bool ends_wide(std::string_view text) { return text.size() >= 3 && begins_wide(text.substr(text.size() - 3)); }

const Catalog* catalog_now() { return english_scopes > 0 ? nullptr : spoken_catalog.load(std::memory_order_acquire); }

}  // namespace

Catalog::Catalog(std::string code, std::string name, Texts texts)
    : code_(std::move(code)), name_(std::move(name)), texts_(std::move(texts)) {
    std::size_t size = 16;
    while (size < texts_.size() * 2) size *= 2;
    slots_.assign(size, 0);
    for (std::size_t i = 0; i < texts_.size(); ++i) {
        std::size_t at = hash_on(hash_start, texts_[i].first) & (size - 1);
        while (slots_[at] != 0) at = (at + 1) & (size - 1);
        slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

const char* Catalog::find(std::string_view english) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash_on(hash_start, english) & mask; slots_[at] != 0; at = (at + 1) & mask) {
        const auto& [key, text] = texts_[slots_[at] - 1];
        if (key == english) return text.c_str();
    }
    return nullptr;
}

void speak(const Catalog* catalog) { spoken_catalog.store(catalog, std::memory_order_release); }
const Catalog* spoken() { return spoken_catalog.load(std::memory_order_acquire); }

const char* tr(const char* english) {
    const Catalog* const catalog = catalog_now();
    const char* const found = catalog ? catalog->find(english) : nullptr;
    return found ? found : english;
}

std::string_view tr(std::string_view english) {
    const Catalog* const catalog = catalog_now();
    const char* const found = catalog ? catalog->find(english) : nullptr;
    return found ? std::string_view(found) : english;
}

const char* tr_as(std::string_view sense, const char* english) {
    const Catalog* const catalog = catalog_now();
    if (!catalog) return english;
    const char* const found = catalog->find((std::string(english) + "|").append(sense));
    return found ? found : english;
}

std::string fill_phrase(const char* phrase, std::initializer_list<PhrasePart> parts) {
    std::string text;
    std::size_t next = 0;
    for (const char* c = phrase; *c != 0; ++c) {
        if (*c == '{') {
            const bool numbered = c[1] >= '0' && c[1] <= '9' && c[2] == '}';
            const std::size_t part = numbered ? static_cast<std::size_t>(c[1] - '0') : next;
            if ((numbered || c[1] == '}') && part < parts.size()) {
                const std::string_view put = parts.begin()[part].text;
                // The space between Japanese and a Latin name or number: none where the part is Japanese, too.
                if (text.ends_with(' ') && begins_wide(put) &&
                    ends_wide(std::string_view(text).substr(0, text.size() - 1)))
                    text.pop_back();
                text += put;
                next += numbered ? 0 : 1;
                c += numbered ? 2 : 1;
                if (c[1] == ' ' && ends_wide(put) && begins_wide(c + 2)) ++c;
                continue;
            }
        }
        text += *c;
    }
    return text;
}

std::string count_phrase(std::string_view number, std::string_view noun) {
    return phrase(std::string("{} ").append(noun).c_str(), number);
}

InEnglish::InEnglish() { ++english_scopes; }
InEnglish::~InEnglish() { --english_scopes; }

}  // namespace ecs
