import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { shown } from '../kit/refusal.js';

/** The most values of a wrong type that are reported at once. */
const MAX_REPORTED = 50;
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
        if (wrong.length > MAX_REPORTED) throw new Enough();
        wrong.push({ path: [name, ...path], value, rule: message });
      });
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
  }
  const errors = wrong.slice(0, MAX_REPORTED).map((one) => toError(one, variables));
  if (wrong.length > MAX_REPORTED) {
    const message = `More than ${MAX_REPORTED} values have a wrong type; these are the first.`;
    errors.push({ message, extensions: { code: 'BAD_INPUT' } });
  }
  return errors;
}

class Enough extends Error {}

function toError({ path, value, rule }: Wrong, variables: Readonly<Record<string, unknown>>): GraphQLFormattedError {
  const externalId = externalIdAt(path, variables);
  const match = externalId === undefined ? '' : ` (match ${shown(externalId)})`;
  const received = `; received ${shown(value)}`;
  // Most of GraphQL's own sentences end with the value.
  const said = rule.slice(0, 200).replace(/\.$/, '');
  const message = `${path.join('.')}${match} has a wrong type: ${said}${said.endsWith(shown(value)) ? '' : received}`;
  const argument = path.map(String);
  return { message, extensions: { code: 'BAD_INPUT', argument, ...(externalId !== undefined && { externalId }) } };
}

/** The external id of the match that a value is in, as far as it can be read. */
function externalIdAt(path: Wrong['path'], variables: Readonly<Record<string, unknown>>): string | undefined {
  let at: unknown = variables;
  let externalId: string | undefined;
  for (const key of path) {
    at = (at as Record<string | number, unknown> | null | undefined)?.[key];
    const found = (at as { externalId?: unknown } | null | undefined)?.externalId;
    if (typeof found === 'string') externalId = found.slice(0, 200);
  }
  return externalId;
}

interface Place {
  readonly path: readonly string[];
  /** External id of the match that it is in; undefined outside of matches. */
  readonly externalId: string | undefined;
}

/**
 * Says where each wrong value written into a document is: its argument, its field and, in a batch of matches, the match's external id.
 * GraphQL gives only line and column.
 * @param errors of the validation
 * @param formatted the same errors as formatted by GraphQL
 * @returns them with their places
 */
export function literalErrors(
  document: DocumentNode,
  errors: readonly GraphQLError[],
  formatted: readonly GraphQLFormattedError[],
): GraphQLFormattedError[] {
  const wanted = new Set(errors.flatMap(({ nodes }) => nodes?.slice(0, 1) ?? []));
  const places = new Map<ASTNode, Place>();
  visit(document, {
    Argument: ({ name, value }) => {
      locate(value, { path: [name.value], externalId: undefined }, wanted, places);
      return false;
    },
  });
  return formatted.map((error, index) => {
    const node = errors[index]?.nodes?.[0];
    const place = node && places.get(node);
    if (!place) return error;
    const { path, externalId } = place;
    const match = externalId === undefined ? '' : ` (match ${shown(externalId)})`;
    return {
      ...error,
      message: `${path.join('.')}${match}: ${error.message}`,
      extensions: { ...error.extensions, argument: path, ...(externalId !== undefined && { externalId }) },
    };
  });
}

function locate(value: ValueNode, place: Place, wanted: ReadonlySet<ASTNode>, places: Map<ASTNode, Place>): void {
  const { path } = place;
  const externalId = externalIdIn(value) ?? place.externalId;
  if (wanted.has(value)) places.set(value, { path, externalId });
  if (value.kind === Kind.LIST) {
    value.values.forEach((item, index) => {
      locate(item, { path: [...path, String(index)], externalId }, wanted, places);
    });
  }
  if (value.kind !== Kind.OBJECT) return;
  for (const field of value.fields) {
    const inner = { path: [...path, field.name.value], externalId };
    if (wanted.has(field)) places.set(field, inner);
    locate(field.value, inner, wanted, places);
  }
}

function externalIdIn(value: ValueNode): string | undefined {
  if (value.kind !== Kind.OBJECT) return undefined;
  const named = value.fields.find(({ name }) => name.value === 'externalId')?.value;
  return named?.kind === Kind.STRING ? named.value.slice(0, 200) : undefined;
}
