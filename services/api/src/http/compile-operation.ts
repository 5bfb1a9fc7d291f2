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

export type Variables = Readonly<Record<string, unknown>>;
/** A function that answers one operation. */
export type Compiled = (context: object, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Compiles an operation. The function has to be right only if nothing goes wrong: a response with an error is made again by graphql-js, so
 * that all errors are worded alike.
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
