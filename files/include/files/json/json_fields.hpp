// Component values as JSON: `{ "x": 150, "target": "12v3" }`. Reading and writing follow only the fields of the type.
// World files, edit scripts and the recorded history share this.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "ecs/types/number_kinds.hpp"
#include "files/json/json_reader.hpp"

namespace files {

/// Appends a whole value; for an opaque type its text. Does not read `data` for tags.
void append_value(std::string& out, const ecs::ComponentType& type, const void* data);
/// Appends the members for these fields of a value: `{ "x": 1, "y": 2 }`. Offsets count from `base`.
void append_fields(std::string& out, std::span<const ecs::Field> fields, const void* base);
/// The same for some of the fields, by position.
void append_fields(std::string& out, const ecs::ComponentType& type, std::span<const std::uint32_t> positions,
                   const void* base);
/// Appends the value of a field; `data` is the address of the field.
void append_field_value(std::string& out, const ecs::Field& field, const void* data);
/// `"12v3"`, or null.
void append_entity(std::string& out, ecs::Entity entity);
char* write_entity(char* to, ecs::Entity entity);

/// Whether values of this kind have a bounded length: all kinds but texts, enums and structs.
bool has_short_values(ecs::FieldKind kind);
inline constexpr std::size_t longest_short_value = 160;
/// Writes one value of such a kind; returns the end. May write up to longest_short_value characters.
char* write_short_value(char* to, ecs::FieldKind kind, const void* data);

/// The place of a value in the text, and its meaning: an entity's own id, its parent's id, or a value of a kind that
/// was written `to` an address.
struct ValueNote {
    enum class What : std::uint8_t { Id, Parent, Value };
    std::size_t begin = 0, end = 0;  // offsets of the reader
    What what = What::Value;
    ecs::FieldKind kind = ecs::FieldKind::F32;  // one of the single values, not Vec2 to Struct
    const void* to = nullptr;
    const ecs::Field* field = nullptr;
};
struct ValueNotes {
    std::vector<ValueNote> values;  // in the order of the text
    bool complete = true;           // all important values were noted
};

/// Reads component values. Throws FileError for a value that does not fit the type.
class FieldReader {
public:
    /// Finds an entity by a name that is not an id ("door"). Throws FileError when there is none.
    using FindEntity = std::function<ecs::Entity(std::string_view)>;

    FieldReader(JsonReader& json, FindEntity find_entity) : json_(json), find_entity_(std::move(find_entity)) {}

    /// Reads a value over `data`; fields that the text leaves out keep their values. `file_fields` are the file's
    /// fields of the type if they differ from its own: values of removed fields are skipped. `given` receives the
    /// positions of the fields that were given.
    void read_value(const ecs::ComponentType& type, void* data, const std::vector<ecs::Field>* file_fields = nullptr,
                    std::vector<std::uint32_t>* given = nullptr);
    /// Reads an id like "12v3", or another string that find_entity_ knows, or null.
    ecs::Entity read_entity();

    /// Notes further values in `notes`, if not null.
    void note_values(ValueNotes* notes) { value_notes_ = notes; }
    /// Notes the value that was read last.
    void note(ecs::FieldKind kind, const void* to, const ecs::Field* field = nullptr);

    /// Values that their fields cannot hold are counted from now on, and the nearest ones take their places. Before,
    /// they are errors.
    void count_losses() { counts_losses_ = true; }
    /// One line for each field and kind of loss.
    std::vector<std::string> losses() const;

private:
    void read_fields(const std::string& owner, const std::vector<ecs::Field>& fields,
                     const std::vector<ecs::Field>* file_fields, void* base, std::vector<std::uint32_t>* given);
    void read_field(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void read_floats(const std::string& owner, const ecs::Field& field, void* data);
    template <class Number>
    void read_one_number(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void note_loss(const std::string& owner, const ecs::Field& field, ecs::NumberFit fit, const std::string& became);
    void count_loss(const std::string& field, std::string what, std::string was, std::string became);
    void read_element(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void read_enum(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void read_number_of_enum(const std::string& owner, const ecs::Field& field, bool migrated, void* data);

    JsonReader& json_;
    FindEntity find_entity_;
    struct Loss {
        std::size_t count = 0;
        std::string was, became;  // of the first one
        TextPlace place;
    };
    std::map<std::pair<std::string, std::string>, Loss> losses_;  // by the field and what is wrong
    bool counts_losses_ = false;
    ValueNotes* value_notes_ = nullptr;
};

/// Whether values of the file's field can be read as values of the program's field: the same kind, or both numbers.
bool convertible(const ecs::Field& from_file, const ecs::Field& to);

/// Digits, a v, digits: the form of an id, whether it is valid or not.
bool looks_like_id(std::string_view text);

/// Whether an integer of the size of the enum holds the value, with or without a sign.
bool fits_enum(const ecs::Field& field, std::int64_t value);

/// Whether a number beyond the type, or with a fraction that the type cannot have, is an error or becomes the nearest
/// one.
enum class NumberMode : std::uint8_t { InRange, Nearest };

/// Reads the number of this type that is nearest to the text. Throws FileError when there is none. `fit` receives what
/// became of the number.
template <class Number>
Number read_number_as(JsonReader& json, NumberMode mode = NumberMode::InRange, ecs::NumberFit* fit = nullptr);

extern template std::int8_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::int16_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::int32_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::int64_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::uint8_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::uint16_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::uint32_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template std::uint64_t read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template float read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);
extern template double read_number_as(JsonReader&, NumberMode, ecs::NumberFit*);

}  // namespace files
