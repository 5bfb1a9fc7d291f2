import {
  coerceInputValue,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { shown } from '../kit/refusal.js';

/** The most values of a wrong type that are reported at once. */
const MOST_TOLD = 50;
/** GraphQL's message if there are more errors than it reports. */
const TOO_MANY = /^Too many errors processing variables/;

interface Wrong {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly rule: string;
}

/** Whether an error is one of GraphQL's about the values of variables. */
export function isAboutVariables({
  message,
  nodes,
}: {
  message: string;
  nodes?: readonly { kind: string }[] | undefined;
}) {
  return nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION || TOO_MANY.test(message);
}

/**
 * Says which values of variables have a wrong type, in place of GraphQL's own errors: each with its path and, in a batch of matches, the
 * match's external id. GraphQL refuses the whole request for one of them, so all are reported at once.
 * @returns none if no value is wrong, but one is missing or unknown
 */
export function variableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLFormattedError[] {
  const wrong: Wrong[] = [];
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type) || !Object.hasOwn(variables, name)) continue;
    try {
      coerceInputValue(variables[name], type, (path, value, { message }) => {
        if (wrong.length > MOST_TOLD) throw new Enough();
        wrong.push({ path: [name, ...path], value, rule: message });
      });
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
  }
  const told = wrong.slice(0, MOST_TOLD).map((one) => toError(one, variables));
  if (wrong.length > MOST_TOLD) {
    const message = `More than ${MOST_TOLD} values have a wrong type; these are the first.`;
    told.push({ message, extensions: { code: 'BAD_INPUT' } });
  }
  return told;
}

class Enough extends Error {}

function toError({ path, value, rule }: Wrong, variables: Readonly<Record<string, unknown>>): GraphQLFormattedError {
  const externalId = externalIdOf(path, variables);
  const match = externalId === undefined ? '' : ` (match ${shown(externalId)})`;
  const received = `; received ${shown(value)}`;
  // Most of GraphQL's own sentences end with the value.
  const told = rule.slice(0, 200).replace(/\.$/, '');
  const message = `${path.join('.')}${match} has a wrong type: ${told}${told.endsWith(shown(value)) ? '' : received}`;
  const argument = path.map(String);
  return { message, extensions: { code: 'BAD_INPUT', argument, ...(externalId !== undefined && { externalId }) } };
}

/** The external id of the match that a value is in, as far as it can be read. */
function externalIdOf(path: Wrong['path'], variables: Readonly<Record<string, unknown>>): string | undefined {
  let at: unknown = variables;
  let externalId: string | undefined;
  for (const key of path) {
    at = (at as Record<string | number, unknown> | null | undefined)?.[key];
    const found = (at as { externalId?: unknown } | null | undefined)?.externalId;
    if (typeof found === 'string') externalId = found.slice(0, 200);
  }
  return externalId;
}
