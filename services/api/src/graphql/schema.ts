import 'reflect-metadata';
import './access/token.resolver.js';
import './audit/audit.resolver.js';
import './compare/compare.resolver.js';
import './front/all-leagues.resolver.js';
import './import/match-import.resolver.js';
import './integrity/integrity.resolver.js';
import './league/league.mutations.js';
import './league/league.resolver.js';
import './league/league-numbers.resolver.js';
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
import { DECLARED_RESOLVERS } from './declare.js';
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
    // The resolvers of all files imported here.
    resolvers: getMetadataStorage().resolverClasses.map(({ target }) => target) as never,
    orphanedTypes: [...USER_ERROR_TYPES],
    pubSub: UNUSED,
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    validate: false,
    // The schema is checked by an introspection at every start, and test/schema compares all of it with the printed
    // one.
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

/** Removes a directive location that is in no published specification: Python's graphql-core refuses a schema with it. */
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

/**
 * Makes a schema call our resolvers directly, with the arguments as GraphQL coerced them. The steps of type-graphql before each call cost
 * more than most of the calls: it copies inputs into instances of their classes, and waits for a validation that we do not use.
 */
function bypassTypeGraphql(schema: GraphQLSchema): void {
  const { objectTypes, unions, interfaceTypes } = getMetadataStorage();
  const classNames = new Map(objectTypes.map(({ target, name }) => [target, name]));
  for (const { of, name, resolve } of DECLARED_RESOLVERS) {
    const type = schema.getType(typeof of === 'string' ? of : classNames.get(of)!);
    if (isObjectType(type)) type.getFields()[name]!.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
  }
  for (const { name, resolveType } of [...unions, ...interfaceTypes]) {
    const type = schema.getType(name);
    // Ours return names at once; type-graphql would wrap each in a promise.
    if (isAbstractType(type)) type.resolveType = resolveType as GraphQLTypeResolver<unknown, unknown>;
  }
}
