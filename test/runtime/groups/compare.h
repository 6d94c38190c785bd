//===- compare.h - Compares records with the model and with each other -----------------===//
#ifndef COOPIFY_TEST_GROUPS_COMPARE_H
#define COOPIFY_TEST_GROUPS_COMPARE_H

#include "model.h"
#include "names.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

namespace probe {

/// Zeros; the system provides those pages that are touched.
template <typename T> class lazy_array {
public:
  explicit lazy_array(size_t n)
      : count(n), first(static_cast<T *>(std::calloc(n + 1, sizeof(T)))) {}
  T &operator[](size_t i) { return first.get()[i]; }
  const T &operator[](size_t i) const { return first.get()[i]; }
  T *data() { return first.get(); }
  size_t size() const { return count; }

private:
  struct release {
    void operator()(T *p) const { std::free(p); }
  };
  size_t count;
  std::unique_ptr<T, release> first;
};

/// The records of a launch, on the host.
struct record_arrays {
  lazy_array<unsigned> tags;
  std::vector<unsigned> counts;
  lazy_array<word> words;
  unsigned capacity;

  record_arrays(unsigned threads, unsigned capacity)
      : tags(size_t(threads) * capacity), counts(threads), words(size_t(threads) * capacity),
        capacity(capacity) {}
};

/// What all comparisons of a program came to.
struct tally {
  unsigned long compared = 0, different = 0, undefined = 0, smaller_groups = 0;
  std::map<std::string, unsigned long> by_member;

  void add(const tally &other) {
    compared += other.compared;
    different += other.different;
    undefined += other.undefined;
    smaller_groups += other.smaller_groups;
    for (const auto &[name, count] : other.by_member)
      by_member[name] += count;
  }

  void print(const char *what) const {
    std::printf("%s: %lu comparisons, %lu different (%lu undefined results not compared", what,
                compared, different, undefined);
    std::printf(", %lu coalesced groups smaller than their branch)\n", smaller_groups);
    for (const auto &[name, count] : by_member)
      std::printf("  %s: %lu different\n", name.c_str(), count);
  }
};

/// Walks through the records of one block. Either side may be missing the other's counterpart:
/// `reference` is NVIDIA's, or null.
class block_comparison {
public:
  block_comparison(const launch_shape &shape, unsigned block, const std::string &launch,
                   const record_arrays &tested, tally &model_tally)
      : shape(shape), block(block), launch(launch), tested(tested), against_model(model_tally),
        states(shape.threads()), present(shape.threads()) {
    const auto whole =
        std::make_shared<const model_group>(run_group(kind::block, 0, shape.threads()));
    for (unsigned t = 0; t < shape.threads(); ++t)
      states[t] = {whole, whole, t, true, true};
  }

  void with_reference(const record_arrays &other, tally &other_tally) {
    reference = &other;
    against_reference = &other_tally;
  }

  /// For groups that are not coopify's: what only coopify defines is not compared.
  void accept_only_exact() { only_exact = true; }

  void run() {
    unsigned most = 0;
    for (unsigned t = 0; t < shape.threads(); ++t)
      most = std::max(most, tested.counts[first() + t]);
    if (most > tested.capacity)
      return fail("the records do not fit");
    for (question = 0; question < most; ++question)
      step();
  }

private:
  struct state {
    std::shared_ptr<const model_group> group, parent;
    unsigned rank;
    bool same = true, same_parent = true; // as the reference's
  };

  unsigned first() const { return block * shape.threads(); }
  size_t at(unsigned thread) const { return size_t(first() + thread) * tested.capacity + question; }

  void fail(const std::string &text) {
    ++against_model.different;
    std::printf("%s: %s\n", launch.c_str(), text.c_str());
  }

  void step() {
    for (unsigned t = 0; t < shape.threads(); ++t)
      present[t] = question < tested.counts[first() + t];
    const moment now{shape, present, question};
    for (unsigned t = 0; t < shape.threads(); ++t)
      if (present[t])
        visit(now, t);
  }

  void visit(const moment &now, unsigned t) {
    const unsigned tag = tested.tags[at(t)];
    const word word_here = tested.words[at(t)];
    if (reference && reference->tags[at(t)] != tag)
      return differs(against_model, t, tag, "the tag", tag, reference->tags[at(t)]);
    if (member_of(tag) == member::group)
      return change_group(now, t, tag, word_here);
    if (member_of(tag) == member::none)
      return;
    if (member_of(tag) == member::parent) {
      states[t].parent = states[t].group;
      states[t].same_parent = states[t].same;
    }
    const answer a = model{shape, block}({now, *states[t].group, t, states[t].rank}, tag);
    check(against_model, model_decides(a.how), t, tag, "the model", word_here, a.value);
    const bool cuda_decides = a.how == standing::exact || a.how == standing::theirs;
    if (reference)
      check(*against_reference, cuda_decides && states[t].same, t, tag, "NVIDIA's", word_here,
            reference->words[at(t)]);
  }

  bool model_decides(standing how) const {
    return how == standing::exact || (how == standing::ours && !only_exact);
  }

  /// Coalesced groups are what the header says they are, if that is possible (PG 11.4.2.2: a subset
  /// of the lanes that are here).
  void change_group(const moment &now, unsigned t, unsigned tag, word mask) {
    const kind made = kind(type_of_tag(tag));
    model_group g = group_of(now, *states[t].parent, t, made, argument_of(tag));
    if (made == kind::coalesced)
      narrow(g, mask);
    states[t].rank = g.has(t) ? g.rank(t) : 0;
    if (mask != 0 && made != kind::block && made != kind::grid)
      check(against_model, true, t, tag, "the model", mask, g.mask());
    if (reference)
      compare_group(t, tag, mask, reference->words[at(t)]);
    states[t].group = std::make_shared<const model_group>(std::move(g));
  }

  void compare_group(unsigned t, unsigned tag, word mask, word wanted) {
    const kind made = kind(type_of_tag(tag));
    const bool inherits = made == kind::part || made == kind::binary || made == kind::labeled;
    const bool comparable = !inherits || states[t].same_parent;
    check(*against_reference, comparable && made != kind::coalesced, t, tag, "NVIDIA's", mask,
          wanted);
    states[t].same = comparable && mask == wanted;
  }

  void narrow(model_group &g, word mask) {
    std::vector<unsigned> members;
    for (unsigned t : g.threads) // all members say the same
      if (mask >> t % lanes & 1 && tested.words[at(t)] == mask)
        members.push_back(t);
    against_model.smaller_groups += members.size() < g.threads.size();
    g.threads = members;
  }

  void check(tally &t, bool defined, unsigned thread, unsigned tag, const char *by, word got,
             word wanted) {
    if (!defined) {
      ++t.undefined;
      return;
    }
    ++t.compared;
    if (got != wanted)
      differs(t, thread, tag, by, got, wanted);
  }

  void differs(tally &t, unsigned thread, unsigned tag, const char *by, word got, word wanted) {
    ++t.different;
    if (++t.by_member[name(member_of(tag))] > 4)
      return; // the first ones of each tell enough
    const model_group &g = *states[thread].group;
    std::printf("%s: block %u thread %u: %s%s%s(%d) of %s of %u, rank %u: %#llx, by %s %#llx\n",
                launch.c_str(), block, thread, name(member_of(tag)),
                type_of_tag(tag) == type::none ? "" : " ", type_name(tag), argument_of(tag),
                name(g.made), g.size(), states[thread].rank, got, by, wanted);
  }

  const launch_shape &shape;
  unsigned block;
  std::string launch;
  const record_arrays &tested;
  const record_arrays *reference = nullptr;
  tally &against_model;
  tally *against_reference = nullptr;
  std::vector<state> states;
  std::vector<bool> present;
  unsigned question = 0;
  bool only_exact = false;
};

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_COMPARE_H
