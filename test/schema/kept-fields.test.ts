import { readdir } from 'node:fs/promises';
import { type GraphQLNamedType, getNamedType, isAbstractType, isObjectType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../services/api/dist/graphql/schema.js';
import { createCacheableCheck, isFieldCacheable } from '../../services/api/dist/http/response-cache.js';
import { OPERATIONS_FOLDER, readOperation } from './files.js';

/** Why no response with these fields is kept, although all around them may be. A new field belongs here or into `CACHEABLE`. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  'they depend on the caller': [
    ...['Query.viewer', 'Query.node', 'Query.player', 'Query.players', 'Query.tokens', 'Query.auditLog'],
    ...['Player.formerHandles', 'Player.ratings', 'League.nearPlayers', 'League.possibleDuplicates'],
    ...[
      'League.attention',
      'League.auditLog',
      'League.comparisons',
      'League.imports',
      'League.integrityChecks',
      'League.quotas',
      'League.webhooks',
    ],
  ],
  'hardly anybody asks for the same': ['Query.search'],
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

test('every field that a cached response could have is either determined by a version or has a reason not to be cached', async () => {
  const hint = 'a new field belongs into CACHEABLE of http/response-cache.ts, or with its reason into NOT_KEPT here';
  expect((await fieldsNotKept()).toSorted(), hint).toEqual(Object.values(NOT_KEPT).flat().toSorted());
});

/** Documents of the site whose pages are made anew for each reader, and the fields because of which. */
const MADE_ANEW: Readonly<Record<string, string>> = {
  'site-compare.graphql': 'League.nearPlayers',
  'site-duel.graphql': 'League.prediction',
  'site-export-settings.graphql': 'League.queue',
  'site-person.graphql': 'Query.player',
  'site-queue.graphql': 'League.queue',
  'site-search.graphql': 'Query.search',
};

test('every other page of the site is cached', async () => {
  const isKept = createCacheableCheck(await createSchema());
  const files = (await readdir(OPERATIONS_FOLDER)).filter((file) => file.startsWith('site-'));
  const documents = await Promise.all(files.map(async (file) => [file, parse(await readOperation(file))] as const));
  const anew = documents.filter(([, document]) =>
    document.definitions.some((own) => own.kind === Kind.OPERATION_DEFINITION && !isKept(document, own)),
  );
  const hint =
    'a page that asks for a field of NOT_KEPT is made anew for each reader: leave the field out, or say so here';
  expect(anew.map(([file]) => file).toSorted(), hint).toEqual(Object.keys(MADE_ANEW).toSorted());
});
