import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { Extensions } from 'type-graphql';
import { MAX_PAGE } from '../../kit/paging/page.js';
import { coded } from '../error-format.js';

/** The most points that a response may cost by estimate: about 0.2 s of the service's time. */
const MAX_COST = 20_000;
/** Assumed lengths of lists without `first`: most matches have two sides of one or two players. */
const LIST_SIZE = 2;
/** The same for the lists of an introspection, by which the standard query costs about 15,000. */
const INTROSPECTION_LIST_SIZE = 6;

interface CostlyRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The estimated cost of a response. */
export interface EstimatedCost {
  /** Points: one for each field, and more for additional reads and computations. */
  readonly points: number;
  /** Whether the response has lists of unpredictable length. */
  readonly isOpen: boolean;
}

const NOTHING: EstimatedCost = { points: 0, isOpen: false };

type Arguments = Readonly<Record<string, unknown>>;

/** The cost of a field beyond one point for itself and one for each field below it. */
export interface FieldCost {
  /** Points for its reads and computations. */
  readonly work?: number | ((args: Arguments, largest: LargestMatch) => number);
  /** The length of its list, if there is no argument `first`. */
  readonly length?: number | ((args: Arguments) => number);
  /** The length of its list in a prediction. */
  readonly predictedLength?: (largest: LargestMatch) => number;
}

/** Declares the cost of a field. A list without `first` and without this counts as LIST_SIZE, and is counted when it is made. */
export function Cost(cost: FieldCost): MethodDecorator & PropertyDecorator {
  return Extensions({ cost });
}

/** Lengths of lists that are always the same, by `Type.field`. */
type KnownLengths = Readonly<Record<string, number>>;

const NO_COST: FieldCost = {};

const isConnection = ({ name }: { readonly name: string }) => name.endsWith('Connection');

/**
 * A field costs 1, and the fields of a list cost as often as the list is long. In a connection these are the fields of `nodes` and
 * `edges`; its other fields, such as `totalCount`, occur once.
 * @param onOpen called for lists of unpredictable length
 */
function estimator(
  lengths: KnownLengths,
  largest: LargestMatch,
  { definitions }: DocumentNode,
  onOpen: () => void,
): ComplexityEstimator {
  /** The cost of one item of each list of a connection. It is estimated before the connection, whose length is known later. */
  const items = new Map<FieldNode, number>();
  const itemsIn = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + (items.get(selection) ?? 0);
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + itemsIn(selection.selectionSet);
      const name = selection.name.value;
      const fragment = definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name);
      return sum + (fragment ? itemsIn((fragment as { selectionSet: SelectionSetNode }).selectionSet) : 0);
    }, 0);
  return ({ type, field, node, args, childComplexity }) => {
    const { work, length, predictedLength } = (field.extensions.cost ?? NO_COST) as FieldCost;
    const own = 1 + (typeof work === 'function' ? work(args, largest) : (work ?? 0));
    if (typeof args.first === 'number') {
      const most = Math.min(Math.max(args.first, 1), MAX_PAGE);
      if (!isConnection(getNamedType(field.type))) return own + childComplexity * most;
      return own + childComplexity + (node.selectionSet ? itemsIn(node.selectionSet) * (most - 1) : 0);
    }
    // Past matches also have such lists, of any length.
    const predicted = largest.sides > 0 ? predictedLength?.(largest) : undefined;
    const declared = typeof length === 'function' ? length(args) : length;
    const known = predicted ?? declared ?? lengths[`${type.name}.${field.name}`];
    if (known !== undefined) return own + childComplexity * known;
    if (!isListType(getNullableType(field.type))) return own + childComplexity;
    if (isConnection(type)) {
      items.set(node, childComplexity);
      return own + childComplexity;
    }
    if (type.name.startsWith('__')) return own + childComplexity * INTROSPECTION_LIST_SIZE;
    onOpen();
    return own + childComplexity * LIST_SIZE;
  };
}

/** The refusal of a request that costs too much. @param reason after the most that it may cost */
export function tooCostly(points: number, most: number, reason = ''): GraphQLError {
  const message = `The request costs ${points} points; the most is ${most}${reason}. Request less, or smaller pages.`;
  return coded('TOO_COSTLY', message, 400);
}

/**
 * Estimates the cost of an operation's response.
 * @throws GraphQLError with the code TOO_COSTLY if it is more than MAX_COST
 */
export type CostCheck = (request: CostlyRequest) => EstimatedCost;

/** Sets of relevant variables that are remembered for each document. */
const REMEMBERED = 100;

/** Makes a cost check that remembers its results: clients send the same documents again and again. */
export function createCostCheck(schema: GraphQLSchema, lengths: KnownLengths = {}): CostCheck {
  const known = new WeakMap<DocumentNode, Map<string, EstimatedCost>>();
  return (request) => {
    const operation = getOperationAST(request.document, request.operationName);
    // The execution reports that.
    if (!operation) return NOTHING;
    const costs = known.get(request.document) ?? new Map<string, EstimatedCost>();
    known.set(request.document, costs);
    const largest = largestPrediction(request);
    const key = JSON.stringify([request.operationName, largest, ...countingValues(operation, request.variables)]);
    const cost = costs.get(key) ?? costOf(schema, lengths, request, largest);
    // Unsuitable variables, which the execution reports.
    if (cost === null) return NOTHING;
    if (costs.size >= REMEMBERED) costs.clear();
    costs.set(key, cost);
    if (cost.points <= MAX_COST) return cost;
    throw tooCostly(cost.points, MAX_COST);
  };
}

/** The values of the variables on which the cost can depend; for times, whether there is one. */
function countingValues(operation: OperationDefinitionNode, variables: CostlyRequest['variables']): unknown[] {
  const counting = (operation.variableDefinitions ?? []).filter(({ type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && COUNTING.has(named.name.value);
  });
  return counting.map(({ variable }) => variables?.[variable.name.value]).map((value) => simple(value));
}

const COUNTING = new Set(['Int', 'Boolean', 'DateTime']);

/** If there is something else in place of a number, it is refused when it is read. */
function simple(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? null : value;
}

function costOf(
  schema: GraphQLSchema,
  lengths: KnownLengths,
  { document, operationName, variables }: CostlyRequest,
  largest: LargestMatch,
): EstimatedCost | null {
  let isOpen = false;
  try {
    const points = getComplexity({
      schema,
      query: document,
      estimators: [
        estimator(lengths, largest, document, () => {
          isOpen = true;
        }),
      ],
      ...(variables && { variables: { ...variables } }),
      ...(operationName && { operationName }),
    });
    return { points, isOpen };
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** How large a match is. */
interface LargestMatch {
  readonly sides: number;
  /** Players of all sides. */
  readonly players: number;
}

const NONE: LargestMatch = { sides: 0, players: 0 };

/** The arguments `sides` of a document's predictions. */
const known = new WeakMap<DocumentNode, readonly ValueNode[]>();

/** The most sides, and the most players, of the matches whose prediction a document requests. */
function largestPrediction({ document, variables }: CostlyRequest): LargestMatch {
  let asked = known.get(document);
  if (!asked) {
    asked = askedSides(document);
    known.set(document, asked);
  }
  let largest = NONE;
  for (const value of asked) {
    const sides = asList(valueFromASTUntyped(value, variables ?? {}));
    const players = sides.reduce((sum: number, side) => sum + asList(side).length, 0);
    largest = { sides: Math.max(largest.sides, sides.length), players: Math.max(largest.players, players) };
  }
  return largest;
}

function askedSides(document: DocumentNode): ValueNode[] {
  const sides: ValueNode[] = [];
  visit(document, {
    [Kind.FIELD]: ({ name, arguments: given = [] }) => {
      if (name.value !== 'prediction' && name.value !== 'previewRating') return;
      for (const argument of given) if (argument.name.value === 'sides') sides.push(argument.value);
    },
  });
  return sides;
}

/** The items of a list as GraphQL reads it: a single value is a list of one. */
function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value == null ? [] : [value];
}
