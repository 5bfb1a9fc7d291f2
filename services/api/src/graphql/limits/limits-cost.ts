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
import { MOST_INTERVALS } from '../../reading/distribution.repository.js';
import { outcomesWork } from '../../reading/prediction.js';
import { type LargestMatch, largestPrediction } from './largest-prediction.js';

/** The most points that a response may cost by estimate: about 0.2 s of the service's time. */
const MAX_COST = 20_000;
/** Assumed lengths of lists without `first`: most matches have two sides of one or two players. */
const LIST_SIZE = 2;
/** The same for the lists of an introspection, by which the standard query costs about 15,000. */
const INTROSPECTION_LIST_SIZE = 6;
/** A page of a past board, if the board is small. The rest of a larger one is added when it is made. */
const PAST_BOARD = 1_000;
/** A place of a past board, one page of which costs as much as a page of that board. */
const MOVEMENT = 20;
/** A career of which every match is read, if it is short. The rest of a longer one is added when it is read. */
const CAREER = 500;
/** A past rating. */
const PAST_RATING = 500;

export interface CostlyRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The estimated cost of a response. */
export interface EstimatedCost {
  /** Points: one for each field, and more for what is read or computed besides. */
  readonly points: number;
  /** Whether the response has lists of unpredictable length. */
  readonly isOpen: boolean;
}

const NOTHING: EstimatedCost = { points: 0, isOpen: false };

const isPast = ({ asOf, at, asKnownAt }: Arguments) => asOf != null || at != null || asKnownAt != null;

type Arguments = Readonly<Record<string, unknown>>;

/** Points that fields cost beyond the fields of the response. */
const WORK: Readonly<Record<string, (args: Arguments, largest: LargestMatch) => number>> = {
  'League.standings': (args) => (isPast(args) ? PAST_BOARD : 0),
  'League.rating': (args) => (isPast(args) ? PAST_RATING : 0),
  'Prediction.ifOutcome': (_, { sides, players }) => outcomesWork(sides, players),
  'Rating.form': ({ last }) => Number(last),
  'PlayerConnection.totalCount': () => 100,
  'LeagueConnection.totalCount': () => 100,
  'League.activity': () => 50,
  'Rating.activity': () => 10,
  'League.possibleDuplicates': () => 2_500,
  'League.nearPlayers': () => 200,
  'Standing.movement': () => MOVEMENT,
  'Rating.bestWins': () => CAREER,
  'Rating.worstDefeats': () => CAREER,
  'Rating.opponents': () => CAREER,
  'Query.previewRating': (_, { sides, players }) => outcomesWork(sides, players),
  'MatchImport.addedMatches': () => 20,
  'Match.history': () => 10,
  'Match.expected': () => 10,
  // Some kilobytes of JSON.
  'RatingSystem.settingsSchema': () => 100,
  'RatingSystem.defaultSettings': () => 20,
};

/** Lengths of lists that follow from the sides of a prediction. */
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

/** Lengths of lists with an argument of their own in place of `first`. */
const ARGUED: Readonly<Record<string, (args: Arguments) => number>> = {
  'Rating.series': ({ points }) => Number(points),
  'Rating.form': ({ last }) => Number(last),
  'League.distribution': () => MOST_INTERVALS,
  'League.nearPlayers': () => 10,
  'ScoreCalibration.groups': () => 10,
};

/** Lengths of lists that are always the same, by `Type.field`. */
export type KnownLengths = Readonly<Record<string, number>>;

/** A field costs 1, and what is in a list costs as often as the list is long. @param onOpen called for lists of unpredictable length */
function estimator(lengths: KnownLengths, largest: LargestMatch, onOpen: () => void): ComplexityEstimator {
  return ({ type, field, args, childComplexity }) => {
    const name = `${type.name}.${field.name}`;
    const own = 1 + (WORK[name]?.(args, largest) ?? 0);
    if (typeof args.first === 'number') return own + childComplexity * Math.min(Math.max(args.first, 1), MAX_PAGE);
    // Past matches also have such lists, of any length.
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
 * Estimates what the response to an operation costs.
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
    // Which is told by the execution.
    if (!operation) return NOTHING;
    const costs = known.get(request.document) ?? new Map<string, EstimatedCost>();
    known.set(request.document, costs);
    const largest = largestPrediction(request);
    const key = JSON.stringify([request.operationName, largest, ...countingValues(operation, request.variables)]);
    const cost = costs.get(key) ?? costOf(schema, lengths, request, largest);
    // Variables that do not fit, which the execution reports.
    if (cost === null) return NOTHING;
    if (costs.size >= REMEMBERED) costs.clear();
    costs.set(key, cost);
    if (cost.points <= MAX_COST) return cost;
    const message = `The answer could have ${cost.points} fields; the limit is ${MAX_COST}. Request less, or smaller pages.`;
    throw new GraphQLError(message, { extensions: { code: 'TOO_COSTLY', http: { status: 400 } } });
  };
}

/** The values of the variables on which the cost can depend; of times, whether there is one. */
function countingValues(operation: OperationDefinitionNode, variables: CostlyRequest['variables']): unknown[] {
  const counting = (operation.variableDefinitions ?? []).filter(({ type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && COUNTING.has(named.name.value);
  });
  return counting.map(({ variable }) => variables?.[variable.name.value]).map((value) => simple(value));
}

const COUNTING = new Set(['Int', 'Boolean', 'DateTime']);

/** Anything else in place of a number is refused when it is read. */
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
