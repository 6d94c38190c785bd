//===- OpenMP.cpp - OpenMP's functions for one thread ---------------------===//
//
// For programs whose directives simtcc compiles to nothing, because there is no libomp: what a
// program sees that has one thread (OpenMP API 5.0, section 3).
//
//===----------------------------------------------------------------------===//
#include <omp.h>

#include <chrono>

extern "C" {
void omp_set_num_threads(int) {}
int omp_get_num_threads(void) { return 1; }
int omp_get_max_threads(void) { return 1; }
int omp_get_thread_num(void) { return 0; }
int omp_get_num_procs(void) { return 1; }
int omp_in_parallel(void) { return 0; }
void omp_set_dynamic(int) {}
int omp_get_dynamic(void) { return 0; }
void omp_set_nested(int) {}
int omp_get_nested(void) { return 0; }
void omp_set_schedule(omp_sched_t, int) {}
void omp_get_schedule(omp_sched_t *Kind, int *Chunk) { *Kind = omp_sched_static, *Chunk = 0; }
int omp_get_thread_limit(void) { return 1; }
void omp_set_max_active_levels(int) {}
int omp_get_max_active_levels(void) { return 0; }
int omp_get_level(void) { return 0; }
int omp_get_ancestor_thread_num(int Level) { return Level == 0 ? 0 : -1; }
int omp_get_team_size(int Level) { return Level == 0 ? 1 : -1; }
int omp_get_active_level(void) { return 0; }
int omp_in_final(void) { return 1; }
int omp_get_cancellation(void) { return 0; }
omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
void omp_set_default_device(int) {}
int omp_get_default_device(void) { return 0; }
int omp_get_num_devices(void) { return 0; }
int omp_get_num_teams(void) { return 1; }
int omp_get_team_num(void) { return 0; }
int omp_is_initial_device(void) { return 1; }

// The pointer says whether it is held, of a nested one how often.
void omp_init_lock(omp_lock_t *L) { L->coopify_lock = nullptr; }
void omp_destroy_lock(omp_lock_t *) {}
void omp_set_lock(omp_lock_t *L) { L->coopify_lock = L; }
void omp_unset_lock(omp_lock_t *L) { L->coopify_lock = nullptr; }
int omp_test_lock(omp_lock_t *L) {
  const bool IsFree = !L->coopify_lock;
  L->coopify_lock = L;
  return IsFree;
}
void omp_init_nest_lock(omp_nest_lock_t *L) { L->coopify_lock = nullptr; }
void omp_destroy_nest_lock(omp_nest_lock_t *) {}
int omp_test_nest_lock(omp_nest_lock_t *L) {
  const long Held = reinterpret_cast<long>(L->coopify_lock) + 1;
  L->coopify_lock = reinterpret_cast<void *>(Held);
  return static_cast<int>(Held);
}
void omp_set_nest_lock(omp_nest_lock_t *L) { omp_test_nest_lock(L); }
void omp_unset_nest_lock(omp_nest_lock_t *L) {
  L->coopify_lock = reinterpret_cast<void *>(reinterpret_cast<long>(L->coopify_lock) - 1);
}

double omp_get_wtime(void) {
  const auto Now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(Now).count();
}
double omp_get_wtick(void) { return 1e-9; }
}
