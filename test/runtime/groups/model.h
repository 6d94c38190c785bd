//===- model.h - What every record must say --------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_MODEL_H
#define COOPIFY_TEST_GROUPS_MODEL_H

#include "model_values.h"

namespace probe {

/// Calls visit(T()) for the tag's type.
template <typename Visit> answer with_type(type t, Visit visit) {
  switch (t) {
  case type::boolean:
    return visit(bool());
  case type::character:
    return visit(char());
  case type::unsigned_char:
    return visit((unsigned char)0);
  case type::short_int:
    return visit(short());
  case type::int_:
    return visit(int());
  case type::unsigned_int:
    return visit(0u);
  case type::long_long:
    return visit(0ll);
  case type::unsigned_long_long:
    return visit(0ull);
  case type::float_:
    return visit(float());
  case type::double_:
    return visit(double());
  case type::struct3:
    return visit(bytes3());
  case type::struct12:
    return visit(bytes12());
  case type::struct17:
    return visit(bytes17());
  case type::struct32:
    return visit(bytes32());
  default:
    return visit(half_bits());
  }
}

template <typename T> constexpr bool is_number = std::is_arithmetic_v<T>;

/// One bit for each rank whose thread is here and `holds`.
template <typename Holds> word ranks_where(const view &v, Holds holds) {
  word result = 0;
  for (unsigned r = 0; r < v.group.size() && r < 64; ++r)
    if (v.has(r) && holds(v.group.threads[r]))
      result |= word(1) << r;
  return result;
}

inline answer vote_answer(const view &v, member m, int pattern) {
  const auto says = [&](unsigned t) {
    return v.now.is_here(t) && predicate_of(pattern, v.now.draw(t), t) != 0;
  };
  const std::vector<unsigned> &all = v.group.threads;
  if (m == member::any)
    return {std::any_of(all.begin(), all.end(), says)};
  if (m == member::all) // also of threads that are not there (semantics 0.2)
    return {std::all_of(all.begin(), all.end(), [&](unsigned t) {
      return says(t) || (present_only && !v.now.is_here(t));
    })};
  return {ranks_where(v, says)};
}

template <typename T> answer match_answer(const view &v, member m, int pattern) {
  const unsigned question = m == member::match_all_predicate ? v.now.question - 1 : v.now.question;
  const auto bits = [&](unsigned t) {
    const word drawn = random(v.now.shape.seed, question, t);
    return digest(match_value<T>::make(key_of(pattern, drawn, t)));
  };
  const word here = ranks_where(v, [](unsigned) { return true; });
  const word equal = ranks_where(v, [&](unsigned t) { return bits(t) == bits(v.thread); });
  if (m == member::match_any)
    return {equal};
  if (m == member::match_all)
    return {equal == here ? here : 0};
  return {equal == here};
}

inline word packed(const unsigned (&n)[3]) { return packed(n[0], n[1], n[2]); }

/// Number `n` in a box of `size`, x fastest.
struct position {
  unsigned at[3];
  position(unsigned n, const unsigned (&size)[3])
      : at{n % size[0], n / size[0] % size[1], n / size[0] / size[1]} {}
};

struct model {
  const launch_shape &shape;
  unsigned block;

  unsigned size(const view &v) const {
    return v.group.made == kind::grid ? shape.blocks() * shape.threads() : v.group.size();
  }
  unsigned rank(const view &v) const {
    return v.group.made == kind::grid ? block * shape.threads() + v.thread : v.rank;
  }

  answer index_answer(const view &v, member m) const {
    const bool grid = v.group.made == kind::grid;
    const position b(block, shape.grid), t(v.thread, shape.block);
    unsigned dims[3], index[3];
    for (int i = 0; i < 3; ++i) {
      dims[i] = grid ? shape.grid[i] * shape.block[i] : shape.block[i];
      index[i] = grid ? b.at[i] * shape.block[i] + t.at[i] : t.at[i];
    }
    switch (m) {
    case member::thread_index:
      return {packed(index)};
    case member::dim_threads:
      return {packed(dims)};
    case member::group_dim:
      return {packed(grid ? shape.grid : shape.block)};
    case member::dim_blocks:
      return {packed(shape.grid)};
    default: // group_index, block_index
      return {packed(b.at)};
    }
  }

  /// What the next in rank wrote.
  answer exchange_answer(const view &v) const {
    const unsigned next = (rank(v) + 1) % size(v);
    if (v.group.made == kind::grid)
      return {v.now.draw(next % shape.threads())};
    return v.has(next) ? answer{v.now.draw(v.group.threads[next])} : undefined();
  }

  answer copy_answer(const view &v, unsigned i) const {
    if (!v.is_complete())
      return undefined();
    unsigned char room[copy_room];
    std::fill(room, room + copy_room, copy_guard);
    const copy_case c = copy_case_at(i < copy_case_count() ? i : 0);
    for (unsigned b = 0; b < c.bytes / c.unit() * c.unit(); ++b)
      room[c.to + b] = source_byte(shape.seed, c.from + b);
    for (unsigned b = 0; i >= copy_case_count() && b < copy_room / 4; ++b)
      room[copy_room / 2 + b] = source_byte(shape.seed, b);
    if (i == copy_case_count()) // wait_prior<1>: the second copy may be under way
      return {room[c.to + v.rank % 4]};
    word result = 0;
    for (unsigned b = (v.rank + 1) % v.group.size(); b < copy_room; b += v.group.size())
      result = mixed(result + room[b] + 1);
    return {result, nvidia_cannot(c) ? standing::ours : standing::exact};
  }

  answer lane_mask_answer(const view &v, member m) const {
    const unsigned lane = v.thread % lanes;
    const word eq = word(1) << lane, lt = eq - 1, all = lanes == 64 ? ~word(0) : 0xffffffff;
    switch (m) {
    case member::lanemask_eq:
      return {eq};
    case member::lanemask_lt:
      return {lt};
    case member::lanemask_le:
      return {lt | eq};
    case member::lanemask_gt:
      return {all & ~(lt | eq)};
    default:
      return {all & ~lt};
    }
  }

  answer typed_answer(const view &v, unsigned tag) const {
    const member m = member_of(tag);
    return with_type(type_of_tag(tag), [&](auto example) {
      using T = decltype(example);
      if (m >= member::shfl && m <= member::shfl_xor)
        return shuffle_answer<T>(v, m, unsigned(argument_of(tag)));
      if constexpr (is_number<T>) {
        if (m >= member::match_any && m <= member::match_all_predicate)
          return match_answer<T>(v, m, argument_of(tag));
        return operator_answer<T>(v, m, unsigned(argument_of(tag)));
      }
      return undefined();
    });
  }

  answer operator()(const view &v, unsigned tag) const {
    answer a = defined_answer(v, tag);
    // CUDA 13.0's grid_group writes its pointer over the kind that thread_group reads.
    const bool generic =
        member_of(tag) >= member::generic_num_threads && member_of(tag) <= member::generic_sync;
    if (generic && v.group.made == kind::grid)
      a.how = standing::ours;
    return a;
  }

private:
  answer defined_answer(const view &v, unsigned tag) const {
    switch (const member m = member_of(tag)) {
    case member::num_threads:
    case member::size:
    case member::free_group_size:
    case member::generic_num_threads:
    case member::generic_size:
      return {size(v)};
    case member::thread_rank:
    case member::free_thread_rank:
    case member::generic_thread_rank:
      return {rank(v)};
    case member::meta_group_rank:
      return {v.group.meta_rank};
    case member::meta_group_size:
      return {v.group.meta_size};
    case member::generic_get_type: // NVIDIA's numbers
      return {v.group.made == kind::grid ? 3u : v.group.made == kind::block ? 4u : 1u};
    case member::group_index:
    case member::thread_index:
    case member::dim_threads:
    case member::group_dim:
    case member::block_index:
    case member::dim_blocks:
      return index_answer(v, m);
    case member::is_valid:
      return {shape.can_sync_grid, shape.knows_validity ? standing::exact : standing::theirs};
    case member::block_rank:
      return {block};
    case member::num_blocks:
      return {shape.blocks()};
    case member::any:
    case member::all:
    case member::ballot:
      return vote_answer(v, m, argument_of(tag));
    case member::sync:
    case member::barrier_arrive_wait:
    case member::generic_sync:
      return exchange_answer(v);
    case member::memcpy_async:
      return copy_answer(v, unsigned(argument_of(tag)));
    case member::invoke_one: // without the thread of rank 0 nobody counts
      return v.has(0) ? answer{3} : undefined();
    case member::invoke_one_broadcast:
      return v.has(0) ? answer{1} : undefined();
    case member::lanemask_eq:
    case member::lanemask_lt:
    case member::lanemask_le:
    case member::lanemask_gt:
    case member::lanemask_ge:
      return lane_mask_answer(v, m);
    case member::parent:
      return {0};
    default:
      return typed_answer(v, tag);
    }
  }
};

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_MODEL_H
