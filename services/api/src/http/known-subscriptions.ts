import { hash } from 'node:crypto';
import { type DocumentNode, type GraphQLError, type GraphQLSchema, getOperationAST, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { readSubscription } from '../graphql/subscription.js';

/** How many bytes of memory all remembered documents may take by estimate, and how many characters each may have. */
const MAX_SIZE = 16_000_000;
const REMEMBERED_LENGTH = 10_000;
/** Bytes that a character takes in a parsed document with its locations, which errors name. */
const CHARACTER_SIZE = 120;

/** The document of a subscription, one for all who send it. */
export interface KnownSubscription {
  readonly query: string;
  readonly document: DocumentNode;
  /** Of the document. It identifies it in `subscriptionRequest`, even if the document was forgotten and read again. */
  readonly digest: string;
  /** The variable that only says where events begin; null if there is none. */
  readonly placeVariable: string | null;
}

/** Subscriptions that were read before, so that many who send the same document share one. */
export class KnownSubscriptions {
  readonly #schema: GraphQLSchema;
  readonly #known = new LRUCache<string, KnownSubscription>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ query }) => CHARACTER_SIZE * query.length,
  });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  find(query: string, operationName: string | null | undefined): KnownSubscription | undefined {
    return this.#known.get(keyOf(query, operationName));
  }

  /** Parses a document. @returns it, or its errors with Apollo's codes */
  read(query: string, operationName: string | null | undefined): KnownSubscription | GraphQLError[] {
    const document = readSubscription(this.#schema, query, operationName);
    if (Array.isArray(document)) return document;
    const digest = hash('sha256', query, 'base64');
    const known = { query, document, digest, placeVariable: placeVariableOf(document, operationName) };
    if (query.length <= REMEMBERED_LENGTH) this.#known.set(keyOf(query, operationName), known);
    return known;
  }
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

function keyOf(query: string, operationName: string | null | undefined): string {
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
