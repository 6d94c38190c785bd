// The assumptions of kernels.cu, broken one by one, on the CPU machine.
#include <simt/machine.h>

#include <cstdio>

void block_1d();
void block_multiple_of_32();
void converged_callers(int lanes);
void uniform_arguments(int different);
void member(unsigned members, unsigned *out);

static void show(const char *what, const simt::Report &report) {
  std::printf("%s: %s\n", what,
              report.has(simt::Kind::Trap) ? "trap"
              : report.ok()                ? "ok"
                                           : report.str().c_str());
}

int main() {
  unsigned out[32];
  show("block-1d holds", simt::launch({}, block_1d, {2}, {48}, 0));
  show("block-1d", simt::launch({}, block_1d, {1}, {16, 16}, 0));
  show("multiple holds", simt::launch({}, block_multiple_of_32, {2}, {32, 3}, 0));
  show("multiple", simt::launch({}, block_multiple_of_32, {1}, {48, 2}, 0));
  show("converged holds", simt::launch({}, converged_callers, {2}, {48}, 0, 32));
  show("converged", simt::launch({}, converged_callers, {1}, {48}, 0, 20));
  show("uniform holds", simt::launch({}, uniform_arguments, {2}, {64}, 0, -1));
  show("uniform", simt::launch({}, uniform_arguments, {1}, {64}, 0, 40));
  show("member holds", simt::launch({}, member, {1}, {32}, 0, ~0u, out));
  show("member", simt::launch({}, member, {1}, {32}, 0, ~1u, out));
}
