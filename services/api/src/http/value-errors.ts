import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { shown } from '../kit/refusal.js';

/** The most wrong values that are reported at once. */
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
 * Says which values of variables are wrong, in place of GraphQL's own errors: each with its path and, in a batch of matches, the match's
 * external id. GraphQL refuses the whole request for one of them, so all are reported at once.
 */
export function variableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLFormattedError[] {
  const wrong: Wrong[] = [];
  const missing: GraphQLFormattedError[] = [];
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) continue;
    if (!Object.hasOwn(variables, name)) {
      if (isNonNullType(type) && !definition.defaultValue) missing.push(missingVariable(name, String(type)));
      continue;
    }
    try {
      coerceInputValue(variables[name], type, (path, value, { message }) => {
        if (wrong.length > MAX_REPORTED) throw new Enough();
        wrong.push({ path: [name, ...path], value, rule: message });
      });
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
  }
  const errors = [...missing, ...wrong.slice(0, MAX_REPORTED).map((one) => toError(one, variables))];
  if (wrong.length > MAX_REPORTED) {
    const message = `More than ${MAX_REPORTED} values are wrong; these are the first.`;
    errors.push({ message, extensions: { code: 'BAD_INPUT' } });
  }
  return errors;
}

/** Uses GraphQL's own words. */
function missingVariable(name: string, type: string): GraphQLFormattedError {
  const message = `Variable "$${name}" of required type "${type}" was not provided.`;
  return { message, extensions: { code: 'BAD_INPUT', argument: [name] } };
}

class Enough extends Error {}

/** Why an operation with these variables is refused, as over HTTP; none if it is accepted. */
export function refusedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: MAX_REPORTED,
  });
  if (!errors) return [];
  const named = variableErrors(schema, operation, variables);
  if (named.length > 0) return named.map(({ message, extensions }) => new GraphQLError(message, { extensions }));
  return errors.map(({ message, nodes }) => new GraphQLError(message, { nodes, extensions: { code: 'BAD_INPUT' } }));
}

function toError(wrong: Wrong, variables: Readonly<Record<string, unknown>>): GraphQLFormattedError {
  const { path, fault } = located(wrong);
  const place = { path: path.map(String), externalId: externalIdAt(path, variables) };
  return { message: `${nameOf(place)} ${fault}`, extensions: { code: 'BAD_INPUT', ...extensionsOf(place) } };
}

interface Place {
  readonly path: readonly string[];
  /** External id of the match that it is in; undefined outside of matches. */
  readonly externalId: string | undefined;
}

function nameOf({ path, externalId }: Place): string {
  return `${path.join('.')}${externalId === undefined ? '' : ` (match ${shown(externalId)})`}`;
}

function extensionsOf({ path, externalId }: Place) {
  return { argument: path, ...(externalId !== undefined && { externalId }) };
}

/** GraphQL's sentences about the fields of an object, which it reports at the object, and about null. */
const UNKNOWN_FIELD = /^Field "(.*)" is not defined by type "(\w+)"\.( Did you mean .*)?$/s;
const MISSING_FIELD = /^Field "(\w+)" of required type ".+" was not provided\.$/;
const NULL = /^Expected non-nullable type ".+" not to be null\.$/;
/** Names of unknown fields may be of any length. */
const NAME_LENGTH = 100;

/** The place of a wrong value, and its fault. */
function located({ path, value, rule }: Wrong): Pick<Wrong, 'path'> & { readonly fault: string } {
  const [, unknown, type, hint = ''] = UNKNOWN_FIELD.exec(rule) ?? [];
  if (unknown !== undefined) {
    const name = unknown.length > NAME_LENGTH ? `${unknown.slice(0, NAME_LENGTH)}…` : unknown;
    return { path: [...path, name], fault: `is not a field of ${type}${hint && `.${hint}`}` };
  }
  const [, missing] = MISSING_FIELD.exec(rule) ?? [];
  if (missing !== undefined) return { path: [...path, missing], fault: 'is required, but missing' };
  if (NULL.test(rule)) return { path, fault: 'must not be null' };
  // Most of GraphQL's own sentences end with the value.
  const said = rule.slice(0, 200).replace(/\.$/, '');
  const received = said.endsWith(shown(value)) ? '' : `; received ${shown(value)}`;
  return { path, fault: `has a wrong type: ${said}${received}` };
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

/**
 * Names the place of each wrong value written into a document: its argument, its field and, in a batch of matches, the match's
 * external id. GraphQL gives only line and column.
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
    const message = `${nameOf(place)}: ${error.message}`;
    return { ...error, message, extensions: { ...error.extensions, ...extensionsOf(place) } };
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
