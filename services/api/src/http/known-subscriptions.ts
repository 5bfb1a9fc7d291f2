import { hash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { coded } from '../graphql/error-format.js';
import { LIMIT_RULES, MAX_VALIDATION_ERRORS, PARSE_OPTIONS } from '../graphql/limits/request-limits.js';

/** How many bytes of memory all remembered documents may take by estimate, and how many characters each may have. */
const MAX_SIZE = 16_000_000;
const REMEMBERED_LENGTH = 10_000;
/** Bytes that a character takes in a parsed document with its locations, which errors name. */
const CHARACTER_SIZE = 120;

/** The document of a subscription, one for all who send it. */
interface KnownSubscription {
  readonly query: string;
  readonly document: DocumentNode;
  /** Of the document. `subscriptionRequest` identifies it by this, even if the document was forgotten and read again. */
  readonly digest: string;
  /** The variable that only selects where events begin; null if there is none. */
  readonly placeVariable: string | null;
}

/** Cached subscriptions: many who send the same document share one. */
export class KnownSubscriptions {
  readonly #known = new LRUCache<string, KnownSubscription>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ query }) => CHARACTER_SIZE * query.length,
  });

  constructor(private readonly schema: GraphQLSchema) {}

  find(query: string, operationName: string | null | undefined): KnownSubscription | undefined {
    return this.#known.get(subscriptionKey(query, operationName));
  }

  /** Parses a document. @returns it, or its errors with Apollo's codes */
  read(query: string, operationName: string | null | undefined): KnownSubscription | GraphQLError[] {
    const document = readSubscription(this.schema, query, operationName);
    if (Array.isArray(document)) return document;
    const digest = hash('sha256', query, 'base64');
    const known = { query, document, digest, placeVariable: placeVariableOf(document, operationName) };
    if (query.length <= REMEMBERED_LENGTH) this.#known.set(subscriptionKey(query, operationName), known);
    return known;
  }
}

/** Parses the document of a subscription. @returns the document, or its errors with Apollo's codes */
function readSubscription(
  schema: GraphQLSchema,
  source: string,
  operationName: string | null | undefined,
): DocumentNode | GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(source, PARSE_OPTIONS);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return [withCode(error, 'GRAPHQL_PARSE_FAILED')];
  }
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message = 'The document must have exactly one operation, or operationName must name one of them.';
    return [coded('OPERATION_RESOLUTION_FAILURE', message)];
  }
  if (operation.operation !== 'subscription') {
    const message = `WebSockets are for subscriptions; send a ${operation.operation} over HTTP.`;
    return [new GraphQLError(message, { nodes: operation, extensions: { code: 'BAD_REQUEST' } })];
  }
  // The limits come first: the rules of the specification are slow on some documents that they refuse.
  for (const rules of [LIMIT_RULES, specifiedRules]) {
    const faults = validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS });
    if (faults.length > 0) return faults.map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED'));
  }
  return document;
}

function withCode({ message, nodes, source, positions, extensions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}

/** Equal for subscriptions that are sent the same events with the same data, wherever they begin. */
export function subscriptionRequest(
  { digest, placeVariable }: KnownSubscription,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): string {
  const counting = { ...variables };
  if (placeVariable !== null) delete counting[placeVariable];
  return JSON.stringify([digest, operationName ?? null, counting]);
}

function subscriptionKey(query: string, operationName: string | null | undefined): string {
  return JSON.stringify([query, operationName ?? null]);
}

/** The variable in the argument `after` of the subscribed field, if nothing else uses it. */
function placeVariableOf(document: DocumentNode, operationName: string | null | undefined): string | null {
  const operation = getOperationAST(document, operationName)!;
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) return null;
  const after = field.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (after?.kind !== Kind.VARIABLE) return null;
  const name = after.name.value;
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable: (variable) => {
      if (variable.name.value === name) uses++;
    },
  });
  return uses === 1 ? name : null;
}
