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
 * Fields with a resolver of their own whose value a league's version determines: it goes up with every write that
 * changes one of them, or that stays as it is for as long as the process runs. A field that is not named here keeps the answers in which it stands from being kept.
 */
const CACHEABLE: Readonly<Record<string, readonly string[]>> = {
  Query: ['league', 'ratingSystems', 'ratingSystem'],
  League: [
    ...['id', 'openEntry', 'ratingSystem', 'standings', 'rating', 'matches', 'match', 'eventCursor', 'statusRules'],
    ...['players', 'lastMatchAt', 'activity', 'distribution', 'revisions'],
  ],
  MatchConnection: ['totalCount'],
  OpponentRecord: ['opponent'],
  OpponentRecordConnection: ['totalCount'],
  PlayerConnection: ['totalCount'],
  StandingConnection: ['totalCount'],
  LeagueRatingSystem: ['system', 'formats'],
  Revision: ['system'],
  RatingSystem: ['isInstalled', 'settingsSchema', 'defaultSettings', 'formats'],
  Standing: ['player', 'movement'],
  Rating: [
    ...['id', 'league', 'player', 'rank', 'history'],
    ...['series', 'form', 'streaks', 'percentile', 'lowest', 'peakMatch'],
    ...['bestWins', 'worstDefeats', 'opponents'],
  ],
  RatingChange: ['id', 'match', 'player', 'contributions'],
  Contribution: ['opponent'],
  Match: ['id', 'league', 'sides', 'submittedBy', 'history', 'expected'],
  MatchVersion: ['sides'],
  PredictedSide: ['players'],
  Side: ['participants', 'effectivePlacement', 'status'],
  Participant: ['player', 'scoresAgainst', 'ratingChange'],
  ScoreAgainst: ['opponent'],
  Player: ['id', 'displayName', 'accounts'],
};

/** Whether the versions of the leagues that a query reads determine its answer. */
export type CacheableCheck = (document: DocumentNode, operation: OperationDefinitionNode) => boolean;

/** Makes such a check, which remembers what it found of each document. */
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

/** Looks at all operations of the document; documents with several gain little from this. */
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
