// Each lesson taken by a script, once with the right predictions and once with wrong ones. What is right is computed
// here in closed form, without storages.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "ecs/lab/by_hand.hpp"
#include "ecs/lab/compare.hpp"
#include "ecs/lab/lesson_session.hpp"
#include "ecs/lab/lesson_trial.hpp"
#include "editor/lab_lesson.hpp"

using namespace ecs::lab;

namespace {

Lesson lesson_called(std::string_view id) {
    for (const editor::BuiltInLesson& each : editor::built_in_lessons())
        if (each.id == id) return editor::read_lesson(each.text, std::string(id));
    throw std::runtime_error("no such lesson");
}

Answer number(double value) { return {AnswerKind::Number, value, {}, {}, {}}; }
Answer word(std::string value) { return {AnswerKind::Word, 0, std::move(value), {}, {}}; }
Answer order(std::vector<std::string> value) { return {AnswerKind::Order, 0, {}, std::move(value), {}}; }

/// For what a clock says: whatever it says is taken as predicted.
Answer measured() { return word({}); }

/// Any prediction that is well formed and is not `truth`.
Answer wrong_one(const Question& question, Answer truth) {
    switch (truth.kind) {
        case AnswerKind::Number:
            truth.number = truth.number * 10 + 10;
            break;
        case AnswerKind::Word:
            for (const LessonChoice& choice : question.choices)
                if (choice.key != truth.word) {
                    truth.word = choice.key;
                    break;
                }
            break;
        case AnswerKind::Order:
            std::swap(truth.order.front(), truth.order.back());
            break;
        case AnswerKind::Bytes:
            truth.bytes.back().second += 4;
            break;
    }
    return truth;
}

/// What is no prediction at all, of this kind.
Answer no_prediction(const Question& question) {
    Answer answer;
    answer.kind = answer_of(question.answer.kind);
    answer.number = -1;
    answer.word = "nothing of the kind";
    for (const LessonChoice& choice : question.choices) answer.order.push_back(choice.key);
    if (!answer.order.empty()) answer.order.pop_back();
    return answer;
}

/// Takes the whole lesson with these predictions: each must be right, and one like it must be wrong.
void take(const Lesson& lesson, std::vector<Answer> answers) {
    REQUIRE(lesson.questions.size() == answers.size());
    LessonSession right(lesson), wrong(lesson);
    right.begin();
    wrong.begin();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        CAPTURE(i, lesson.questions[i].ask.english);
        const QuestionTruth truth = find_truth(lesson, i);
        const Question& question = lesson.questions[i];
        CAPTURE(answer_text(question, truth.answer, Language::English));
        CAPTURE(explanation_of(question, truth, Language::English));
        if (is_measured(question.answer) && answers[i] == measured()) answers[i] = truth.answer;
        REQUIRE(truth.answer.kind == answers[i].kind);
        REQUIRE_FALSE(right.predict(no_prediction(question)).empty());
        REQUIRE(right.stage() == LessonStage::Predict);
        REQUIRE(right.predict(answers[i]).empty());
        REQUIRE(wrong.predict(wrong_one(question, answers[i])).empty());
        right.take(truth);
        wrong.take(truth);
        CHECK(right.feedback().right);
        CHECK_FALSE(wrong.feedback().right);
        const bool says_difference =
            wrong.feedback().difference != 0 || wrong.feedback().missing > 0 || wrong.feedback().extra > 0;
        CHECK(says_difference == (truth.answer.kind != AnswerKind::Word));
        for (const Language language : {Language::English, Language::Japanese}) {
            const std::string explained = explanation_of(question, truth, language);
            CHECK(explained.find('{') == std::string::npos);
        }
        right.explain("Because it is so.");
        wrong.explain({});
        right.next();
        wrong.next();
    }
    CHECK(right.stage() == LessonStage::Done);
    CHECK(right.right() == answers.size());
    CHECK(wrong.stage() == LessonStage::Done);
    CHECK(wrong.right() == 0);
}

/// Rows that fit: the most for which header and columns, each begun at a multiple of `align`, end within 16 KiB.
double rows_that_fit(std::uint64_t header, std::uint64_t align, const std::vector<std::uint64_t>& sizes) {
    for (std::uint64_t rows = 0;; ++rows) {
        std::uint64_t end = header;
        for (const std::uint64_t size : sizes) end = (end + align - 1) / align * align + size * (rows + 1);
        if (end > 16'384) return static_cast<double>(rows);
    }
}

/// The bytes of `type`'s values of entities, where they lie after `steps` steps.
ByteRanges values_of(const Lesson& lesson, StorageKind kind, std::size_t steps,
                     const std::vector<std::string>& entities) {
    ScenarioRun run(*lesson.scenarios.find(""), kind, Mode::Repaired, {}, Tracing::Events);
    run.run_to(steps);
    ByteRanges ranges;
    for (const Span& span : spans_of(run.storage())) {
        const auto owner = run.entity_of({span.handle});
        if (span.role != Role::Payload || !owner) continue;
        const std::string name = run.scenario().entity_name(*owner);
        if (std::find(entities.begin(), entities.end(), name) != entities.end())
            ranges.emplace_back(span.at, span.end());
    }
    return joined_ranges(ranges);
}

}  // namespace

TEST_CASE("Lesson L3: how many fit in 16 KiB", "[editor][lesson]") {
    take(lesson_called("L3"),
         {number(16'384 / (8 + 12 + 12 + 4)), number(rows_that_fit(64, 16, {8, 12, 12, 4})),
          number(rows_that_fit(64, 64, {8, 12, 12, 4})), number(rows_that_fit(64, 16, {8, 12, 12, 4, 1})), number(0)});
    CHECK(rows_that_fit(64, 16, {8, 12, 12, 4}) == 452);
    CHECK(rows_that_fit(64, 64, {8, 12, 12, 4}) == 448);
}

TEST_CASE("Lesson L4: what adding a Velocity moves", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L4");
    Answer clicked;
    clicked.kind = AnswerKind::Bytes;
    clicked.bytes = values_of(lesson, StorageKind::Chunks, 4, {"b", "d"});
    CHECK(byte_count(clicked.bytes) == 2 * (12 + 4));
    take(lesson, {clicked, number((12 + 4) + (8 + 12 + 4)), number(0)});
}

TEST_CASE("Lesson L5: swap-remove", "[editor][lesson]") {
    const double rows = 100'000.0 * 99'999 / 2, row_bytes = 4 + 4;
    CHECK(rows * row_bytes == 39'999'600'000);
    take(lesson_called("L5"),
         {order({"a", "e", "c", "d"}), order({"a", "c", "d", "e"}), number(50), number(rows * row_bytes)});
}

TEST_CASE("Lessons: an operation done by hand is graded against the trace", "[editor][lesson]") {
    for (const char* id : {"L4", "L5", "L7"}) {
        CAPTURE(id);
        const Lesson lesson = lesson_called(id);
        REQUIRE(lesson.hands_on.has_value());
        const Look& look = lesson.hands_on->look;
        ScenarioRun run(*lesson.scenarios.find(look.scenario), look.storage, look.mode, look.options, Tracing::Events);
        run.run_to(*look.step);
        const Arena::Snapshot after = run.arena().snapshot();
        {
            ByHand hand(run);
            REQUIRE(hand.beats() > 0);
            CHECK(hand.click(1) == ByHand::Click::Wrong);
            CHECK(hand.mistakes() == 1);
            std::size_t clicks = 0;
            while (!hand.finished()) {
                const bool copy = hand.present().kind == EventKind::Copy;
                const std::size_t done = hand.done();
                REQUIRE(hand.click(hand.wanted().second - 1) == ByHand::Click::Right);
                if (copy) {
                    CHECK(hand.wants_destination());
                    REQUIRE(hand.click(hand.wanted().first) == ByHand::Click::Right);
                }
                CHECK(hand.done() == done + 1);
                clicks += copy ? 2 : 1;
            }
            CHECK(clicks > hand.beats());
            CHECK(hand.mistakes() == 1);
        }
        CHECK(run.arena().snapshot() == after);
    }
}

TEST_CASE("Lesson L6: the id that came back", "[editor][lesson]") {
    // 001 finds values by index, and the index of `old` went to `new`. 002's handle is a row, into which the last one
    // (`other`) moved. Ours compares generations. An index that stood in the queue twice is that of c and of d. 4 bits
    // have 16 generations.
    take(lesson_called("L6"), {word("new"), word("other"), word("refused"), word("d"), number(1 << 4)});
}

TEST_CASE("Lesson L8: tags", "[editor][lesson]") {
    // 452 rows in a chunk of 16 KiB; the Positions lie behind the ids.
    const double rows = rows_that_fit(64, 16, {8, 12, 12, 4});
    const double chunks = std::ceil(10'000 / rows);
    CHECK(chunks == 23);
    double lines_without = std::ceil(chunks * 8 / 64);  // the list of chunks
    for (double left = 10'000; left > 0; left -= rows) {
        const double begin = 64 + 8 * rows, end = begin + 12 * std::min(left, rows);
        lines_without += std::ceil(end / 64) - std::floor(begin / 64) + 1;  // and the header
    }
    // Nine or ten rows in a block of 512 bytes, for twelve: the Positions, from byte 160 on, lie in three lines; a
    // header and a list of chunks each.
    take(lesson_called("L8"), {number(256), number(1024 * 5 / lines_without), number(0)});
}

TEST_CASE("Lesson L9: who needs how much memory", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L9");
    std::vector<Answer> answers;
    for (const char* key : {"many", "few", "sparse"}) {
        auto board = compare(*lesson.scenarios.find(key), Mode::Repaired, {}, 1);
        std::sort(board.begin(), board.end(),
                  [](const BoardRow& a, const BoardRow& b) { return a.account.allocated < b.account.allocated; });
        std::vector<std::string> names;
        for (const BoardRow& row : board) names.emplace_back(name_of(row.kind));
        answers.push_back(order(names));
        if (std::string(key) != "many") continue;
        // 001: 16,384 ids of 8 bytes; options of 16, 16 and 8 bytes for as many.
        for (const BoardRow& row : board)
            if (row.kind == StorageKind::SparseVector) CHECK(row.account.allocated == 16'384 * (8 + 16 + 16 + 8));
    }
    CHECK(answers[0].order.front() == "chunks");
    CHECK(answers[1].order.front() == "002");
    CHECK(answers[0].order != answers[2].order);
    take(lesson, answers);
}

TEST_CASE("Lesson L10: destroyed is not gone", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L10");
    ScenarioRun run(*lesson.scenarios.find(""), StorageKind::HashIndex, Mode::Faithful, {}, Tracing::Events);
    run.run_to(5);
    Answer name;
    name.kind = AnswerKind::Bytes;
    for (const Span& span : spans_of(run.storage()))
        if (span.role == Role::Payload && span.bytes == 16 && std::memcmp(run.arena().at(span.at), "Bob", 4) == 0)
            name.bytes.emplace_back(span.at, span.end());
    REQUIRE(name.bytes.size() == 1);
    // Of the two lists one was walked and compacted. While b is moved onto a, it still stands where it stood.
    take(lesson, {name, number(0), word("refused"), number(1), number(1), word("b c")});
}

TEST_CASE("Lesson L11: an array that is reached by hash", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L11");
    // Steps back, counted once more from the single events.
    ScenarioRun run(*lesson.scenarios.find("small"), StorageKind::PackedVector, Mode::Repaired, {}, Tracing::Events);
    run.run_to(2);
    const Trace::Operation& query = run.trace()->operations().back();
    std::vector<Address> lines;
    for (std::size_t i = query.begin; i < query.end; ++i) {
        const Event& event = run.trace()->events()[i];
        const bool touches = event.kind == EventKind::Read || event.kind == EventKind::Write ||
                             event.kind == EventKind::Probe || event.kind == EventKind::Copy;
        const Block* block = touches ? run.arena().block_of(event.at) : nullptr;
        if (block == nullptr || block->place != Place::Heap) continue;
        const std::uint64_t bytes = std::max<std::uint64_t>(event.bytes, 1);
        for (Address line = event.at / 64; line <= (event.at + bytes - 1) / 64; ++line)
            if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    double back = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (lines[i] < lines[i - 1]) ++back;
    // 10,000 look-ups against 1,000, each of a slot or a little more.
    take(lesson, {order({"002", "003", "000"}), number(back), number(10)});
}

TEST_CASE("Lesson L2: where a line starts", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L2");
    ScenarioRun run(*lesson.scenarios.find(""), StorageKind::ArchetypeBlock, Mode::Faithful, {}, Tracing::Events);
    run.run_to(1);
    Address block = 0;  // the only one that holds 16 values of 12 bytes
    for (const auto& [begin, each] : run.arena().blocks())
        if (each.place == Place::Heap && each.bytes >= 16 * 12) block = begin;
    REQUIRE(block % 64 == 0);
    Answer straddling;
    straddling.kind = AnswerKind::Bytes;
    for (const Address i : {Address{5}, Address{10}})
        straddling.bytes.emplace_back(block + i * 12, block + (i + 1) * 12);
    take(lesson, {number(static_cast<double>(block)), number(1), number(2), straddling});
}

TEST_CASE("Lesson L7: my pointer moved", "[editor][lesson]") {
    take(lesson_called("L7"), {number(4 + 1), number((256 - 64) / (8 + 8) + 1), number(6)});
}

TEST_CASE("Lesson L1: rows or columns", "[editor][lesson]") {
    // Columns: values one behind the other. Objects: 92 bytes and a header, in two lines each, and 1,000 pointers.
    take(lesson_called("L1"), {number(std::ceil(4 * 1000 / 64.0)), word("004"),
                               number((1000 * 2 + 1000 * 8 / 64.0) / std::ceil(92 * 1000 / 64.0))});
}

TEST_CASE("Lesson L12: lines are not time", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L12");
    CHECK(is_measured(lesson.questions[1].answer));
    // Options of 16 bytes for 1,000 indices of two lists, both walked over: a row of 002 has 24 bytes.
    double both = 0, positions = 0;
    for (int i = 0; i < 1000; ++i) {
        const bool position = i / 10 % 3 != 0, velocity = i / 10 % 4 != 0;
        positions += position;
        both += position && velocity;
    }
    const double sparse = 1000 * 16 / 64.0 + positions * 16 / 64, packed = both * 24 / 64;
    CHECK(is_measured(lesson.questions[2].answer));
    take(lesson, {number(sparse / packed), measured(), measured()});
}

TEST_CASE("Lesson C1: doubling", "[editor][lesson]") { take(lesson_called("C1"), {number(1 + 2 + 4), number(8 - 5)}); }

TEST_CASE("Lesson C2: three adds or one spawn", "[editor][lesson]") {
    const Lesson lesson = lesson_called("C2");
    // Where the last archetype's block grows, it does so in both; 12 and then 24 bytes are taken along beside that.
    ScenarioRun whole(*lesson.scenarios.find("spawn"), StorageKind::Chunks, Mode::Repaired, {}, Tracing::Events);
    whole.run_to(1);
    double grown = 0;
    for (const Event& event : whole.trace()->events())
        if (event.kind == EventKind::Copy) grown += static_cast<double>(event.bytes);
    // The three archetypes on the way keep a chunk each.
    take(lesson,
         {number(1000 * (12 + 24) + grown), number(std::ceil(1000 / rows_that_fit(64, 16, {8, 12, 12, 4})) + 3)});
}

TEST_CASE("Lesson C3: the order of fields", "[editor][lesson]") {
    struct Mixed {
        char a;
        double b;
        char c;
        std::int32_t d;
        char e;
    };
    struct Sorted {
        double b;
        std::int32_t d;
        char a, c, e;
    };
    take(lesson_called("C3"), {number(sizeof(Mixed)), number(sizeof(Sorted))});
    CHECK(sizeof(Mixed) == 32);
    CHECK(sizeof(Sorted) == 16);
}

TEST_CASE("Lessons C4 to C6: pushed twice, born during the walk, two types of one name", "[editor][lesson]") {
    take(lesson_called("C4"), {number(2)});
    take(lesson_called("C5"), {number(0)});
    take(lesson_called("C6"), {word("bitten")});
}

namespace {

/// What the knobs of a question's trial lead to, by their positions.
std::vector<Answer> tried(const Lesson& lesson, std::size_t question, const KnobPositions& positions) {
    REQUIRE(lesson.questions[question].trial.has_value());
    return find_readings(lesson, *lesson.questions[question].trial, positions);
}

}  // namespace

TEST_CASE("Lesson L2: an array that slides over the lines", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L2");
    for (std::size_t position = 0; position < 16; ++position) {
        const std::uint64_t base = 4 * position;
        double twelve = 0, sixteen = 0;
        for (std::uint64_t i = 0; i < 16; ++i) {
            twelve += (base + 12 * i) % 64 > 64 - 12;
            sixteen += (base + 16 * i) % 64 > 64 - 16;
        }
        CAPTURE(base);
        const std::vector<Answer> readings = tried(lesson, 3, {position});
        CHECK(readings[0].number == twelve);
        CHECK(readings[1].number == sixteen);
    }
}

TEST_CASE("Lesson L5: walking both ways, removing both ways", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L5");
    for (const std::size_t removal : {0, 1}) {
        CHECK(tried(lesson, 2, {0, removal})[0].number == 50);
        CHECK(tried(lesson, 2, {0, removal})[1].number == 50);
        CHECK(tried(lesson, 2, {1, removal})[0].number == 100);
        CHECK(tried(lesson, 2, {1, removal})[1].number == 0);
    }
    CHECK(tried(lesson, 3, {0})[0].number == 8 * 99'999);
    CHECK(tried(lesson, 3, {1})[0].number == 39'999'600'000);
    CHECK(tried(lesson, 3, {1})[1].number == 8.0 * 1000 * 999 / 2);
}

TEST_CASE("Lesson L6: the old handle in all storages", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L6");
    for (std::size_t storage = 0; storage < storage_kinds.size(); ++storage) {
        const std::string faithful = tried(lesson, 2, {0, storage})[0].word;
        CAPTURE(name_of(storage_kinds[storage]), faithful);
        CHECK(tried(lesson, 2, {1, storage})[0].word == "refused");
        if (storage_kinds[storage] == StorageKind::SparseVector) CHECK(faithful == "new");
        if (storage_kinds[storage] == StorageKind::ArchetypeBlock) CHECK(faithful == "other");
    }
}

TEST_CASE("Lesson L8: tags by their number, and as columns of bools", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L8");
    const double rows = rows_that_fit(64, 16, {8, 12, 12, 4});
    for (const std::size_t tags : {0, 1, 4, 8}) {
        double chunks = 0;
        for (std::size_t set = 0; set < std::size_t{1} << tags; ++set) {
            double entities = 0;
            for (std::size_t i = 0; i < 10'000; ++i) entities += i % (std::size_t{1} << tags) == set;
            chunks += std::ceil(entities / rows);
        }
        CAPTURE(tags);
        const std::vector<Answer> readings = tried(lesson, 0, {0, tags});
        CHECK(readings[0].number == chunks);
        CHECK(readings[2].number == chunks * 16'384);
        CHECK(readings[3].number == Approx(10'000 * 28 / (chunks * 16'384)));
    }
    std::vector<std::uint64_t> sizes{8, 12, 12, 4};
    sizes.resize(sizes.size() + 8, 1);
    CHECK(tried(lesson, 0, {1, 8})[0].number == std::ceil(10'000 / rows_that_fit(64, 16, sizes)));
}

TEST_CASE("Lesson L11: a query that begins with the rarest component", "[editor][lesson]") {
    const Lesson lesson = lesson_called("L11");
    for (const std::size_t storage : {0, 1}) {
        const std::vector<Answer> asked = tried(lesson, 2, {storage, 0}), smallest = tried(lesson, 2, {storage, 1});
        CHECK(smallest[0].number < asked[0].number);
        CHECK(smallest[2].number == asked[2].number);
    }
}
