//===- UnitAST.pch.h - precompiled: what unit tests with an AST use -------===//
#include "../../lib/AST.pch.h"

#include "gtest/gtest.h"
