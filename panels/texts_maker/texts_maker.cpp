// Reads docs/manual and the languages and writes them as C++ tables, see panels/texts/manual_text.hpp and
// language_texts.hpp. Used while the program is built:
//
//     texts_maker docs/manual panels/languages OUT.cpp
//
// README.md there names the chapters in their order; glossary.md is a chapter whose items "**Term**: what it means" are
// the terms. What the panel cannot show, and a link to nowhere, is an error with the file and what is wrong.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "panels/texts_maker/manual_reader.hpp"
#include "panels/texts_maker/manual_terms.hpp"
#include "panels/texts_maker/translations.hpp"

using namespace texts_maker;

namespace {

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

/// The arrays of one chapter, under names that begin with `name`.
void write_chapter(std::ostream& code, const Chapter& chapter, const std::string& name) {
    const std::vector<Block>& blocks = chapter.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b].spans.empty()) fail(chapter.id + ".md", "has an empty " + blocks[b].kind);
        code << "constexpr ManualSpan spans_" << name << '_' << b << "[] = {\n";
        for (const Span& span : blocks[b].spans)
            code << "    {S::" << span.kind << ", " << literal(span.text) << ", " << literal(span.target) << "},\n";
        code << "};\n";
    }
    code << "constexpr ManualBlock blocks_" << name << "[] = {\n";
    for (std::size_t b = 0; b < blocks.size(); ++b)
        code << "    {B::" << blocks[b].kind << ", " << blocks[b].level << ", " << blocks[b].number << ", "
             << literal(blocks[b].target) << ", spans_" << name << '_' << b << "},\n";
    code << "};\n";
}

/// All chapters in their order; those that the translation lacks are the English ones.
void write_chapters(std::ostream& code, const std::vector<Chapter>& english, const Translation& translation) {
    std::ostringstream list;
    for (const Chapter& original : english) {
        const auto found = std::find_if(translation.chapters.begin(), translation.chapters.end(),
                                        [&](const Chapter& chapter) { return chapter.id == original.id; });
        const bool own = found != translation.chapters.end();
        const Chapter& chapter = own ? *found : original;
        const std::string language = own ? translation.language : "en";
        std::string name = language + "_" + chapter.id;
        std::replace(name.begin(), name.end(), '-', '_');
        if (own) write_chapter(code, chapter, name);
        list << "    {" << literal(chapter.id) << ", " << literal(chapter.title) << ", blocks_" << name << ", "
             << literal(language) << "},\n";
    }
    code << "constexpr ManualChapter chapters_" << translation.language << "[] = {\n" << list.str() << "};\n";
}

std::string as_code(const std::vector<Chapter>& english, const std::vector<Translation>& translations,
                    const std::vector<Entry>& glossary_entries) {
    std::ostringstream code;
    code << "// Generated from docs/manual by panels/texts_maker. Do not edit.\n"
            "#include \"panels/texts/manual_text.hpp\"\n\nnamespace panels {\n\nnamespace {\n\n"
            "using S = ManualSpan::Kind;\nusing B = ManualBlock::Kind;\n";
    write_chapters(code, english, {"en", english});
    for (const Translation& each : translations) write_chapters(code, english, each);
    code << "constexpr GlossaryEntry entries[] = {\n";
    for (const Entry& entry : glossary_entries)
        code << "    {" << literal(entry.term) << ", " << literal(entry.text) << "},\n";
    code << "};\n\n}  // namespace\n\n"
            "std::span<const ManualChapter> manual_chapters_in(std::string_view language) {\n";
    for (const Translation& each : translations)
        code << "    if (language == " << literal(each.language) << ") return chapters_" << each.language << ";\n";
    code << "    (void)language;\n    return chapters_en;\n}\n"
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
    code << "\n#include \"panels/texts/language_texts.hpp\"\n\nnamespace panels {\n\nnamespace {\n\n"
            // Literals that know their length: compilers count only so many steps before they give up a constant.
            "using namespace std::string_view_literals;\n";
    for (const auto& [name, lines] : languages) {
        code << "constexpr std::string_view lines_of_" << name << "[] = {\n";
        for (const std::string& line : lines) code << "    " << literal(line) << "sv,\n";
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
        const std::vector<Translation> translations = read_translations(arguments[1], chapters, entries);
        std::vector<TermWord> words;
        for (const Entry& entry : entries) words.push_back({entry.term, entry.term});
        const std::vector<Chapter> places = chapters;
        for (Chapter& chapter : chapters) {
            resolve_links(chapter, places);
            mark_terms(chapter, words);
        }
        std::ofstream out(arguments[3], std::ios::binary | std::ios::trunc);
        out << as_code(chapters, translations, entries) << languages_as_code(arguments[2]);
        out.close();
        if (!out) fail(arguments[3], "cannot be written");
    } catch (const std::exception& error) {
        std::cerr << "docs/manual/" << error.what() << '\n';
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
