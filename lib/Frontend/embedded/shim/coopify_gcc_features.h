// What gcc 12 says of the language's features, by -std: g++ -std=... -dM -E of each, with gnu++ the same. In
// the user's files __cpp_x is read as __Qpp_x (NvccMacros.def). What a flag switches on or off besides is in
// HostMacros.def.
#ifndef COOPIFY_GCC_FEATURES_H
#define COOPIFY_GCC_FEATURES_H

#define __Qpp_binary_literals 201304L
#ifdef __EXCEPTIONS
#define __Qpp_exceptions 199711L
#endif
#define __Qpp_hex_float 201603L
#ifdef __GXX_RTTI
#define __Qpp_rtti 199711L
#endif
#define __Qpp_runtime_arrays 198712L
#define __Qpp_threadsafe_static_init 200806L

#if __cplusplus >= 201103L // c++11
#define __Qpp_alias_templates 200704L
#define __Qpp_attributes 200809L
#define __Qpp_constexpr 200704L
#define __Qpp_decltype 200707L
#define __Qpp_delegating_constructors 200604L
#define __Qpp_inheriting_constructors 201511L
#define __Qpp_initializer_lists 200806L
#define __Qpp_lambdas 200907L
#define __Qpp_nsdmi 200809L
#define __Qpp_range_based_for 200907L
#define __Qpp_raw_strings 200710L
#define __Qpp_ref_qualifiers 200710L
#define __Qpp_rvalue_reference 200610L
#define __Qpp_rvalue_references 200610L
#define __Qpp_static_assert 200410L
#define __Qpp_unicode_characters 200704L
#define __Qpp_unicode_literals 200710L
#define __Qpp_user_defined_literals 200809L
#define __Qpp_variadic_templates 200704L
#endif

#if __cplusplus >= 201402L // c++14
#define __Qpp_aggregate_nsdmi 201304L
#undef __Qpp_constexpr
#define __Qpp_constexpr 201304L
#define __Qpp_decltype_auto 201304L
#define __Qpp_digit_separators 201309L
#define __Qpp_generic_lambdas 201304L
#define __Qpp_init_captures 201304L
#define __Qpp_return_type_deduction 201304L
#define __Qpp_sized_deallocation 201309L
#define __Qpp_variable_templates 201304L
#endif

#if __cplusplus >= 201703L // c++17
#define __Qpp_aggregate_bases 201603L
#define __Qpp_aligned_new 201606L
#define __Qpp_capture_star_this 201603L
#undef __Qpp_constexpr
#define __Qpp_constexpr 201603L
#define __Qpp_deduction_guides 201703L
#define __Qpp_enumerator_attributes 201411L
#define __Qpp_fold_expressions 201603L
#define __Qpp_guaranteed_copy_elision 201606L
#define __Qpp_if_constexpr 201606L
#define __Qpp_inline_variables 201606L
#define __Qpp_namespace_attributes 201411L
#define __Qpp_nested_namespace_definitions 201411L
#define __Qpp_noexcept_function_type 201510L
#define __Qpp_nontype_template_args 201411L
#define __Qpp_nontype_template_parameter_auto 201606L
#undef __Qpp_range_based_for
#define __Qpp_range_based_for 201603L
#undef __Qpp_static_assert
#define __Qpp_static_assert 201411L
#define __Qpp_structured_bindings 201606L
#define __Qpp_template_auto 201606L
#define __Qpp_template_template_args 201611L
#undef __Qpp_unicode_characters
#define __Qpp_unicode_characters 201411L
#define __Qpp_variadic_using 201611L
#endif

#if __cplusplus >= 202002L // c++20
#define __Qpp_aggregate_paren_init 201902L
#define __Qpp_char8_t 201811L
#define __Qpp_concepts 202002L
#define __Qpp_conditional_explicit 201806L
#define __Qpp_consteval 201811L
#undef __Qpp_constexpr
#define __Qpp_constexpr 202002L
#define __Qpp_constexpr_dynamic_alloc 201907L
#define __Qpp_constexpr_in_decltype 201711L
#define __Qpp_constinit 201907L
#undef __Qpp_deduction_guides
#define __Qpp_deduction_guides 201907L
#define __Qpp_designated_initializers 201707L
#undef __Qpp_generic_lambdas
#define __Qpp_generic_lambdas 201707L
#define __Qpp_impl_coroutine 201902L
#define __Qpp_impl_destroying_delete 201806L
#define __Qpp_impl_three_way_comparison 201907L
#undef __Qpp_init_captures
#define __Qpp_init_captures 201803L
#undef __Qpp_nontype_template_args
#define __Qpp_nontype_template_args 201911L
#define __Qpp_nontype_template_parameter_class 201806L
#define __Qpp_using_enum 201907L
#endif

#if __cplusplus > 202002L // c++23
#undef __Qpp_constexpr
#define __Qpp_constexpr 202110L
#define __Qpp_if_consteval 202106L
#define __Qpp_multidimensional_subscript 202110L
#define __Qpp_size_t_suffix 202011L
#endif

#endif
