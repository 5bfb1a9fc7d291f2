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

/** Fields that an answer may have, as far as can be foreseen: some 0.2 s of the service's time. */
const MAX_COST = 20_000;
/** What is assumed of a list that has no `first`: most matches have two sides, of one or two. */
const LIST_SIZE = 2;
/** The same for the lists of an introspection; the standard query costs some 15,000 so. */
const INTROSPECTION_LIST_SIZE = 6;

export interface CostlyRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A field costs 1, and what is in a list costs as often as the list is long. */
const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (typeof args.first === 'number') return 1 + childComplexity * Math.min(Math.max(args.first, 1), MAX_PAGE);
  // The lists inside a connection are as long as its `first`.
  const isCounted = type.name.endsWith('Connection') || !isListType(getNullableType(field.type));
  if (isCounted) return 1 + childComplexity;
  return 1 + childComplexity * (type.name.startsWith('__') ? INTROSPECTION_LIST_SIZE : LIST_SIZE);
};

/**
 * Foresees how many fields the answer of an operation has.
 * @throws GraphQLError with the code TOO_COSTLY where they are more than MAX_COST
 */
export type CostCheck = (request: CostlyRequest) => number;

/** Variations of the variables that count, remembered for each document. */
const REMEMBERED = 100;

/** Makes a cost check that remembers what it counted: clients send the same documents again and again. */
export function createCostCheck(schema: GraphQLSchema): CostCheck {
  const known = new WeakMap<DocumentNode, Map<string, number>>();
  return (request) => {
    const operation = getOperationAST(request.document, request.operationName);
    // Which is told by the execution.
    if (!operation) return 0;
    const costs = known.get(request.document) ?? new Map<string, number>();
    known.set(request.document, costs);
    const key = JSON.stringify([request.operationName, ...countingValues(operation, request.variables)]);
    const cost = costs.get(key) ?? costOf(schema, request);
    // Variables that do not fit: the execution tells so.
    if (cost === null) return 0;
    if (costs.size >= REMEMBERED) costs.clear();
    costs.set(key, cost);
    if (cost <= MAX_COST) return cost;
    const message = `The answer could have ${cost} fields; the limit is ${MAX_COST}. Ask for less, or for smaller pages.`;
    throw new GraphQLError(message, { extensions: { code: 'TOO_COSTLY', http: { status: 400 } } });
  };
}

/** The values of the variables that the cost can depend on. */
function countingValues(operation: OperationDefinitionNode, variables: CostlyRequest['variables']): unknown[] {
  const counting = (operation.variableDefinitions ?? []).filter(({ type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && (named.name.value === 'Int' || named.name.value === 'Boolean');
  });
  return counting.map(({ variable }) => variables?.[variable.name.value]).map((value) => simple(value));
}

/** Whatever else stands for a number is no number, and is refused when it is read. */
function simple(value: unknown): unknown {
  return typeof value === 'object' ? null : value;
}

function costOf(schema: GraphQLSchema, { document, operationName, variables }: CostlyRequest): number | null {
  try {
    return getComplexity({
      schema,
      query: document,
      estimators: [estimate],
      ...(variables && { variables: { ...variables } }),
      ...(operationName && { operationName }),
    });
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
