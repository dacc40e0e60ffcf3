// The rows of the table, one file a group; all_rows() lists them in order.
#pragma once

#include "trial.hpp"

namespace bench {

Trial iterate(std::size_t n);
Trial iterate32(std::size_t n);
Trial frame7(std::size_t n);
Trial create(std::size_t n);
Trial create_batch(std::size_t n);
Trial add(std::size_t n);
Trial add_batch(std::size_t n);
Trial remove(std::size_t n);
Trial remove_batch(std::size_t n);
Trial get(std::size_t n);
Trial destroy(std::size_t n);
Trial destroy_batch(std::size_t n);
Trial churn(std::size_t n);
Trial bytes(std::size_t n);

Trial iterate_untyped(std::size_t n);
Trial create_untyped(std::size_t n);
Trial add_untyped(std::size_t n);
Trial get_untyped(std::size_t n);

Trial query10k(std::size_t n);
Trial doctor10k(std::size_t n);
Trial archetypes10k(std::size_t n);

Trial debugger_iterate(std::size_t n);
Trial debugger_create(std::size_t n);
Trial debugger_add(std::size_t n);
Trial debugger_get(std::size_t n);
Trial debugger_destroy(std::size_t n);

Trial snapshot(std::size_t n);
Trial snapshot_1pct(std::size_t n);
Trial restore(std::size_t n);
Trial iterate_2threads(std::size_t n);

Trial save(std::size_t n);
Trial load(std::size_t n);

}  // namespace bench
