import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** How many operations are remembered. */
const REMEMBERED = 500;
/** To compile takes as long as many executions: it is done for what comes again. */
const USES_BEFORE_COMPILING = 3;
/** What fails so often is not worth the trial. */
const MOST_FAILURES = 3;

type Variables = Readonly<Record<string, unknown>>;
type Compiled = (context: object, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

interface Known {
  uses: number;
  /** Answers that graphql-js had to give, without an answer of its own in between. */
  failures: number;
  /** Null where it is left to graphql-js. */
  compiled?: Compiled | null;
}

/**
 * Answers queries that come again by functions compiled for them. Everything else is left to graphql-js: mutations,
 * introspection, and whatever has an error in its answer, which it executes anew. So all errors have one wording, and
 * of the compiled functions nothing is asked but to be right where nothing goes wrong.
 */
export function compiledQueries<Context extends object>(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const known = new LRUCache<string, Known>({ max: REMEMBERED });

  const entryOf = (key: string, document: DocumentNode, operation: OperationDefinitionNode) => {
    let entry = known.get(key);
    if (!entry) {
      entry = { uses: 0, failures: 0 };
      known.set(key, entry);
    }
    if (entry.compiled === undefined && ++entry.uses > USES_BEFORE_COMPILING) {
      entry.compiled = compile(schema, document, operation);
    }
    return entry;
  };

  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ request, document, queryHash, operation, contextValue }) => {
        if (operation?.operation !== 'query') return null;
        const entry = entryOf(`${queryHash}|${operation.name?.value ?? ''}`, document!, operation);
        const result = await entry.compiled?.(contextValue, request.variables ?? {});
        if (!result) return null;
        if (result.errors) {
          if (++entry.failures >= MOST_FAILURES) entry.compiled = null;
          return null;
        }
        entry.failures = 0;
        return {
          http: { status: undefined, headers: new HeaderMap() },
          body: { kind: 'single', singleResult: { data: result.data } },
        };
      },
    }),
  };
}

/** @returns null for what graphql-js does as well */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Compiled | null {
  if (asksForSchema(document)) return null;
  const compiled = compileQuery(schema, document, operation.name?.value);
  if (!isCompiledQuery(compiled)) return null;
  // graphql-jit takes a variable that has a default and may not be null for one that must be given.
  const defaults = defaultsOf(operation);
  return (context, variables) => compiled.query(undefined, context, { ...defaults, ...variables });
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const given = variableDefinitions.filter(({ defaultValue }) => defaultValue !== undefined);
  return Object.fromEntries(
    given.map(({ variable, defaultValue }) => [variable.name.value, valueFromASTUntyped(defaultValue!)]),
  );
}

function asksForSchema(document: DocumentNode): boolean {
  let isAsked = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') isAsked = true;
    },
  });
  return isAsked;
}
