import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** The fields selected below a field, by their names in the schema: `nodes.player.handle`. */
export type Selection = ReadonlySet<string>;

const known = new WeakMap<FieldNode, { readonly nodes: readonly FieldNode[]; readonly selection: Selection }>();

/**
 * The selection below a field. `edges.node` counts as `nodes`, and fields that a directive may skip count as selected. Readers may use it
 * to choose joins, but must never omit anything from a response because of it.
 */
export function selectionOf({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): Selection {
  const first = fieldNodes[0]!;
  const before = known.get(first);
  if (before && isSame(before.nodes, fieldNodes)) return before.selection;
  const selection = new Set<string>();
  for (const { selectionSet } of fieldNodes) if (selectionSet) collect(selectionSet, '', fragments, selection);
  known.set(first, { nodes: fieldNodes, selection });
  return selection;
}

function isSame(nodes: readonly FieldNode[], others: readonly FieldNode[]): boolean {
  return nodes.length === others.length && nodes.every((node, index) => node === others[index]);
}

function collect(
  { selections }: SelectionSetNode,
  path: string,
  fragments: GraphQLResolveInfo['fragments'],
  into: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, path, fragments, into);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      collect(fragments[selection.name.value]!.selectionSet, path, fragments, into);
    } else {
      const field = (path + selection.name.value).replace(/^edges\.node(?=\.|$)/, 'nodes');
      into.add(field);
      if (selection.selectionSet) collect(selection.selectionSet, `${field}.`, fragments, into);
    }
  }
}
