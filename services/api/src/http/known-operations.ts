import { type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Operation } from '../graphql/http-context.js';
import { PARSE_OPTIONS } from '../graphql/limits/limits.js';
import { countSelections } from '../graphql/limits/limits-expansion.js';
import { type Compiled, compileOperation } from './compile-operation.js';
import type { DocumentRequest } from './read-request.js';

/** How many bytes of memory all remembered documents may take by estimate, and how many characters each may have. */
const MAX_SIZE = 24_000_000;
const REMEMBERED_LENGTH = 10_000;
/** Bytes that an operation takes which is only counted. */
const ENTRY_SIZE = 200;
/** Bytes that a selection takes when it is compiled: source text, what V8 makes of it, and what it refers to. */
const SELECTION_SIZE = 4_000;
/** Bytes that a character takes in a parsed document. */
const CHARACTER_SIZE = 25;
/** Number of Accept headers that are remembered, each with the content type chosen for it. */
const REMEMBERED_TYPES = 100;
/** Compiling takes as long as many executions, so only documents that are repeated are compiled. */
const USES_BEFORE_COMPILING = 3;
/** After this many responses that graphql-js had to make again without finding an error, the compiled function is dropped. */
const MOST_FAILURES = 3;

/** An operation that need not be parsed, validated and planned again. */
export interface KnownOperation extends Operation {
  readonly compiled: Compiled;
  /** Content type of the answer. */
  readonly contentType: string;
}

interface Prepared extends Operation {
  readonly compiled: Compiled;
  /** Bytes of memory, by estimate. */
  readonly size: number;
}

interface Entry {
  uses: number;
  failures: number;
  /** Undefined if it was not used often enough yet, null if it is left to graphql-js. */
  prepared: Prepared | null | undefined;
}

type Asked = Pick<DocumentRequest, 'document' | 'operationName' | 'accept' | 'isGet'>;

/** Operations that were answered before, by their exact texts. */
export class KnownOperations {
  readonly #schema: GraphQLSchema;
  readonly #documents = new LRUCache<string, ReadonlyMap<string | null, Entry>>({
    maxSize: MAX_SIZE,
    sizeCalculation: (entries, document) =>
      [...entries.values()].reduce((size, { prepared }) => size + ENTRY_SIZE + (prepared?.size ?? 0), document.length),
  });
  readonly #contentTypes = new LRUCache<string, string>({ max: REMEMBERED_TYPES });

  /** @param schema for which they are compiled */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Whether this document was answered before without an error. */
  knows(document: string): boolean {
    return this.#documents.has(document);
  }

  /** The request, if it is known and allowed. */
  find(asked: Asked): KnownOperation | null {
    const contentType = this.#contentTypes.get(asked.accept ?? '');
    const prepared = this.#entryOf(asked)?.prepared;
    if (contentType === undefined || !prepared) return null;
    const { document, operation, compiled } = prepared;
    return asked.isGet && operation.operation !== 'query' ? null : { document, operation, compiled, contentType };
  }

  /** Records an operation that graphql-js answered without an error. @param contentType of the response */
  learn(asked: Asked, operation: Operation, contentType: string): void {
    const { document, operationName, accept } = asked;
    // The document as Apollo Server read it, which has its own way of reading badly encoded URLs.
    if (document !== operation.document.loc?.source.body || document.length > REMEMBERED_LENGTH) return;
    this.#contentTypes.set(accept ?? '', contentType);
    const entry = this.#entryOf(asked) ?? { uses: 0, failures: 0, prepared: undefined };
    if (++entry.uses === USES_BEFORE_COMPILING) entry.prepared = prepare(this.#schema, document, operationName);
    // As a new map, of which the size is estimated anew.
    this.#documents.set(document, new Map(this.#documents.get(document)).set(operationName, entry));
  }

  /** Records that a compiled function failed where graphql-js did not. */
  distrust(asked: Asked): void {
    const entry = this.#entryOf(asked);
    if (entry && ++entry.failures === MOST_FAILURES) entry.prepared = null;
  }

  #entryOf({ document, operationName }: Asked): Entry | undefined {
    return this.#documents.get(document)?.get(operationName);
  }
}

/** Without locations, a document takes less than half the memory; errors, which need them, are left to graphql-js. */
function prepare(schema: GraphQLSchema, source: string, operationName: string | null): Prepared | null {
  const document = parse(source, { ...PARSE_OPTIONS, noLocation: true });
  const operation = getOperationAST(document, operationName)!;
  const compiled = compileOperation(schema, document, operation);
  const size = SELECTION_SIZE * countSelections(document, operation) + CHARACTER_SIZE * source.length;
  return compiled && { document, operation, compiled, size };
}
