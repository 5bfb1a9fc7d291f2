import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

/** One place of the response, by the names that lead there. */
interface Place {
  /** How many fields of the document are merged here. */
  count: number;
  readonly below: Map<string, Place>;
}

/** The size of an operation with its fragments expanded. */
interface Expansion {
  selections: number;
  depth: number;
  /** The greatest number of fields that are merged into one place. */
  repeats: number;
}

/** The most selections that are walked: nested fragments can grow without bound. */
const WALKED = 1001;

/** Fields, inline fragments and spreads, each as often as it is spread. */
export function maxSelections(limit: number): ValidationRule {
  return expansionRule(({ selections }) => selections > limit && `more than ${limit} fields with fragments expanded`);
}

/** Levels of fields. Fragments are no level, and introspection has rules of its own in the specification. */
export function maxDepth(limit: number): ValidationRule {
  return expansionRule(({ depth }) => depth > limit && `${depth} levels of fields; the limit is ${limit}`);
}

/** Fields that are merged into one place of the response. */
export function maxRepeats(limit: number): ValidationRule {
  return expansionRule(({ repeats }) => repeats > limit && `the same field ${repeats} times; the limit is ${limit}`);
}

/** Fields, inline fragments and spreads of an operation, each as often as it is spread; more than 1,000 are not counted to the end. */
export function countSelections({ definitions }: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  return expand((name) => byName.get(name), operation).selections;
}

function expansionRule(problem: (expansion: Expansion) => string | false): ValidationRule {
  return (context) => ({
    OperationDefinition(operation) {
      const found = problem(expand((name) => context.getFragment(name), operation));
      if (found) context.reportError(new GraphQLError(`The operation has ${found}.`, { nodes: operation }));
      return false;
    },
  });
}

const expansions = new WeakMap<OperationDefinitionNode, Expansion>();

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

function expand(fragmentOf: FragmentOf, operation: OperationDefinitionNode): Expansion {
  const known = expansions.get(operation);
  if (known) return known;
  const expansion: Expansion = { selections: 0, depth: 0, repeats: 0 };
  expansions.set(operation, expansion);
  const open = new Set<string>();

  const walk = (set: SelectionSetNode, place: Place, depth: number, step = 1): void => {
    for (const selection of set.selections) {
      if (expansion.selections >= WALKED) return;
      expansion.selections++;
      if (selection.kind === Kind.FIELD) {
        const below = placeBelow(place, selection.alias?.value ?? selection.name.value);
        expansion.depth = Math.max(expansion.depth, depth);
        expansion.repeats = Math.max(expansion.repeats, ++below.count);
        const stepBelow = selection.name.value.startsWith('__') ? 0 : step;
        if (selection.selectionSet) walk(selection.selectionSet, below, depth + stepBelow, stepBelow);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, place, depth, step);
      } else {
        const fragment = fragmentOf(selection.name.value);
        // The rules of the specification refuse a fragment inside itself.
        if (!fragment || open.has(fragment.name.value)) continue;
        open.add(fragment.name.value);
        walk(fragment.selectionSet, place, depth, step);
        open.delete(fragment.name.value);
      }
    }
  };
  walk(operation.selectionSet, { count: 0, below: new Map() }, 1);
  return expansion;
}

function placeBelow({ below }: Place, name: string): Place {
  const known = below.get(name);
  if (known) return known;
  const place: Place = { count: 0, below: new Map() };
  below.set(name, place);
  return place;
}
