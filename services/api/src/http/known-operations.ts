import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Operation } from '../graphql/http-context.js';
import { type Compiled, compileOperation } from './compile-operation.js';
import type { DocumentRequest } from './read-request.js';

/** How many documents are remembered, and of how many characters at most. */
const REMEMBERED = 500;
const REMEMBERED_LENGTH = 10_000;
/** Number of Accept headers that are remembered, each with the type that was chosen for it. */
const REMEMBERED_TYPES = 100;
/** Compiling takes as long as many executions, so only documents that come again are compiled. */
const USES_BEFORE_COMPILING = 3;
/** After so many answers that graphql-js had to make anew without finding an error, the compiled function is dropped. */
const MOST_FAILURES = 3;

/** An operation that needs not be read, checked and planned again. */
export interface KnownOperation extends Operation {
  readonly compiled: Compiled;
  /** Content type of the answer. */
  readonly contentType: string;
}

interface Entry extends Operation {
  uses: number;
  failures: number;
  /** Undefined where it was not used often enough yet, null where it is left to graphql-js. */
  compiled: Compiled | null | undefined;
}

type Asked = Pick<DocumentRequest, 'document' | 'operationName' | 'accept' | 'isGet'>;

/** Operations that were answered before, by the texts in which they came. */
export class KnownOperations {
  readonly #schema: GraphQLSchema;
  readonly #documents = new LRUCache<string, Map<string | null, Entry>>({ max: REMEMBERED });
  readonly #contentTypes = new LRUCache<string, string>({ max: REMEMBERED_TYPES });

  /** @param schema what they are compiled for */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Whether this document was answered before, and without an error. */
  knows(document: string): boolean {
    return this.#documents.has(document);
  }

  /** The request, if it is known and allowed. */
  find(asked: Asked): KnownOperation | null {
    const contentType = this.#contentTypes.get(asked.accept ?? '');
    const entry = this.#entryOf(asked);
    if (contentType === undefined || !entry?.compiled) return null;
    const { document, operation, compiled } = entry;
    return asked.isGet && operation.operation !== 'query' ? null : { document, operation, compiled, contentType };
  }

  /** Takes note of an operation that graphql-js answered, and without an error. @param contentType of the answer */
  learn(asked: Asked, operation: Operation, contentType: string): void {
    const { document, operationName, accept } = asked;
    // The document as Apollo Server read it, which reads badly encoded URLs in its own way.
    if (document !== operation.document.loc?.source.body || document.length > REMEMBERED_LENGTH) return;
    this.#contentTypes.set(accept ?? '', contentType);
    const entry = this.#entryOf(asked) ?? { ...operation, uses: 0, failures: 0, compiled: undefined };
    const entries = this.#documents.get(document) ?? new Map<string | null, Entry>();
    this.#documents.set(document, entries.set(operationName, entry));
    if (++entry.uses === USES_BEFORE_COMPILING) {
      entry.compiled = compileOperation(this.#schema, entry.document, entry.operation);
    }
  }

  /** Takes note that a compiled function failed where graphql-js did not. */
  distrust(asked: Asked): void {
    const entry = this.#entryOf(asked);
    if (entry && ++entry.failures === MOST_FAILURES) entry.compiled = null;
  }

  #entryOf({ document, operationName }: Asked): Entry | undefined {
    return this.#documents.get(document)?.get(operationName);
  }
}
