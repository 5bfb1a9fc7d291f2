import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLFormattedError,
  Kind,
  type ValueNode,
  visit,
} from 'graphql';
import { shown } from '../kit/refusal.js';

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
  const externalId = externalIdOf(value) ?? place.externalId;
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

function externalIdOf(value: ValueNode): string | undefined {
  if (value.kind !== Kind.OBJECT) return undefined;
  const named = value.fields.find(({ name }) => name.value === 'externalId')?.value;
  return named?.kind === Kind.STRING ? named.value.slice(0, 200) : undefined;
}
