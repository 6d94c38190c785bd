#include "Extract/Errors/HarmfulErrors.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace coopify {
namespace {

class Survey : public DynamicRecursiveASTVisitor {
public:
  explicit Survey(const SourceText &Text) : Text(Text) {}

  llvm::StringSet<> Templates;

  bool VisitTemplateDecl(TemplateDecl *T) override {
    if (Text.isUserFile(T->getLocation()))
      Templates.insert(T->getNameAsString());
    return true;
  }

private:
  const SourceText &Text;
};

} // namespace

void findHarmfulErrors(ASTContext &Context, const SourceText &Text,
                       llvm::ArrayRef<SeenError> Errors, TUSummary &Out) {
  if (Errors.empty())
    return;
  Survey Seen(Text);
  Seen.TraverseDecl(Context.getTranslationUnitDecl());
  for (const NameUse &Use : Out.Lost)
    if (Seen.Templates.contains(Use.Name)) {
      Out.Open.push_back(
          {"", Use.Where, false, false,
           "text that was not understood, here, may have another instance of '" + Use.Name + "'"});
      return;
    }
}

} // namespace coopify
