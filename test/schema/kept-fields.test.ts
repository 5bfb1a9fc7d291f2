import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../services/api/dist/graphql/schema.js';
import { isFieldCacheable } from '../../services/api/dist/http/response-cache.js';

/** Why no response with these fields is kept, although all around them may be. A new field belongs here or into `CACHEABLE`. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  'they depend on the caller': [
    ...['Query.viewer', 'Query.node', 'Query.player', 'Query.players', 'Query.tokens', 'Query.auditLog'],
    ...[
      'Player.formerHandles',
      'Player.ratings',
      'League.knownSince',
      'League.nearPlayers',
      'League.possibleDuplicates',
    ],
    ...[
      'League.auditLog',
      'League.comparisons',
      'League.imports',
      'League.integrityChecks',
      'League.quotas',
      'League.webhooks',
    ],
  ],
  'they are about all leagues, of which no version tells': [
    ...['Query.leagues', 'Query.matches', 'Query.search', 'Query.totals', 'Query.corrections'],
  ],
  'they depend on the time': ['Query.previewRating', 'League.prediction'],
  'they change without a new version': [
    ...[
      'League.knownSince',
      'League.queue',
      'Match.pairing',
      'League.recomputes',
      'League.snapshot',
      'League.snapshots',
    ],
    'LeagueRatingSystem.trouble',
  ],
};

/** Fields that are not kept, of all types that are reached by fields that are. */
async function fieldsNotKept(): Promise<string[]> {
  const schema = await createSchema();
  const found: string[] = [];
  const seen = new Set<GraphQLNamedType>();
  const open: GraphQLNamedType[] = [schema.getQueryType()!];
  for (let type = open.pop(); type; type = open.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (isAbstractType(type)) open.push(...schema.getPossibleTypes(type));
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isFieldCacheable(type.name, field)) open.push(getNamedType(field.type));
      else found.push(`${type.name}.${field.name}`);
    }
  }
  return found;
}

test('every field that a kept response could have is either determined by a version or has a reason not to be kept', async () => {
  expect((await fieldsNotKept()).toSorted()).toEqual(Object.values(NOT_KEPT).flat().toSorted());
});
