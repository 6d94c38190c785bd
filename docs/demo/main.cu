// Runs each kernel once and compares with the CPU.
#include "kernels.cuh"

#include <math.h>
#include <stdio.h>

static const int N = 100000;
static const int BLOCK = 256;
static const int GRID = (N + BLOCK - 1) / BLOCK;

static int failures = 0;

static void expect(const char *what, double got, double wanted)
{
    bool same = fabs(got - wanted) <= 1e-3 * (1 + fabs(wanted));
    printf("%-12s %s\n", what, same ? "ok" : "WRONG");
    if (!same) {
        printf("  got %g, wanted %g\n", got, wanted);
        ++failures;
    }
}

template <typename T>
static T *zeros(int n)
{
    T *p = 0;
    if (cudaMallocManaged((void **)&p, n * sizeof(T)) != cudaSuccess)
        return 0;
    for (int i = 0; i < n; ++i)
        p[i] = 0;
    return p;
}

static void testSums(const float *x, const int *level)
{
    float *result = zeros<float>(2);
    int *scan = zeros<int>(N);
    sumKernel<<<64, BLOCK>>>(x, N, &result[0]);
    dotKernel<<<64, BLOCK>>>(x, x, N, &result[1]);
    scanKernel<<<GRID, BLOCK>>>(level, N, scan);
    cudaDeviceSynchronize();

    double sum = 0, dot = 0, wrong = 0;
    for (int i = 0, running = 0; i < N; ++i) {
        sum += x[i];
        dot += x[i] * x[i];
        running = (i % BLOCK ? running : 0) + level[i];
        wrong += scan[i] != running;
    }
    expect("sum", result[0], sum);
    expect("dot", result[1], dot);
    expect("scan", wrong, 0);
}

static void testFilter(const float *x)
{
    const float limit = 0.75f;
    float *kept = zeros<float>(N);
    int *index = zeros<int>(N), *count = zeros<int>(2), *ok = zeros<int>(N / 32 + 1);
    keepAbove<<<GRID, BLOCK>>>(x, N, limit, kept, &count[0]);
    keepIndices<<<GRID, BLOCK>>>(x, N, limit, index, &count[1]);
    checkRange<<<GRID, BLOCK>>>(x, N, 0.0f, 0.999f, ok);
    cudaDeviceSynchronize();

    double number = 0, sum = 0, keptSum = 0, indexSum = 0, wrong = 0;
    for (int i = 0; i < N; ++i) {
        number += x[i] > limit;
        sum += x[i] > limit ? x[i] : 0;
    }
    for (int i = 0; i < count[0]; ++i)
        keptSum += kept[i];
    for (int i = 0; i < count[1]; ++i)
        indexSum += x[index[i]];
    for (int first = 0; first < N; first += 32) {
        int all = 1;
        for (int i = first; i < first + 32 && i < N; ++i)
            all = all && x[i] >= 0.0f && x[i] <= 0.999f;
        wrong += ok[first / 32] != all;
    }
    expect("above", count[0], number);
    expect("above sum", keptSum, sum);
    expect("indices", count[1], number);
    expect("indices sum", indexSum, sum);
    expect("range", wrong, 0);
}

static void testLevels(const int *level)
{
    int *histogram = zeros<int>(2 * LEVELS), *total = zeros<int>(1);
    countLevels<<<64, BLOCK>>>(level, N, histogram);
    countAndSum<<<GRID, BLOCK>>>(level, N, histogram + LEVELS, total);
    cudaDeviceSynchronize();

    int wanted[LEVELS] = {0};
    double sum = 0, wrong = 0;
    for (int i = 0; i < N; ++i) {
        ++wanted[level[i]];
        sum += level[i];
    }
    for (int b = 0; b < LEVELS; ++b)
        wrong += histogram[b] != wanted[b] || histogram[LEVELS + b] != wanted[b];
    expect("histogram", wrong, 0);
    expect("total", total[0], sum);
}

#ifndef WITHOUT_ROWS
static void testRows(const float *weight, const int *column)
{
    const int rows = 1024;
    int *start = zeros<int>(rows + 1);
    float *out = zeros<float>(rows);
    for (int r = 0; r <= rows; ++r)
        start[r] = 4 * r;
    weightRows<<<rows / BLOCK, BLOCK>>>(start, column, weight, rows, out);
    cudaDeviceSynchronize();

    double wrong = 0;
    for (int r = 0; r < rows; ++r) {
        float sum = 0;
        for (int i = start[r]; i < start[r + 1]; ++i)
            sum += weight[column[i] & 31];
        wrong += fabs(sum - out[r]) > 1e-4;
    }
    expect("rows", wrong, 0);
}
#endif

int main()
{
    float *x = zeros<float>(N);
    int *level = zeros<int>(N);
    if (!x || !level) {
        printf("no GPU\n");
        return 2;
    }
    unsigned int seed = 1;
    for (int i = 0; i < N; ++i) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = (seed >> 8) / 16777216.0f;
        level[i] = seed >> 26;
    }
    testSums(x, level);
    testFilter(x);
    testLevels(level);
#ifndef WITHOUT_ROWS
    testRows(x, level);
#endif
    if (cudaGetLastError() != cudaSuccess)
        ++failures;
    printf("%d failures\n", failures);
    return failures != 0;
}
