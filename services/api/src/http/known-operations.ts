import type { DocumentStore } from '@apollo/server';
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { countSelections, PARSE_OPTIONS } from '../graphql/limits/request-limits.js';
import type { DocumentRequest, Variables } from './receive.js';

/** How many bytes of memory all remembered documents may take by estimate, and how many characters each may have. */
const MAX_SIZE = 24_000_000;
const REMEMBERED_LENGTH = 10_000;
/** Bytes of an operation that is only counted. */
const ENTRY_SIZE = 200;
/** Bytes of a selection that is compiled: source text, V8's code, and the objects to which it refers. */
const SELECTION_SIZE = 4_000;
/** Bytes that a character takes in a parsed document. */
const CHARACTER_SIZE = 25;
/** Number of Accept headers that are remembered, each with the content type chosen for it. */
const REMEMBERED_TYPES = 100;
/** Compiling takes as long as many executions, so only documents that are repeated are compiled. */
const USES_BEFORE_COMPILING = 3;
/**
 * After this many responses that graphql-js had to make again without finding an error, the operation is compiled with all resolvers; after
 * as many more, it is left to graphql-js.
 */
const MAX_FAILURES = 3;

type Field = GraphQLField<unknown, unknown>;

/** An operation of a valid document that is within the limits. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

interface Prepared extends Operation {
  readonly compiled: Compiled;
  /** Bytes of memory, by estimate. */
  readonly size: number;
}

/** An operation that need not be parsed, validated and planned again. */
export interface KnownOperation extends Prepared {
  /** Content type of the answer. */
  readonly contentType: string;
}

interface Entry {
  uses: number;
  failures: number;
  /** Undefined if it was not used often enough yet; null if graphql-js runs it. */
  prepared: Prepared | null | undefined;
}

/** Operations that were answered before, by their exact texts. */
export class OperationCache {
  readonly #documents = new LRUCache<string, ReadonlyMap<string | null, Entry>>({
    maxSize: MAX_SIZE,
    sizeCalculation: (entries, document) =>
      [...entries.values()].reduce((size, { prepared }) => size + ENTRY_SIZE + (prepared?.size ?? 0), document.length),
  });
  readonly #contentTypes = new LRUCache<string, string>({ max: REMEMBERED_TYPES });

  /** @param prejoined fields that are read from their rows; operations whose rows lack them are soon compiled with the resolvers */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly prejoined: readonly Field[],
  ) {}

  /** Whether this document was answered before without an error. */
  knows(document: string): boolean {
    return this.#documents.has(document);
  }

  /** The request, if it is known and allowed. */
  find(request: DocumentRequest): KnownOperation | null {
    const contentType = this.#contentTypes.get(request.accept ?? '');
    const prepared = this.#entryOf(request)?.prepared;
    if (contentType === undefined || !prepared) return null;
    return request.isGet && prepared.operation.operation !== 'query' ? null : { ...prepared, contentType };
  }

  /** Records an operation that graphql-js answered without an error. @param contentType of the response */
  learn(request: DocumentRequest, operation: Operation, contentType: string): void {
    const { document, operationName, accept } = request;
    // The document as Apollo Server read it, which has its own way of reading badly encoded URLs.
    if (document !== operation.document.loc?.source.body || document.length > REMEMBERED_LENGTH) return;
    this.#contentTypes.set(accept ?? '', contentType);
    const entry = this.#entryOf(request) ?? { uses: 0, failures: 0, prepared: undefined };
    if (++entry.uses === USES_BEFORE_COMPILING) entry.prepared = this.#prepareForRows(document, operationName);
    // As a new map, so that its size is estimated again.
    this.#documents.set(document, new Map(this.#documents.get(document)).set(operationName, entry));
  }

  /** Records that a compiled function failed on an operation that graphql-js answers without an error. */
  distrust(request: DocumentRequest, { compiled }: Pick<KnownOperation, 'compiled'>): void {
    const entry = this.#entryOf(request);
    if (entry?.prepared?.compiled !== compiled || !compiled.fits(request.variables)) return;
    entry.failures++;
    if (entry.failures === MAX_FAILURES) {
      entry.prepared = prepare(this.schema, request.document, request.operationName);
    } else if (entry.failures === 2 * MAX_FAILURES) entry.prepared = null;
  }

  /** Nobody else sees the schema meanwhile, because compiling is synchronous. */
  #prepareForRows(document: string, operationName: string | null): Prepared | null {
    const resolvers = this.prejoined.map(({ resolve }) => resolve);
    for (const field of this.prejoined) field.resolve = undefined;
    try {
      return prepare(this.schema, document, operationName);
    } finally {
      for (const [index, field] of this.prejoined.entries()) field.resolve = resolvers[index];
    }
  }

  #entryOf({ document, operationName }: DocumentRequest): Entry | undefined {
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

/** A function that answers one operation. */
export interface Compiled {
  (context: object, variables: Variables): ExecutionResult | Promise<ExecutionResult>;
  /** Whether it can answer with these variables; others are left to graphql-js. */
  fits(variables: Variables): boolean;
}

/**
 * Compiles an operation. The function must be right only if there is no error: otherwise graphql-js makes the response again, so that all
 * errors have the same wording.
 * @returns null for operations that graphql-js answers as fast
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Compiled | null {
  if (asksForSchema(document)) return null;
  const compiled = compileQuery(schema, document, operation.name?.value);
  if (!isCompiledQuery(compiled)) return null;
  // graphql-jit treats a non-null variable with a default as required.
  const defaults = variableDefaults(operation);
  const { notNull, given } = demandsOn(schema, document);
  const valuesOf = (variables: Variables) => ({ ...defaults, ...variables });
  const areFit = (values: Variables) =>
    notNull.every((name) => values[name] !== null) && given.every((name) => name in values);
  const answer = (context: object, variables: Variables) => {
    const values = valuesOf(variables);
    if (areFit(values)) return compiled.query(undefined, context, values);
    return { errors: [new GraphQLError('left to graphql-js')] };
  };
  return Object.assign(answer, { fits: (variables: Variables) => areFit(valuesOf(variables)) });
}

/**
 * Variables that must not be null: those that validation permits to be null because there is a default, and those in input objects, which
 * must be given, because an omitted field is not null. graphql-jit passes null on for both.
 */
function demandsOn(schema: GraphQLSchema, document: DocumentNode): Record<'notNull' | 'given', readonly string[]> {
  const [notNull, given] = [new Set<string>(), new Set<string>()];
  const types = new TypeInfo(schema);
  const visitor: ASTVisitor = {
    Variable: ({ name }) => void (isNonNullType(types.getInputType()) && notNull.add(name.value)),
    ObjectField: ({ value }) => void (value.kind === Kind.VARIABLE && given.add(value.name.value)),
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return { notNull: [...notNull], given: [...given] };
}

function variableDefaults({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const given = variableDefinitions.filter(({ defaultValue }) => defaultValue !== undefined);
  return Object.fromEntries(
    given.map(({ variable, defaultValue }) => [variable.name.value, valueFromASTUntyped(defaultValue!)]),
  );
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') asks = true;
    },
  });
  return asks;
}

/**
 * Fields that readers of lists put into their rows. A resolver for each of them would cost more than everything else about a row. None of
 * them may be null: if one is missing after all, the compiled query notices and leaves the response to graphql-js and the resolvers. Queries
 * of other readers are soon compiled with the resolvers.
 */
const PREJOINED: Readonly<Record<string, readonly string[]>> = {
  Contribution: ['opponent'],
  Participant: ['player', 'scoresAgainst'],
  Rating: ['player'],
  RatingChange: ['match', 'expectedScore', 'actualScore'],
  ScoreAgainst: ['opponent'],
  Side: ['participants'],
  Standing: ['player'],
};

/** The fields that rows already have. */
export function prejoinedFields(schema: GraphQLSchema): Field[] {
  return Object.entries(PREJOINED).flatMap(([typeName, names]) => {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
    return names.map((name) => type.getFields()[name]!);
  });
}

/** Most characters of all documents in the cache, and of one. A character takes about 60 bytes. */
const CHECKED_SIZE = 150_000;
const CHECKED_LENGTH = 10_000;

/**
 * Documents that Apollo Server has parsed and validated, by its keys. Its own store measures each document by writing it as JSON, which
 * takes as long as parsing it, and may grow to many times its limit of 30 MB.
 */
export function validatedDocuments(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: CHECKED_SIZE,
    maxEntrySize: CHECKED_LENGTH,
    sizeCalculation: ({ loc }) => loc!.end,
  });
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  };
}
