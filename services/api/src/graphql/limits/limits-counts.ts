import { type ASTVisitor, GraphQLError, type ValidationRule } from 'graphql';

/** Aliased fields of the document, with fragments counted once. */
export function maxAliases(limit: number): ValidationRule {
  return countingRule(limit, 'aliases', (count) => ({ Field: ({ alias }) => void (alias && count()) }));
}

/** Directives of the document, with fragments counted once. */
export function maxDirectives(limit: number): ValidationRule {
  return countingRule(limit, 'directives', (count) => ({ Directive: count }));
}

function countingRule(limit: number, what: string, visitor: (count: () => void) => ASTVisitor): ValidationRule {
  return (context) => {
    let counted = 0;
    return {
      ...visitor(() => {
        counted++;
      }),
      Document: {
        leave() {
          if (counted <= limit) return;
          context.reportError(new GraphQLError(`The document has ${counted} ${what}; the limit is ${limit}.`));
        },
      },
    };
  };
}
