//===- TrialArguments.cpp ---------------------------------------------------===//

#include "Extract/Trials/TrialArguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

/// Of each parameter; the square of it is the number of trials.
static constexpr unsigned Levels = 4;
/// So many parameters vary against each other.
static constexpr unsigned Columns = Levels + 1;

static bool contains(ArrayRef<TemplateArgument> Values, const TemplateArgument &A) {
  return llvm::any_of(Values, [&](const TemplateArgument &V) { return V.structurallyEquals(A); });
}

std::string TrialArguments::addType(const TemplateTypeParmDecl *P, Parameter &Out) const {
  if (P->hasDefaultArgument())
    if (const TemplateArgument &A = P->getDefaultArgument().getArgument();
        A.getKind() == TemplateArgument::Type && !A.isDependent())
      Out.Values.emplace_back(A.getAsType().getCanonicalType());
  // Bytes are promoted, and may be a part of anything.
  for (QualType T : {Context.FloatTy, Context.IntTy, Context.DoubleTy, Context.UnsignedCharTy})
    if (TemplateArgument A(T); Out.Values.size() < Levels && !contains(Out.Values, A))
      Out.Values.push_back(A);
  return "";
}

TemplateArgument TrialArguments::number(uint64_t Value, QualType Type) const {
  llvm::APSInt Number(llvm::APInt(Context.getIntWidth(Type), Value, /*isSigned=*/false,
                                  /*implicitTrunc=*/true),
                      Type->isUnsignedIntegerOrEnumerationType());
  return TemplateArgument(Context, Number, Type);
}

/// Blocks and warps of usual sizes, part of a warp, and what 32 does not divide.
static ArrayRef<uint64_t> numbersFor(QualType Type) {
  static constexpr uint64_t Numbers[] = {32, 256, 8, 48}, Bools[] = {1, 0};
  return Type->isBooleanType() ? ArrayRef(Bools) : ArrayRef(Numbers);
}

std::string TrialArguments::addNumber(const NonTypeTemplateParmDecl *P, Parameter &Out) const {
  QualType Type = P->getType();
  if (Type->getContainedAutoType() != nullptr)
    Type = Context.IntTy;
  Type = Type.getCanonicalType().getUnqualifiedType();
  if (Type->isDependentType() || !Type->isIntegralOrEnumerationType())
    return "nothing can be given for '" + P->getNameAsString() + "'";
  if (P->hasDefaultArgument())
    if (const TemplateArgument &A = P->getDefaultArgument().getArgument();
        A.getKind() == TemplateArgument::Expression && !A.isDependent())
      if (std::optional<llvm::APSInt> Value = A.getAsExpr()->getIntegerConstantExpr(Context))
        Out.Values.push_back(number(Value->getZExtValue(), Type));
  if (const auto *Enum = Type->getAsEnumDecl())
    for (const EnumConstantDecl *E : Enum->enumerators())
      if (TemplateArgument A = number(E->getInitVal().getZExtValue(), Type);
          Out.Values.size() < Levels && !contains(Out.Values, A))
        Out.Values.push_back(A);
  if (!Type->isEnumeralType())
    for (uint64_t N : numbersFor(Type))
      if (TemplateArgument A = number(N, Type);
          Out.Values.size() < Levels && !contains(Out.Values, A))
        Out.Values.push_back(A);
  return Out.Values.empty() ? "nothing can be given for '" + P->getNameAsString() + "'" : "";
}

std::string TrialArguments::add(const TemplateParameterList &Params) {
  for (const NamedDecl *P : Params) {
    if (P->isTemplateParameterPack())
      return "it takes any number of arguments";
    Parameter New{Lists, isa<TemplateTypeParmDecl>(P), {}};
    std::string Why;
    if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(P))
      Why = addType(Type, New);
    else if (const auto *Number = dyn_cast<NonTypeTemplateParmDecl>(P))
      Why = addNumber(Number, New);
    else
      Why = "'" + P->getNameAsString() + "' is a template";
    for (size_t I = Parameters.size() % Columns; I < Parameters.size(); I += Columns)
      if (New.IsType && Parameters[I].IsType) // they would always be the same type
        Why = "it takes too many types";
    if (!Why.empty())
      return Why;
    Parameters.push_back(std::move(New));
  }
  ++Lists;
  return "";
}

unsigned TrialArguments::trials() const { return Parameters.size() < 2 ? Levels : Levels * Levels; }

/// The columns a, b, a + b, a + 2 b, a + 3 b over the field of four elements; further parameters
/// share them.
const TemplateArgument &TrialArguments::value(size_t Index, unsigned Number) const {
  static constexpr unsigned Times[Levels][Levels] = {
      {0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};
  const unsigned A = Number % Levels, B = Number / Levels, Column = Index % Columns;
  const unsigned Level = Column == 1 ? B : Column == 0 ? A : A ^ Times[Column - 1][B];
  const std::vector<TemplateArgument> &Values = Parameters[Index].Values;
  return Values[Level % Values.size()];
}

static Expr *literal(const TemplateArgument &A, ASTContext &Context, SourceLocation At) {
  const QualType Type = A.getIntegralType();
  if (Type->isBooleanType())
    return CXXBoolLiteralExpr::Create(Context, A.getAsIntegral().getBoolValue(), Type, At);
  const auto *Enum = Type->getAsEnumDecl();
  const QualType Of =
      Enum ? Context.getIntTypeForBitwidth(Context.getIntWidth(Type), A.getAsIntegral().isSigned())
           : Type;
  Expr *Number = IntegerLiteral::Create(Context, A.getAsIntegral(), Of, At);
  if (!Enum)
    return Number;
  return CStyleCastExpr::Create(Context, Type, VK_PRValue, CK_IntegralCast, Number, nullptr,
                                FPOptionsOverride(), Context.getTrivialTypeSourceInfo(Type, At), At,
                                At);
}

TemplateArgumentListInfo TrialArguments::arguments(unsigned List, unsigned Number,
                                                   SourceLocation At) const {
  TemplateArgumentListInfo Out(At, At);
  for (size_t I = 0; I < Parameters.size(); ++I) {
    if (Parameters[I].List != List)
      continue;
    const TemplateArgument &A = value(I, Number);
    if (Parameters[I].IsType) {
      Out.addArgument({A, Context.getTrivialTypeSourceInfo(A.getAsType(), At)});
    } else {
      Expr *E = literal(A, Context, At);
      Out.addArgument({TemplateArgument(E, /*IsCanonical=*/false), E});
    }
  }
  return Out;
}

std::string TrialArguments::text(unsigned Number) const {
  std::string Out;
  for (size_t I = 0; I < Parameters.size(); ++I) {
    llvm::raw_string_ostream OS(Out);
    OS << (I ? ", " : "");
    value(I, Number).print(Context.getPrintingPolicy(), OS, /*IncludeType=*/false);
  }
  return Out;
}

bool TrialArguments::variesTypes(const std::vector<unsigned> &Numbers) const {
  for (size_t I = 0; I < Parameters.size(); ++I)
    if (Parameters[I].IsType && llvm::all_of(Numbers, [&](unsigned N) {
          return value(I, N).structurallyEquals(value(I, Numbers.front()));
        }))
      return false;
  return true;
}

} // namespace coopify
