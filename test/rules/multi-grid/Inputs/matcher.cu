__device__ void TODO();
__device__ void other();
__global__ void kernel() {
  TODO(); // match
  other(); // no match: TODO
}
