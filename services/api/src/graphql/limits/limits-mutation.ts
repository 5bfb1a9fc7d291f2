import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/**
 * A request carries out one mutation or nothing. Of several, some might be carried out and others not, and the request could not be sent
 * again.
 */
export function oneMutation(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      if (operation.operation !== OperationTypeNode.MUTATION) return;
      const names = new Set<string>();
      collectNames(context, operation.selectionSet, names, new Set());
      if (names.size <= 1) return;
      const message = `A mutation must have exactly one field, but has ${names.size}.`;
      context.reportError(new GraphQLError(message, { nodes: operation }));
    },
  };
}

function collectNames(
  context: ValidationContext,
  set: SelectionSetNode,
  names: Set<string>,
  spread: Set<string>,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) names.add(selection.alias?.value ?? selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collectNames(context, selection.selectionSet, names, spread);
    else {
      const fragment = context.getFragment(selection.name.value);
      if (!fragment || spread.has(fragment.name.value)) continue;
      spread.add(fragment.name.value);
      collectNames(context, fragment.selectionSet, names, spread);
    }
  }
}
