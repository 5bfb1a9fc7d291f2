import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isListType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { MAX_PAGE } from '../../kit/paging/page.js';
import { MOST_INTERVALS } from '../../rating/distribution.repository.js';
import { outcomesWork } from '../../rating/prediction.js';
import { type LargestMatch, largestPrediction } from './largest-prediction.js';

/** Points of what an answer may cost, as far as can be foreseen: some 0.2 s of the service's time. */
const MAX_COST = 20_000;
/** Assumed lengths of lists without `first`: most matches have two sides, of one or two. */
const LIST_SIZE = 2;
/** The same for the lists of an introspection; the standard query costs some 15,000 so. */
const INTROSPECTION_LIST_SIZE = 6;
/** A page of a past board, with a small board to be made for it. What a larger one takes is added when it is made. */
const PAST_BOARD = 1_000;
/** A place of a past board, of which a page costs as much as a page of that board. */
const MOVEMENT = 20;
/** A career of which every match is looked at, if it is a short one. What a longer one takes is added when it is read. */
const CAREER = 500;
/** A past rating. */
const PAST_RATING = 500;

export interface CostlyRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The cost of an answer, as far as it can be foreseen. */
export interface ForeseenCost {
  /** A field costs one, and what is read or worked out beside the fields as many as that takes. */
  readonly points: number;
  /** Whether the answer has lists of which nobody can foresee how long they are. */
  readonly isOpen: boolean;
}

const NOTHING: ForeseenCost = { points: 0, isOpen: false };

const isPast = ({ asOf, at, asKnownAt }: Arguments) => asOf != null || at != null || asKnownAt != null;

type Arguments = Readonly<Record<string, unknown>>;

/** Points that fields cost beyond the fields of the answer. */
const WORK: Readonly<Record<string, (args: Arguments, largest: LargestMatch) => number>> = {
  'League.standings': (args) => (isPast(args) ? PAST_BOARD : 0),
  'League.rating': (args) => (isPast(args) ? PAST_RATING : 0),
  'Prediction.ifOutcome': (_, { sides, players }) => outcomesWork(sides, players),
  'Rating.form': ({ last }) => Number(last),
  'PlayerConnection.totalCount': () => 100,
  'LeagueConnection.totalCount': () => 100,
  'League.activity': () => 50,
  'League.possibleDuplicates': () => 2_500,
  'Standing.movement': () => MOVEMENT,
  'Rating.bestWins': () => CAREER,
  'Rating.worstDefeats': () => CAREER,
  'Rating.opponents': () => CAREER,
  'Query.previewRating': (_, { sides, players }) => outcomesWork(sides, players),
  'Match.history': () => 10,
  'Match.expected': () => 10,
  // Some kilobytes of JSON.
  'RatingSystem.settingsSchema': () => 100,
  'RatingSystem.defaultSettings': () => 20,
};

/** How long lists are that follow from the sides that a prediction is asked of. */
const PREDICTED: Readonly<Record<string, (largest: LargestMatch) => number>> = {
  'Prediction.sides': ({ sides }) => sides,
  'PredictedSide.players': ({ sides, players }) => Math.ceil(players / Math.max(sides, 1)),
  'Prediction.ifOutcome': ({ sides }) => sides + 1,
  'PredictedOutcome.placements': ({ sides }) => sides,
  'PredictedOutcome.changes': ({ players }) => players,
  'PreviewRatingPayload.sides': ({ sides }) => sides,
  'PreviewRatingPayload.ifOutcome': ({ sides }) => sides + 1,
  'PreviewedOutcome.placements': ({ sides }) => sides,
  'PreviewedOutcome.changes': ({ players }) => players,
};

/** How long lists are that have a length of their own in place of `first`. */
const ARGUED: Readonly<Record<string, (args: Arguments) => number>> = {
  'Rating.series': ({ points }) => Number(points),
  'Rating.form': ({ last }) => Number(last),
  'League.distribution': () => MOST_INTERVALS,
};

/** How long lists are that stay as they are, by `Type.field`. */
export type KnownLengths = Readonly<Record<string, number>>;

/** A field costs 1, and what is in a list costs as often as the list is long. @param onOpen told of lists of any length */
function estimator(lengths: KnownLengths, largest: LargestMatch, onOpen: () => void): ComplexityEstimator {
  return ({ type, field, args, childComplexity }) => {
    const name = `${type.name}.${field.name}`;
    const own = 1 + (WORK[name]?.(args, largest) ?? 0);
    if (typeof args.first === 'number') return own + childComplexity * Math.min(Math.max(args.first, 1), MAX_PAGE);
    // Past matches have such lists too, of any length.
    const predicted = largest.sides > 0 ? PREDICTED[name]?.(largest) : undefined;
    const known = predicted ?? ARGUED[name]?.(args) ?? lengths[name];
    if (known !== undefined) return own + childComplexity * known;
    // The lists inside a connection are as long as its `first`.
    const isCounted = type.name.endsWith('Connection') || !isListType(getNullableType(field.type));
    if (isCounted) return own + childComplexity;
    if (type.name.startsWith('__')) return own + childComplexity * INTROSPECTION_LIST_SIZE;
    onOpen();
    return own + childComplexity * LIST_SIZE;
  };
}

/**
 * Foresees what the answer of an operation costs.
 * @throws GraphQLError with the code TOO_COSTLY where it is more than MAX_COST
 */
export type CostCheck = (request: CostlyRequest) => ForeseenCost;

/** Variations of the variables that count, remembered for each document. */
const REMEMBERED = 100;

/** Makes a cost check that remembers what it counted: clients send the same documents again and again. */
export function createCostCheck(schema: GraphQLSchema, lengths: KnownLengths = {}): CostCheck {
  const known = new WeakMap<DocumentNode, Map<string, ForeseenCost>>();
  return (request) => {
    const operation = getOperationAST(request.document, request.operationName);
    // Which is told by the execution.
    if (!operation) return NOTHING;
    const costs = known.get(request.document) ?? new Map<string, ForeseenCost>();
    known.set(request.document, costs);
    const largest = largestPrediction(request);
    const key = JSON.stringify([request.operationName, largest, ...countingValues(operation, request.variables)]);
    const cost = costs.get(key) ?? costOf(schema, lengths, request, largest);
    // Variables that do not fit: the execution tells so.
    if (cost === null) return NOTHING;
    if (costs.size >= REMEMBERED) costs.clear();
    costs.set(key, cost);
    if (cost.points <= MAX_COST) return cost;
    const message = `The answer could have ${cost.points} fields; the limit is ${MAX_COST}. Request less, or smaller pages.`;
    throw new GraphQLError(message, { extensions: { code: 'TOO_COSTLY', http: { status: 400 } } });
  };
}

/** The values of the variables that the cost can depend on; of times, whether there is one. */
function countingValues(operation: OperationDefinitionNode, variables: CostlyRequest['variables']): unknown[] {
  const counting = (operation.variableDefinitions ?? []).filter(({ type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && COUNTING.has(named.name.value);
  });
  return counting.map(({ variable }) => variables?.[variable.name.value]).map((value) => simple(value));
}

const COUNTING = new Set(['Int', 'Boolean', 'DateTime']);

/** Whatever else stands for a number is no number, and is refused when it is read. */
function simple(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? null : value;
}

function costOf(
  schema: GraphQLSchema,
  lengths: KnownLengths,
  { document, operationName, variables }: CostlyRequest,
  largest: LargestMatch,
): ForeseenCost | null {
  let isOpen = false;
  try {
    const points = getComplexity({
      schema,
      query: document,
      estimators: [
        estimator(lengths, largest, () => {
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
