import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { makeList, type ResponseSize } from '../kit/paging/response-size.js';

/** The fields selected below a field, by their names in the schema: `nodes.player.handle`. */
export type Selection = ReadonlySet<string>;

const selectionsByField = new WeakMap<
  FieldNode,
  { readonly nodes: readonly FieldNode[]; readonly selection: Selection }
>();

/**
 * The selection below a field. `edges.node` counts as `nodes`, and fields that a directive may skip count as selected. Readers may use it
 * to choose joins, but must never omit anything from a response because of it.
 */
export function selectionOf({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): Selection {
  const first = fieldNodes[0]!;
  const before = selectionsByField.get(first);
  if (before && isSameSelection(before.nodes, fieldNodes)) return before.selection;
  const selection = new Set<string>();
  for (const { selectionSet } of fieldNodes) if (selectionSet) collectFields(selectionSet, '', fragments, selection);
  selectionsByField.set(first, { nodes: fieldNodes, selection });
  return selection;
}

function isSameSelection(nodes: readonly FieldNode[], others: readonly FieldNode[]): boolean {
  return nodes.length === others.length && nodes.every((node, index) => node === others[index]);
}

function collectFields(
  { selections }: SelectionSetNode,
  path: string,
  fragments: GraphQLResolveInfo['fragments'],
  into: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) collectFields(selection.selectionSet, path, fragments, into);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      collectFields(fragments[selection.name.value]!.selectionSet, path, fragments, into);
    } else {
      const field = (path + selection.name.value).replace(/^edges\.node(?=\.|$)/, 'nodes');
      into.add(field);
      if (selection.selectionSet) collectFields(selection.selectionSet, `${field}.`, fragments, into);
    }
  }
}

/** Average lengths of the lists below a field, by field name. */
export type Lengths = Readonly<Record<string, number>>;

/** Returns a list of a response, counted with all fields below it; see `makeList`. @param lengths of the lists below it */
export function sizedList<Item>(
  size: ResponseSize,
  info: GraphQLResolveInfo,
  list: readonly Item[],
  lengths?: Lengths,
): readonly Item[] | Promise<readonly Item[]> {
  return makeList(size, list.length * fieldsBelow(info, lengths), list);
}

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

const FIELDS_OF_CONTRIBUTIONS = [
  'contributions',
  'opponentCount',
  'expectedScore',
  'actualScore',
  'adjustments',
  'explanation',
];

/** Parts of rating changes that are read besides their lines. */
export interface ChangeParts {
  /** Contributions that the journal lacks are derived. */
  readonly contributions: boolean;
  /** Whether `before` is to be as of the match, for which states are restored. */
  readonly befores: boolean;
}

/** The parts of changes that a query needs: explanations and adjustments are computed from `before`. @param path as in `selectsContributions` */
export function changePartsOf(selection: Selection, path: string): ChangeParts {
  const befores = ['before', 'adjustments', 'explanation'].some((field) => selection.has(path + field));
  return { contributions: selectsContributions(selection, path), befores };
}

/** Whether a query selects anything of the contributions of a change. @param path of the change's fields, ending in a dot */
export function selectsContributions(selection: Selection, path: string): boolean {
  return FIELDS_OF_CONTRIBUTIONS.some((field) => selection.has(path + field));
}
