import 'reflect-metadata';
import './access/token.resolver.js';
import './audit/audit.resolver.js';
import './compare/compare.resolver.js';
import './front/corrections.resolver.js';
import './front/newest-matches.resolver.js';
import './front/search.resolver.js';
import './import/match-import.resolver.js';
import './integrity/integrity.resolver.js';
import './league/league.mutations.js';
import './league/league.resolver.js';
import './league/league-numbers.resolver.js';
import './league/period.resolver.js';
import './league/possible-duplicates.resolver.js';
import './league/team.resolver.js';
import './league/upkeep.resolver.js';
import './live/live.resolver.js';
import './match/match.resolver.js';
import './match/match-past.resolver.js';
import './matchmaking/queue.resolver.js';
import './nightly/snapshot.resolver.js';
import './node.resolver.js';
import './player/player.resolver.js';
import './rating/career.resolver.js';
import './rating/league-ratings.resolver.js';
import './rating/movers.resolver.js';
import './rating/opponents.resolver.js';
import './rating/places.js';
import './rating/preview.resolver.js';
import './rating/rating.resolver.js';
import './rating/rating-system.resolver.js';
import './recompute/correction.mutations.js';
import './recompute/recompute.resolver.js';
import './webhook/webhook.resolver.js';
import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLFieldResolver,
  GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
  lexicographicSortSchema,
  printSchema as print,
} from 'graphql';
import { buildSchema, getMetadataStorage, type PubSub } from 'type-graphql';
import type { Context } from './context.js';
import { DateTimeScalar } from './scalars.js';
import { USER_ERROR_TYPES } from './user-error.type.js';

/** Every subscription makes its own events, but type-graphql requires one of these. */
const UNUSED: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('no subscription has a topic');
  },
};

/** Builds the GraphQL schema from the resolvers. */
export async function createSchema(): Promise<GraphQLSchema> {
  const made = await buildSchema({
    // Those of all files that are imported here.
    resolvers: getMetadataStorage().resolverClasses.map(({ target }) => target) as never,
    orphanedTypes: [...USER_ERROR_TYPES],
    pubSub: UNUSED,
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    validate: false,
    // By an introspection, at every start. test/schema compares all of it with the printed one.
    skipCheck: true,
  });
  const schema = new GraphQLSchema({ ...made.toConfig(), directives: made.getDirectives().map(asSpecified) });
  bypassTypeGraphql(schema);
  // The three types for which we have no class to describe them.
  schema.getQueryType()!.description = 'Reads. Private leagues that the caller may not read appear not to exist.';
  schema.getMutationType()!.description = 'Writes. Each field names the scope that it requires.';
  schema.getSubscriptionType()!.description = 'Events as they happen.';
  return schema;
}

/** Leaves out a place of directives that is in no published specification: Python's graphql-core refuses a schema that tells of it. */
function asSpecified(directive: GraphQLDirective): GraphQLDirective {
  const config = directive.toConfig();
  const locations = config.locations.filter((place) => place !== DirectiveLocation.DIRECTIVE_DEFINITION);
  return new GraphQLDirective({ ...config, locations });
}

let ofProcess: Promise<GraphQLSchema> | undefined;

/** The GraphQL schema that all servers of this process share. Nobody may change it for longer than a synchronous call. */
export function sharedSchema(): Promise<GraphQLSchema> {
  ofProcess ??= createSchema();
  return ofProcess;
}

/** The GraphQL schema in its own language, sorted by name, so that a change of order is no change. */
export async function printSchema(): Promise<string> {
  return `${print(lexicographicSortSchema(await createSchema()))}\n`;
}

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
  const method = resolver[methodName]!.bind(resolver);
  const readers = [...params].sort((a, b) => a.index - b.index).map(readerOf);
  if (readers.length > 4) throw new Error(`${methodName} has more than four parameters`);
  const [first, second, third, fourth] = readers;
  // Most have one parameter. A list of them would be made anew for each field of each row.
  if (!second) return (...given) => method(first?.(...given));
  return (...given) => method(first!(...given), second(...given), third?.(...given), fourth?.(...given));
}

function readerOf(parameter: Parameter): Resolve {
  if (parameter.kind === 'root') return (root) => root;
  if (parameter.kind === 'arg') return (_root, args) => args[parameter.name];
  if (parameter.kind === 'args') return (_root, args) => args;
  if (parameter.kind === 'context') return (_root, _args, context) => context;
  if (parameter.kind === 'info') return (_root, _args, _context, info) => info;
  throw new Error(`unknown parameter kind ${parameter.kind}`);
}

/**
 * A request has at most one mutation, and carries it out once even if its response is made twice: the first time, perhaps, of what the
 * mutation foresees.
 */
function once(resolve: Resolve): Resolve {
  return (root, args, context, info) => {
    const { mutation } = context;
    if (mutation.outcome) return mutation.outcome;
    const foreseen =
      mutation.mayForesee &&
      new Promise((answer) => {
        mutation.foresee = (outcome) => {
          mutation.isForeseen = true;
          answer(outcome);
        };
      });
    mutation.outcome = Promise.resolve(resolve(root, args, context, info));
    return foreseen ? Promise.race([foreseen, mutation.outcome]) : mutation.outcome;
  };
}
