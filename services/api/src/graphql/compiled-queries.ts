import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { type DocumentNode, type GraphQLSchema, Kind, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** How many operations are remembered. */
const REMEMBERED = 500;
/** To compile takes as long as many executions: it is done for what comes again. */
const USES_BEFORE_COMPILING = 3;

interface Operation {
  uses: number;
  /** Null where it is left to graphql-js. */
  compiled?: CompiledQuery | null;
}

/**
 * Answers queries that come again by functions compiled for them. Everything else is left to graphql-js: mutations,
 * introspection, and whatever has an error in its answer, which it executes anew. So all errors have one wording, and
 * of the compiled functions nothing is asked but to be right where nothing goes wrong.
 */
export function compiledQueries<Context extends object>(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const operations = new LRUCache<string, Operation>({ max: REMEMBERED });

  const compiledFor = (key: string, document: DocumentNode, operationName: string | undefined) => {
    let operation = operations.get(key);
    if (!operation) {
      operation = { uses: 0 };
      operations.set(key, operation);
    }
    if (operation.compiled === undefined && ++operation.uses > USES_BEFORE_COMPILING) {
      operation.compiled = compile(schema, document, operationName);
    }
    return operation.compiled;
  };

  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ request, document, queryHash, operation, contextValue }) => {
        if (operation?.operation !== 'query') return null;
        const operationName = request.operationName ?? undefined;
        const compiled = compiledFor(`${queryHash}|${operationName ?? ''}`, document!, operationName);
        const result = await compiled?.query(undefined, contextValue, request.variables ?? {});
        if (!result || result.errors) return null;
        return {
          http: { status: undefined, headers: new HeaderMap() },
          body: { kind: 'single', singleResult: { data: result.data } },
        };
      },
    }),
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined) {
  if (asksForSchema(document)) return null;
  const compiled = compileQuery(schema, document, operationName);
  return isCompiledQuery(compiled) ? compiled : null;
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
