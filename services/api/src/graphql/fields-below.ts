import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Average lengths of the lists below a field, by field name. */
export type Lengths = Readonly<Record<string, number>>;

/**
 * How many fields a response has below one of its fields.
 * @param lengths of the lists there; everything else counts once
 */
export function fieldsBelow(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  lengths: Lengths = {},
): number {
  const inside = ({ selectionSet }: FieldNode) => (selectionSet ? count(selectionSet) : 0);
  const count = ({ selections }: SelectionSetNode): number => {
    let fields = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) fields += count(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) fields += count(fragments[selection.name.value]!.selectionSet);
      else fields += 1 + inside(selection) * (lengths[selection.name.value] ?? 1);
    }
    return fields;
  };
  return fieldNodes.reduce((sum, node) => sum + inside(node), 0);
}
