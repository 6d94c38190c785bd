// No guard: once for each type.
#undef SIMT_T
#undef SIMT_T2
#undef SIMT_RAW
#undef SIMT_RAW2
#undef SIMT_N
#undef SIMT_F
#undef SIMT_CONVERSIONS
#undef SIMT_OPERATORS
#undef SIMT_OPERATORS2
#undef SIMT_ADD_SINCE
#undef SIMT_ADD2_SINCE
