//===- OperationsTest.cpp - what calls ask of other threads ---------------===//

#include "OperationSnippet.h"

#include "gtest/gtest.h"

using namespace clang;
using namespace coopify;

namespace {

const std::string Nothing = "none '' waits for nobody, orders nothing";
std::string userCall(const std::string &Name) {
  return "a user's call '" + Name + "' waits for anybody, orders nothing, operands within";
}
std::string unknown(const std::string &Name) {
  return "unknown '" + Name + "' waits for anybody, orders nothing, operands within";
}

//===- Intrinsics ---------------------------------------------------------===//

TEST(Operations, BarriersOfTheBlock) {
  EXPECT_EQ(is("__syncthreads();"),
            "block barrier '__syncthreads' waits for the block, orders those it waits for");
  EXPECT_EQ(is("__syncthreads_count(n);"),
            "block barrier '__syncthreads_count' waits for the block, orders those it waits for");
  EXPECT_EQ(is("__barrier_sync(0);"),
            "block barrier '__barrier_sync' waits for the block, orders those it waits for");
  EXPECT_TRUE(OperationSnippet("__syncthreads();").Is.promisesBlock());
  EXPECT_FALSE(OperationSnippet("__barrier_sync(0);").Is.promisesBlock());
}

TEST(Operations, BarriersByNumberAreNamed) {
  for (const char *Body :
       {"__barrier_sync(1);", "__barrier_sync(n);", "__barrier_sync_count(0, n);"}) {
    OperationSnippet S(Body);
    EXPECT_EQ(S.Is.Kind, OperationKind::NamedBarrier) << Body;
    EXPECT_EQ(S.Is.orderedLanes(), warpWidth()) << Body;
    EXPECT_FALSE(S.Is.hidesBlock()) << Body;
  }
}

TEST(Operations, AMaskSaysWhoIsWaitedFor) {
  EXPECT_EQ(is("__syncwarp();"),
            "warp barrier '__syncwarp' waits for a mask 0xffffffff, orders those it waits for");
  EXPECT_EQ(ordered("__syncwarp();"), 32u);
  EXPECT_EQ(ordered("__syncwarp(~0u);"), 32u);
  EXPECT_EQ(ordered("__syncwarp(0xff);"), 0u);
  EXPECT_EQ(ordered("__syncwarp(1u << n);"), 0u);
  EXPECT_EQ(ordered("__syncwarp(m);"), 0u);
  EXPECT_EQ(ordered("__syncwarp(__activemask());"), 0u);
  EXPECT_EQ(ordered("__syncwarp(All);", "const unsigned All = 0xffffffffu;"), 32u);
  OperationSnippet S("__syncwarp(m);");
  ASSERT_TRUE(S.Is.Mask);
  EXPECT_FALSE(S.Is.Lanes);
}

TEST(Operations, ShufflesAndVotesOrderNoMemory) {
  EXPECT_EQ(is("__any_sync(~0u, n);"),
            "collective '__any_sync' waits for a mask 0xffffffff, orders nothing");
  for (const char *Body : {"__any_sync(~0u, n);", "__shfl_sync(~0u, n, 0);",
                           "__match_any_sync(~0u, n);", "warp.any(n);", "warp.shfl(n, 0);"}) {
    EXPECT_EQ(ordered(Body), 0u) << Body;
    EXPECT_EQ(waitsFor(Body), 32u) << Body;
  }
  EXPECT_EQ(waitsFor("__any_sync(m, n);"), 0u);
  EXPECT_EQ(is("__shfl(n, 0);"),
            "collective '__shfl' waits for nobody, but needs lanes, orders nothing");
  EXPECT_EQ(is("__activemask();"), "query '__activemask' waits for nobody, orders nothing");
}

TEST(Operations, FencesWaitForNobody) {
  EXPECT_EQ(is("__threadfence_block();"),
            "fence '__threadfence_block' waits for nobody, orders the block");
  EXPECT_EQ(is("__threadfence();"), "fence '__threadfence' waits for nobody, orders the device");
  EXPECT_EQ(ordered("__threadfence_block();"), 0u);
  EXPECT_FALSE(OperationSnippet("__threadfence();").Is.concernsOthers());
}

TEST(Operations, OfOneLane) {
  for (const char *Body : {"sinf(n);", "atomicAdd(p, 1);", "p[n] = 3;", "if (n) __syncthreads();",
                           "std::sync_max(n, 1);"})
    EXPECT_FALSE(OperationSnippet(Body).Is.concernsOthers()) << Body;
  EXPECT_EQ(is("sinf(n);"), Nothing);
}

TEST(Operations, WhatNoTableKnowsIsUnknown) {
  EXPECT_EQ(is("__some_new_sync(m, n);"), unknown("__some_new_sync"));
  EXPECT_EQ(is("__nvvm_barrier_of_tomorrow(n);"), unknown("__nvvm_barrier_of_tomorrow"));
  EXPECT_EQ(is("bar.arrive_and_wait();"), unknown("arrive_and_wait"));
  EXPECT_EQ(is("warp.of_tomorrow(1);"), unknown("of_tomorrow"));
  EXPECT_EQ(is("cg::spread_of_tomorrow(warp);"), unknown("spread_of_tomorrow"));
  EXPECT_EQ(is("indirect();"), unknown(""));
  EXPECT_EQ(is("cuda::std::minimum(n, 1);"), Nothing);
}

TEST(Operations, LibraryFunctionsThatNoTableKnowsAreUnknown) {
  EXPECT_EQ(is("__imma_m16n16k16_ld_a_s8(p, p, m, 0);"), unknown("__imma_m16n16k16_ld_a_s8"));
  EXPECT_EQ(is("__hmma_of_tomorrow(p);"), unknown("__hmma_of_tomorrow"));
  EXPECT_EQ(is("cuda::std::atomic a; a.wait(n);"), unknown("wait"));
  EXPECT_EQ(is("cuda::std::atomic a; a.load();"), Nothing);
  EXPECT_EQ(is("std::swap_of_tomorrow(n, 1);"), unknown("swap_of_tomorrow"));
  // What it calls of the user's, nobody looks at.
  EXPECT_EQ(
      is("std::sync_max(mine(), mine());", "struct mine { D mine(); D mine(const mine &); };"),
      unknown("sync_max"));
  // A block shares this state.
  EXPECT_EQ(is("curandStateMtgp32 s; curand(&s);"), unknown("curand"));
  EXPECT_EQ(is("curandStateXORWOW s; curand(&s);"), Nothing);
}

//===- Bodies -------------------------------------------------------------===//

/// Whether the body of what the snippet calls last is known to run.
bool runsBody(const std::string &Body, const std::string &Before) {
  OperationSnippet S(Body, Before);
  return bodyThatRuns(cast<CallExpr>(cast<Expr>(S.Last)->IgnoreUnlessSpelledInSource()));
}

TEST(Operations, AnotherBodyMayRun) {
  const std::string Base = "struct V { D virtual void w() {} D void own() {} }; D V *v;";
  EXPECT_FALSE(runsBody("v->w();", Base));
  EXPECT_FALSE(runsBody("V &r = *v; r.w();", Base));
  EXPECT_FALSE(runsBody("indirect();", ""));
  EXPECT_FALSE(runsBody("soft();", "D __attribute__((weak)) void soft() {}"));
  EXPECT_FALSE(runsBody("soft();", "D __attribute__((weak)) void soft(); D void soft() {}"));
  EXPECT_FALSE(runsBody("far();", "D void far();"));
  EXPECT_TRUE(runsBody("v->own();", Base));
  EXPECT_TRUE(runsBody("v->V::w();", Base));
  EXPECT_TRUE(runsBody("hard();", "D void hard() {}"));
  EXPECT_TRUE(runsBody("l->w();", Base + "struct L final : V { D void w() override {} }; D L *l;"));
}

//===- Groups -------------------------------------------------------------===//

TEST(Operations, TheGroupSaysWhoIsWaitedFor) {
  EXPECT_EQ(is("block.sync();"), "block barrier 'thread_block::sync' waits for a group "
                                 "(thread_block), orders those it waits for");
  EXPECT_EQ(is("warp.sync();"), "warp barrier 'thread_block_tile::sync' waits for a group "
                                "(thread_block_tile<32>), orders those it waits for");
  EXPECT_EQ(is("tile8->sync();"), "warp barrier 'thread_block_tile::sync' waits for a group "
                                  "(thread_block_tile<8>), orders those it waits for");
  EXPECT_EQ(OperationSnippet("tile64.sync();").Is.Kind, OperationKind::GroupBarrier);
  EXPECT_EQ(OperationSnippet("grid.sync();").Is.Kind, OperationKind::GridBarrier);
  EXPECT_EQ(OperationSnippet("cluster.sync();").Is.Kind, OperationKind::ClusterBarrier);
  EXPECT_EQ(OperationSnippet("any.sync();").Is.Kind, OperationKind::GroupBarrier);
  EXPECT_EQ(OperationSnippet("active.sync();").Is.Kind, OperationKind::WarpBarrier);
}

TEST(Operations, OnlyGroupsThatAreKnownOrderLanes) {
  EXPECT_EQ(ordered("block.sync();"), BlockWidth);
  EXPECT_EQ(ordered("warp.sync();"), 32u);
  EXPECT_EQ(ordered("tile8->sync();"), 8u);
  EXPECT_EQ(ordered("tile64.sync();"), 64u);
  EXPECT_EQ(ordered("grid.sync();"), BlockWidth);
  EXPECT_EQ(ordered("branch.sync();"), 0u) << "of a part of the warp";
  EXPECT_EQ(ordered("any.sync();"), 0u);
  EXPECT_EQ(ordered("active.sync();"), 0u);
  EXPECT_EQ(ordered("cg::coalesced_threads().sync();"), 0u);
}

TEST(Operations, OnlyTilesOfAWarpAreLanesOfIt) {
  EXPECT_EQ(waitsFor("warp.sync();"), 32u);
  EXPECT_EQ(waitsFor("tile8->any(n);"), 8u);
  EXPECT_EQ(waitsFor("tile64.any(n);"), 0u);
  EXPECT_EQ(waitsFor("block.sync();"), 0u);
  EXPECT_EQ(waitsFor("active.any(n);"), 0u);
  EXPECT_EQ(waitsFor("warp.thread_rank();"), 0u);
  EXPECT_EQ(waitsFor("branch.split(n);"), 0u);
}

TEST(Operations, FreeFunctionsOfGroups) {
  EXPECT_EQ(is("cg::sync(block);"), "block barrier 'cooperative_groups::sync' waits for a group "
                                    "(thread_block), orders those it waits for");
  EXPECT_EQ(ordered("cg::wait(block);"), BlockWidth);
  EXPECT_EQ(is("cg::reduce(warp, n, cg::plus<int>());"),
            "collective 'cooperative_groups::reduce' waits for a group (thread_block_tile<32>), "
            "orders nothing, operands within");
  EXPECT_EQ(waitsFor("cg::experimental::inclusive_scan(*tile8, n);"), 8u);
  EXPECT_EQ(is("cg::thread_rank(warp);"), "query 'cooperative_groups::thread_rank' waits for "
                                          "nobody (thread_block_tile<32>), orders nothing");
}

TEST(Operations, MakingGroups) {
  EXPECT_EQ(is("cg::this_thread_block();"), "making of a group "
                                            "'cooperative_groups::this_thread_block' waits for "
                                            "nobody, but needs lanes, orders nothing");
  EXPECT_EQ(
      OperationSnippet("cg::block_tile_memory<64> memory; cg::this_thread_block(memory);").Is.Waits,
      WaitsFor::Block);
  EXPECT_EQ(waitsFor("cg::tiled_partition<4>(warp);"), 0u);
  EXPECT_EQ(waitsFor("cg::binary_partition(warp, n);"), 32u);
  EXPECT_EQ(OperationSnippet("cg::coalesced_threads();").Is.Waits, WaitsFor::Nobody);
}

TEST(Operations, HalvesOfABarrier) {
  EXPECT_EQ(is("block.barrier_arrive();"), "block barrier 'thread_block::barrier_arrive' waits for "
                                           "nobody (thread_block), orders nothing");
  EXPECT_EQ(ordered("block.barrier_arrive();"), 0u);
  // What stands between the two is not ordered.
  EXPECT_EQ(
      ordered(
          "auto t = block.barrier_arrive(); p[0] = 1; block.barrier_wait(std::sync_max(t, t));"),
      0u);
  EXPECT_EQ(OperationSnippet("block.barrier_wait(block.barrier_arrive());").Is.Waits,
            WaitsFor::Group);
}

TEST(Operations, ABlockThatIsNamedIsNotHidden) {
  EXPECT_TRUE(OperationSnippet("__syncthreads();").Is.hidesBlock());
  EXPECT_TRUE(OperationSnippet("asm(\"bar.sync 0;\");").Is.hidesBlock());
  EXPECT_FALSE(OperationSnippet("block.sync();").Is.hidesBlock());
  EXPECT_FALSE(OperationSnippet("cg::thread_block::sync();").Is.hidesBlock());
  EXPECT_EQ(OperationSnippet("cg::thread_block::sync();").Is.Kind, OperationKind::BlockBarrier);
  EXPECT_FALSE(OperationSnippet("warp.sync();").Is.hidesBlock());
}

TEST(Operations, AliasesInlineNamespacesAndBasesAreTheSameGroups) {
  EXPECT_EQ(ordered("t.sync();", "namespace a = cooperative_groups; namespace b = a;"
                                 "D b::thread_block_tile<16> t;"),
            16u);
  EXPECT_EQ(ordered("t.sync();", "using tile_t = cg::thread_block_tile<16>; D tile_t t;"), 16u);
  EXPECT_EQ(ordered("sync(warp);"), 32u); // found by its argument
  EXPECT_EQ(ordered("t.sync();", "struct mine : cg::thread_block_tile<16> {}; D mine t;"), 16u);
  EXPECT_EQ(ordered("cg::v2::coalesced_group g; g.sync();"), 0u);
  const char *Two = "struct a : cg::thread_block {}; struct b : cg::thread_block_tile<8> {};"
                    "struct c : a, b { using b::sync; }; D c both;";
  EXPECT_EQ(ordered("both.sync();", Two), 0u);
  EXPECT_EQ(OperationSnippet("both.sync();", Two).Is.Waits, WaitsFor::Anybody);
}

//===- What only looks like one -------------------------------------------===//

TEST(Operations, UsersFunctionsAreTheirOwn) {
  EXPECT_EQ(is("sync();", "D void sync();"), userCall("sync"));
  EXPECT_EQ(
      is("mine::sync(block);", "namespace mine { template <class G> D void sync(const G &); }"),
      userCall("sync"));
  EXPECT_EQ(is("mine::reduce(warp, n);",
               "namespace mine { template <class G> D int reduce(const G &, int); }"),
            userCall("reduce"));
  EXPECT_EQ(is("__shfl(1.0, 0);", "struct X {}; D double __shfl(double, int);"),
            userCall("__shfl"));
  EXPECT_EQ(is("[] { __syncthreads(); }();"), userCall("operator()"));
  EXPECT_EQ(is("t.sync();", "struct mine : cg::thread_block { D void sync(); }; D mine t;"),
            userCall("sync"));
}

TEST(Operations, UsersClassesAreTheirOwn) {
  EXPECT_EQ(is("t.sync();", "template <int N> struct thread_block_tile { D void sync(); };"
                            "D thread_block_tile<32> t;"),
            userCall("sync"));
  EXPECT_EQ(is("t.sync();", "namespace mine { namespace cooperative_groups {"
                            "struct thread_block { D void sync(); }; } }"
                            "D mine::cooperative_groups::thread_block t;"),
            userCall("sync"));
  // Whoever adds to the groups' namespace has not written the toolkit.
  EXPECT_EQ(is("cg::sync(n, block);",
               "namespace cooperative_groups { D void sync(int, thread_block &); }"),
            userCall("sync"));
}

TEST(Operations, ShadowedNames) {
  EXPECT_EQ(is("auto __syncwarp = [](int) {}; __syncwarp(n);"), userCall("operator()"));
  EXPECT_EQ(is("{ struct { D void sync() {} } block; block.sync(); }"), userCall("sync"));
  EXPECT_EQ(is("void (*__syncthreads)() = indirect; __syncthreads();"), unknown(""));
}
//===- Types --------------------------------------------------------------===//

std::string typeOf(const std::string &Type) {
  OperationSnippet S("using T = " + Type + "; T *x = nullptr; x;");
  const auto *E = dyn_cast<Expr>(S.Last);
  auto G = groupType(E->IgnoreParenImpCasts()->getType());
  std::string Out = "none";
  if (G) {
    Out.clear();
    llvm::raw_string_ostream(Out) << *G;
  }
  return Out;
}

TEST(Operations, TypesOfGroups) {
  EXPECT_EQ(typeOf("cg::thread_block"), "thread_block");
  EXPECT_EQ(typeOf("const cg::thread_block_tile<16>"), "thread_block_tile<16>");
  EXPECT_EQ(typeOf("cg::thread_block_tile<4, cg::thread_block>"), "thread_block_tile<4>");
  EXPECT_EQ(typeOf("cg::coalesced_group"), "coalesced_group");
  EXPECT_EQ(typeOf("coopify::masked_warp"), "masked_warp");
  EXPECT_EQ(typeOf("cg::plus<int>"), "none");
  EXPECT_EQ(typeOf("cg::details::tile<32>"), "none");
  EXPECT_EQ(typeOf("cg::thread_block::token"), "none");
  EXPECT_EQ(typeOf("int"), "none");
  EXPECT_EQ(typeOf("cg::thread_block *"), "none"); // a pointer to a pointer
}

TEST(Operations, QueriesAreAboutAGroup) {
  OperationSnippet S("warp.thread_rank();");
  EXPECT_TRUE(S.Is.is(GroupFamily::Rank));
  EXPECT_EQ(S.Is.Group->warpLanes(), 32u);
  EXPECT_EQ(S.Is.Waits, WaitsFor::Nobody);
  EXPECT_FALSE(OperationSnippet("any.size();").Is.is(GroupFamily::Rank));
  EXPECT_EQ(is("cg::plus<int>()(n, 1);"), "query '' waits for nobody, orders nothing");
}

} // namespace
