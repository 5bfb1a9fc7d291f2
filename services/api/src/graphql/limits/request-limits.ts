import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type ParseOptions,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { madeOnce } from '../../kit/grouped-by.js';
import { coded } from '../error-format.js';

/** A hand-written query of every field has about 800; data belongs in variables. */
const MAX_TOKENS = 1500;
/** After which validation gives up. */
export const MAX_VALIDATION_ERRORS = 5;
/** Levels of fields, except those of an introspection. */
export const MAX_DEPTH = 12;
/** Fields and spreads with all fragments expanded; the standard introspection query has about 300. */
export const MAX_SELECTIONS = 1000;
/** Fields merged into one place of the response: the work is quadratic in their number. */
const MAX_REPEATS = 20;
/** Aliased fields. */
const MAX_ALIASES = 30;
/** `@include`, `@skip` and the like. */
const MAX_DIRECTIVES = 30;

export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };

/** Limits of every document, whatever its sender and transport. They look only at its form. */
export const LIMIT_RULES: readonly ValidationRule[] = [
  limitedExpansion,
  countingRule(MAX_ALIASES, 'aliases', (count) => ({ Field: ({ alias }) => void (alias && count()) })),
  countingRule(MAX_DIRECTIVES, 'directives', (count) => ({ Directive: count })),
  certainSubscription,
];

/**
 * Checks a document as text, before anything costlier: even the rules of the GraphQL specification are slow on some documents that the
 * limits refuse.
 * @returns the limits that the document breaks; none if it cannot be parsed, which is reported elsewhere
 */
export function brokenLimits(schema: GraphQLSchema, source: string): readonly GraphQLError[] {
  try {
    return validate(schema, parse(source, PARSE_OPTIONS), LIMIT_RULES, { maxErrors: MAX_VALIDATION_ERRORS });
  } catch {
    return [];
  }
}

/** Counts something in a document, with fragments counted once. */
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

/** One place of the response, by the names that lead there. */
interface Place {
  /** How many fields of the document are merged here. */
  count: number;
  readonly below: Map<string, Place>;
}

/** The size of an operation with its fragments expanded. */
interface Expansion {
  /** Fields of the response itself. */
  roots: number;
  selections: number;
  depth: number;
  /** The greatest number of fields that are merged into one place. */
  repeats: number;
}

/** The most selections that are visited: nested fragments can grow without bound. */
const WALKED = 1001;

/** Fields, inline fragments and spreads of an operation, each as often as it is spread; counting stops after 1,000. */
export function countSelections({ definitions }: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  return expand((name) => byName.get(name), operation).selections;
}

function limitedExpansion(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const { roots, selections, depth, repeats } = expand((name) => context.getFragment(name), operation);
      const isMutation = operation.operation === OperationTypeNode.MUTATION;
      const problems = [
        selections > MAX_SELECTIONS && `The operation has more than ${MAX_SELECTIONS} fields with fragments expanded.`,
        // Fragments are no level, and introspection has rules of its own in the specification.
        depth > MAX_DEPTH && `The operation has ${depth} levels of fields; the limit is ${MAX_DEPTH}.`,
        repeats > MAX_REPEATS && `The operation has the same field ${repeats} times; the limit is ${MAX_REPEATS}.`,
        // A request carries out one mutation or nothing. Of several, some might be carried out and others not, and it could not be sent again.
        isMutation && roots > 1 && `A mutation must have exactly one field, but has ${roots}.`,
      ];
      for (const problem of problems) {
        if (problem) context.reportError(new GraphQLError(problem, { nodes: operation }));
      }
      return false;
    },
  };
}

type FragmentOf = (name: string) => FragmentDefinitionNode | null | undefined;

function expand(fragmentOf: FragmentOf, operation: OperationDefinitionNode): Expansion {
  const expansion: Expansion = { roots: 0, selections: 0, depth: 0, repeats: 0 };
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
  const root: Place = { count: 0, below: new Map() };
  walk(operation.selectionSet, root, 1);
  expansion.roots = root.below.size;
  return expansion;
}

function placeBelow({ below }: Place, name: string): Place {
  return madeOnce(below, name, () => ({ count: 0, below: new Map() }));
}

/** No variable may decide whether a subscription has its field. The rules of graphql-js, which do not know the values yet, throw an error. */
function certainSubscription(context: ValidationContext): ASTVisitor {
  const check = ({ directives = [] }: SelectionNode) => {
    const parent = context.getParentType();
    if (!parent || parent !== context.getSchema().getSubscriptionType()) return;
    const nodes = directives.filter(({ name, arguments: given = [] }) => {
      const condition = given.find((argument) => argument.name.value === 'if')?.value;
      return ['skip', 'include'].includes(name.value) && condition?.kind !== Kind.BOOLEAN;
    });
    if (nodes.length === 0) return;
    const message = '@skip and @include of the field of a subscription must be given true or false.';
    context.reportError(new GraphQLError(message, { nodes }));
  };
  return { Field: check, InlineFragment: check, FragmentSpread: check };
}

/** Ten times the longest list that a field accepts: the field's own rule gives a better message. */
const MAX_LIST = 10_000;
/** A shorter body, in bytes, has no list that is too long. */
export const SHORT_BODY = 2 * MAX_LIST;

/** Refuses variables with a list that no field would accept, before GraphQL reads it item by item. */
export function checkLists(variables: unknown): GraphQLError | undefined {
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: variables, path: 'variables' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (value.length > MAX_LIST) return tooLong(path, value.length);
      for (const item of value) if (typeof item === 'object') waiting.push({ value: item, path });
    } else {
      for (const key in value) {
        const item = (value as Record<string, unknown>)[key];
        if (typeof item === 'object') waiting.push({ value: item, path: `${path}.${key}` });
      }
    }
  }
  return undefined;
}

function tooLong(path: string, length: number): GraphQLError {
  const message = `Lists must have at most ${MAX_LIST} items, but ${path} has ${length}.`;
  return coded('BAD_INPUT', message, 400);
}

/** JSON parsers recurse, and the stack is limited. */
const MAX_JSON_DEPTH = 32;
const MAX_VALUES = 1_000;
const MAX_NAME = 200;

/** Explains in one sentence why a JSON value is too large; null if it is not. Does not recurse. */
export function jsonProblem(value: unknown): string | null {
  const rest: [value: unknown, depth: number][] = [[value, 0]];
  for (let count = 0; rest.length > 0; count++) {
    if (count > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    const [next, depth] = rest.pop()!;
    if (typeof next !== 'object' || next === null) continue;
    if (depth === MAX_JSON_DEPTH) return `JSON must be nested at most ${MAX_JSON_DEPTH} levels deep.`;
    const inner = Object.entries(next);
    if (inner.length > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    if (inner.some(([name]) => name.length > MAX_NAME))
      return `Names in JSON must be at most ${MAX_NAME} characters long.`;
    for (const [, below] of inner) rest.push([below, depth + 1]);
  }
  return null;
}
