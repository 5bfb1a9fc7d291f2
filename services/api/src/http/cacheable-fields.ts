import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Fields with a resolver whose value is determined by a league's version, which goes up with every write that changes one of them, or does
 * not change while the process runs. A response with any other such field is not kept.
 */
const CACHEABLE: Readonly<Record<string, readonly string[]>> = {
  Query: ['league', 'ratingSystems', 'ratingSystem'],
  League: [
    ...['id', 'openEntry', 'ratingSystem', 'standings', 'rating', 'matches', 'match', 'eventCursor', 'statusRules'],
    ...['players', 'lastMatchAt', 'activity', 'distribution', 'calibration', 'headToHead', 'verification', 'revisions'],
    'matchesForRank',
  ],
  MatchConnection: ['totalCount'],
  OpponentRecord: ['opponent'],
  OpponentRecordConnection: ['totalCount'],
  PlayerConnection: ['totalCount'],
  StandingConnection: ['totalCount'],
  LeagueRatingSystem: ['system', 'formats'],
  Revision: ['system'],
  RatingSystem: ['key', 'title', 'summary', 'source', 'isInstalled', 'settingsSchema', 'defaultSettings', 'formats'],
  Standing: ['player', 'movement'],
  Rating: [
    ...['id', 'league', 'player', 'rank', 'history'],
    ...['series', 'activity', 'form', 'streaks', 'percentile', 'lowest', 'peakMatch'],
    ...['bestWins', 'worstDefeats', 'opponents'],
  ],
  RatingChange: ['id', 'match', 'player', 'contributions', 'result', 'adjustments', 'explanation'],
  Contribution: ['opponent'],
  Match: ['id', 'league', 'sides', 'submittedBy', 'history', 'expected'],
  MatchVersion: ['sides'],
  PredictedSide: ['players'],
  Side: ['participants', 'effectivePlacement', 'status'],
  Participant: ['player', 'scoresAgainst', 'ratingChange'],
  ScoreAgainst: ['opponent'],
  Player: ['id', 'displayName', 'accounts'],
};

/** Whether the versions of the leagues that a query reads determine its response. */
export type CacheableCheck = (document: DocumentNode, operation: OperationDefinitionNode) => boolean;

/** Makes such a check, which remembers its result for each document. */
export function createCacheableCheck(schema: GraphQLSchema): CacheableCheck {
  const known = new WeakMap<OperationDefinitionNode, boolean>();
  return (document, operation) => {
    let isCacheable = known.get(operation);
    if (isCacheable === undefined) {
      isCacheable = operation.operation === 'query' && hasOnlyCacheable(schema, document);
      known.set(operation, isCacheable);
    }
    return isCacheable;
  };
}

/** Looks at all operations of the document; looking at one of several would gain little. */
function hasOnlyCacheable(schema: GraphQLSchema, document: DocumentNode): boolean {
  let isCacheable = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: () => {
        const field = types.getFieldDef();
        if (!field || !isFieldCacheable(types.getParentType()!.name, field)) isCacheable = false;
      },
    }),
  );
  return isCacheable;
}

function isFieldCacheable(typeName: string, { name, resolve }: GraphQLField<unknown, unknown>): boolean {
  if (name === '__typename') return true;
  return (!resolve && !name.startsWith('__')) || (CACHEABLE[typeName] ?? []).includes(name);
}
