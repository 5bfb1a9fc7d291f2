import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { Context } from './context.js';

type Storage = ReturnType<typeof getMetadataStorage>;
type Metadata = Storage['queries'][number] | Storage['fieldResolvers'][number];
type Parameter = NonNullable<Metadata['params']>[number];
type Resolve = GraphQLFieldResolver<unknown, Context>;

/**
 * Makes a schema call the methods of our resolvers directly, with the arguments as GraphQL coerced them. What type-graphql does before each
 * call costs more than most of the methods do: it sorts parameters, copies inputs into instances of their classes, and waits for a
 * validation that we do not use.
 */
export function bypassTypeGraphql(schema: GraphQLSchema): void {
  const { queries, mutations, fieldResolvers, objectTypes, unions, interfaceTypes } = getMetadataStorage();
  const classNames = new Map(objectTypes.map(({ target, name }) => [target, name]));
  const set = (typeName: string | undefined, fieldName: string, resolve: Resolve) => {
    const type = typeName === undefined ? undefined : schema.getType(typeName);
    if (isObjectType(type)) type.getFields()[fieldName]!.resolve = resolve;
  };
  for (const query of queries) set('Query', query.schemaName, straight(query));
  for (const mutation of mutations) set('Mutation', mutation.schemaName, once(straight(mutation)));
  for (const field of fieldResolvers) {
    set(classNames.get(field.getObjectType!() as never), field.schemaName, straight(field));
  }
  for (const { name, resolveType } of [...unions, ...interfaceTypes]) {
    const type = schema.getType(name);
    // Ours return names at once; type-graphql would wrap each in a promise.
    if (isAbstractType(type)) type.resolveType = resolveType as GraphQLTypeResolver<unknown, Context>;
  }
}

function straight({ target, methodName, params = [] }: Metadata): Resolve {
  const resolver = new (target as new () => Record<string, (...values: unknown[]) => unknown>)();
  const readers = [...params].sort((a, b) => a.index - b.index).map(readerOf);
  return (...given) => resolver[methodName]!(...readers.map((read) => read(given)));
}

function readerOf(parameter: Parameter): (given: Parameters<Resolve>) => unknown {
  if (parameter.kind === 'root') return ([root]) => root;
  if (parameter.kind === 'arg') return ([, args]) => args[parameter.name];
  if (parameter.kind === 'args') return ([, args]) => args;
  if (parameter.kind === 'context') return ([, , context]) => context;
  if (parameter.kind === 'info') return ([, , , info]) => info;
  throw new Error(`unknown parameter kind ${parameter.kind}`);
}

/** A request has at most one mutation, and carries it out once even if its response is made twice. */
function once(resolve: Resolve): Resolve {
  return (root, args, context, info) => {
    context.mutation.outcome ??= Promise.resolve(resolve(root, args, context, info));
    return context.mutation.outcome;
  };
}
