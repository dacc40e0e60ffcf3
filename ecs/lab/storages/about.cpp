#include "ecs/lab/storages/about.hpp"

#include "ecs/base/language.hpp"

namespace ecs::lab {

std::string_view about_of(StorageKind kind) {
    switch (kind) {
        case StorageKind::HashIndex:
            return tr_later(
                "Hash index (article 000, Nim) keeps the values of each type packed in an array; a hash table "
                "leads from an entity to its slot, and a list holds the slots that may be used again. An entity "
                "is a reference that every copy shares: deleting sets its id to 0, and the bytes of its values "
                "stay. The article joins no two types and takes no single component away; with fixes, both work. "
                "The hash table is ours (slots of 16 bytes, at most two thirds full, first 8 of them), not Nim's, "
                "so bytes of index are ours, too; all bytes are those of the design's prototype. The prototype "
                "joined from the other type, so a join's cache lines differ from its 9,896.");
        case StorageKind::SparseVector:
            return tr_later(
                "Options (article 001, Rust) stand in one array for each type, and the entity's index is the "
                "place in it: looking a value up needs no search, and whoever lacks the component leaves a hole. "
                "Ids are an index and a generation; systems borrow an array shared or exclusively, and one that "
                "is lent out is lent no second time. As published, the author's queue of free indices gives one "
                "index to two entities when it was handed in twice, and attaching does not look at the "
                "generation; with fixes, every id is checked and the smallest free index is taken. An option here "
                "is a tag of 4 bytes beside the value, as Rust lays it out for floats. Bytes and cache lines are "
                "those of the design's prototype.");
        case StorageKind::ArchetypeBlock:
            return tr_later(
                "Columns (article 002, C++) keep entities with the same types as rows of one block that doubles, "
                "a column a type; a removed row is filled by the last, or all behind it move up. A handle of the "
                "article is a place, archetype and row, so other handles go stale when rows move, and types of "
                "one unqualified name are one. The fixes add a table of locations (16 bytes an entity), a column "
                "with the slots of the rows' entities, and aligned columns: that is the whole index, and as "
                "published there is none. Removal from the block was written anew from the text, for the original "
                "was not to be found. Bytes and cache lines are those of the design's prototype.");
        case StorageKind::PackedVector:
            return tr_later(
                "Packed arrays (article 003, Rust) have, for each type, rows of id and value in the order in "
                "which they were pushed, and a hash table from id to row; a join walks one type and looks each of "
                "its ids up in the tables of the others. The article removes nothing at all, and only the base of "
                "a join can be changed. With fixes, the last row fills the gap of a removed one, and one bit an "
                "entity tells who lives: 2,048 bytes more than the design's prototype at 10,000 entities. The "
                "hash table is ours (slots of 16 bytes, at most two thirds full), not Rust's. Which type is the "
                "base decides how many probes and lines a join takes, so those differ from the prototype's.");
        case StorageKind::SharedObject:
            return tr_later(
                "Objects (article 004, Go) are no ECS: they hold their own data, and containers, one for each "
                "thing that objects can do, share them. Deleting sets a flag; a container drops the object when "
                "it is next walked, moving those behind it up. In the article an object's class is fixed; a bit "
                "for each type stands for it here, and with fixes components come and go. Handles are numbers in "
                "a table of pointers, which is counted as the program's as published, and as the storage's with "
                "fixes. Each object has an own block of whole cache lines, as from a heap, so there is more "
                "padding than in the design's prototype, which had them in pools of 16; that is an option here. "
                "No Go was run: garbage collection is modelled by who still lists an object.");
        case StorageKind::Chunks:
            return tr_later(
                "Chunks (our own) keep entities with the same types in blocks of up to 16 KiB, each with a column "
                "of ids and one of each type; an index of 8 bytes an entity leads to block and row, and the last "
                "row fills a hole. The lab's is a transcription that a test holds to the product: the same "
                "layout, growth and order after 20,000 random operations. A first block has 256 bytes and doubles "
                "up to 16 KiB, where the design's prototype took 16 KiB at once: 459,712 bytes instead of 589,824 "
                "at 10,000 entities, and 3,200 instead of 66,560 at fifty. Column versions, journal, names and "
                "hierarchy are left out, for the others have none. Both modes are the same, with one wall: while "
                "a query iterates nothing is created, destroyed or moved.");
    }
    return {};
}

}  // namespace ecs::lab
