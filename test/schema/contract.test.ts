import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  printSchema as print,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { printHistory, updateHistory } from '../../services/api/dist/cli/contract-history.js';
import { createSchema, printSchema } from '../../services/api/dist/graphql/schema.js';
import { printRules } from '../../services/api/dist/kit/refusal.js';
import { version } from '../../services/api/dist/kit/version.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { serve } from '../../services/api/dist/start/serve.js';
import { databaseOfTest } from '../support/database.js';
import { postGraphql } from '../support/graphql.js';
import { HISTORY_FILE, RULES_FILE, readSchema, SCHEMA_FILE } from './files.js';

/** Names that clients rely on: fields by type, arguments in brackets. They may grow in number, and are never renamed. */
const PROMISED: Readonly<Record<string, string>> = {
  Query: `node(id) viewer ratingSystems ratingSystem(key) league(slug) leagues(first,after,search) player(handle)
          players(first,after,search)`,
  Mutation: `createLeague(input) updateLeague(input) configureRatingSystem(input) submitMatches(input) amendMatch(input)
             voidMatch(input) restoreMatch(input) recomputeLeague(input) cancelRecompute(input) compareRatingSystems(input)
             joinQueue(input) leaveQueue(input) createToken(input) rotateToken(input) revokeToken(input) updatePlayer(input)
             mergePlayers(input)`,
  Subscription: `matchRated(league,after) recomputeProgressed(recompute) queueTicketChanged(ticket)`,
  RatingSystem: `key title version summary source settingsSchema defaultSettings presets formats`,
  RatingPreset: `name reason settings`,
  League: `id slug name description visibility createdAt matchCount playerCount ratingSystem
           standings(first,after,around,includeProvisional,asOf) rating(player)
           matches(first,after,player,status,from,to) match(externalId) prediction(sides)
           headToHead(player,opponent) recomputes(first,after) auditLog(first,after) queue`,
  LeagueRatingSystem: `system settings revision appliedAt`,
  Standing: `rank player rating`,
  Rating: `id league player value deviation score display isProvisional rank matchesPlayed wins draws losses peak
           lastPlayedAt history(first,after,from,to)`,
  RatingChange: `id match player before after delta expectedScore actualScore revision contributions adjustments
                 explanation(locale)`,
  Adjustment: `reason points`,
  RatingValue: `value deviation`,
  Contribution: `opponent expected actual weight delta`,
  Match: `id league externalId playedAt status version sides submittedAt submittedBy`,
  Side: `placement score participants`,
  Participant: `player isGuest score minutesPlayed ratingChange`,
  Player: `id handle`,
  Prediction: `sides ifOutcome`,
  PredictedSide: `players winProbability`,
  PredictedOutcome: `changes`,
  HeadToHead: `player opponent`,
  StandingConnection: `edges nodes pageInfo`,
  RatingChangeConnection: `edges nodes pageInfo`,
  MatchConnection: `edges nodes pageInfo`,
  LeagueConnection: `edges nodes pageInfo`,
  PlayerConnection: `edges nodes pageInfo`,
  PageInfo: `hasNextPage hasPreviousPage startCursor endCursor`,
  CreateLeagueInput: `slug name ratingSystem settings visibility`,
  CreateLeaguePayload: `league errors`,
  UpdateLeagueInput: `league name`,
  UpdateLeaguePayload: `league errors`,
  CreateTokenInput: `name scopes leagues expiresAt`,
  CreateTokenPayload: `token secret errors`,
  RotateTokenInput: `token graceSeconds reason`,
  RotateTokenPayload: `token secret formerSecretEndsAt errors`,
  RevokeTokenInput: `token`,
  RevokeTokenPayload: `token errors`,
  VoidMatchInput: `match expectedVersion reason dryRun`,
  VoidMatchPayload: `match effect recompute errors`,
  RestoreMatchInput: `match expectedVersion reason dryRun`,
  RestoreMatchPayload: `match effect recompute errors`,
  AmendMatchInput: `match expectedVersion reason dryRun playedAt sides`,
  AmendMatchPayload: `match effect recompute errors`,
  ConfigureRatingSystemInput: `league ratingSystem settings reason dryRun`,
  ConfigureRatingSystemPayload: `league effect recompute errors`,
  CompareRatingSystemsInput: `league systems`,
  CompareRatingSystemsPayload: `league matches systems errors`,
  Effect: `changes standings`,
  Recompute: `id status done total startedAt finishedAt revision reason`,
  SubmitMatchesInput: `league matches`,
  MatchInput: `externalId playedAt sides`,
  SideInput: `placement score name participants`,
  ParticipantInput: `player score minutesPlayed isGuest scoresAgainst`,
  SubmitMatchesPayload: `results errors`,
  MatchAccepted: `replayed match`,
  MatchRejected: `externalId error`,
  UserError: `code message path`,
};

const PROMISED_VALUES: Readonly<Record<string, readonly string[]>> = {
  MatchStatus: ['RATED', 'VOID'],
  Visibility: ['PUBLIC', 'PRIVATE'],
};

/** `Type.field`, `Type.field(argument)`, `Enum.VALUE` for everything there is, with what is said about it. */
function descriptions(schema: GraphQLSchema): Map<string, string | null | undefined> {
  const said = new Map<string, string | null | undefined>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    said.set(type.name, type.description);
    if (isEnumType(type))
      for (const { name, description } of type.getValues()) said.set(`${type.name}.${name}`, description);
    if (isInputObjectType(type)) {
      for (const { name, description } of Object.values(type.getFields()))
        said.set(`${type.name}.${name}`, description);
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        said.set(`${type.name}.${field.name}`, field.description);
        for (const { name, description } of field.args) said.set(`${type.name}.${field.name}(${name})`, description);
      }
    }
  }
  return said;
}

/** Splits `match(id) errors` into `match`, `match(id)` and `errors`. */
function names(promise: string): string[] {
  return [...promise.matchAll(/(\w+)(?:\(([\w,]+)\))?/g)].flatMap(([, field, args]) => [
    field!,
    ...(args ?? '')
      .split(',')
      .filter(Boolean)
      .map((arg) => `${field}(${arg})`),
  ]);
}

describe('the contract with clients', async () => {
  const schema = await readSchema();
  const said = descriptions(schema);

  test('every type, field, argument, input field and value has a description', () => {
    const silent = [...said].filter(([, description]) => !description?.trim()).map(([name]) => name);
    expect(silent).toEqual([]);
    expect(said.size).toBeGreaterThan(250);
  });

  test.each(Object.entries(PROMISED))('%s has the promised fields and arguments', (type, promise) => {
    const promised = names(promise).map((name) => `${type}.${name}`);
    expect(promised.filter((name) => !said.has(name))).toEqual([]);
  });

  test.each(Object.entries(PROMISED_VALUES))('%s has the promised values', (type, values) => {
    expect(values.filter((value) => !said.has(`${type}.${value}`))).toEqual([]);
  });

  test('a submitted match is accepted or rejected, and every failure is a UserError', () => {
    const result = schema.getType('SubmitMatchResult');
    expect(
      isUnionType(result) &&
        result
          .getTypes()
          .map(({ name }) => name)
          .sort(),
    ).toEqual(['MatchAccepted', 'MatchRejected']);
    const failure = schema.getType('UserError');
    const kinds = isInterfaceType(failure) ? schema.getImplementations(failure).objects.length : 0;
    const codes = schema.getType('UserErrorCode');
    expect(kinds).toBe(isEnumType(codes) ? codes.getValues().length : undefined);
  });

  test('every list without a limit is a connection with first and after', () => {
    const query = schema.getQueryType()!;
    const connections = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
      .filter((field) => String(field.type).endsWith('Connection!'));
    expect(connections.length).toBeGreaterThan(4);
    for (const { args } of connections)
      expect(args.map(({ name }) => name)).toEqual(expect.arrayContaining(['first', 'after']));
    expect(Object.keys(query.getFields())).toContain('node');
  });
});

const README = readFileSync(new URL('../../schema/README.md', import.meta.url), 'utf8');

/** The surcharge in the table of costs, by field. */
const DOCUMENTED = new Map(
  [...README.matchAll(/^\| (`[A-Z]\w+\.\w+`[^|]*)\|([^|]*)\|[^|]*\|$/gm)].flatMap(([, fields, surcharge]) =>
    [...fields!.matchAll(/`([A-Z]\w+\.\w+)`/g)].map(([, field]) => [field!, surcharge!.trim().replaceAll(',', '')]),
  ),
);

test('every field that costs more than its one point is in the table of costs, with its surcharge', async () => {
  const schema = await createSchema();
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        name: `${type.name}.${field.name}`,
        work: (field.extensions.cost as { work?: unknown } | undefined)?.work,
      })),
    );
  const costly = fields.filter(({ work }) => work);
  expect(costly.length).toBeGreaterThan(15);
  expect(costly.filter(({ name }) => !DOCUMENTED.get(name)).map(({ name }) => name)).toEqual([]);
  const fixed = costly.filter(({ work }) => typeof work === 'number');
  expect(fixed.map(({ name }) => [name, DOCUMENTED.get(name)])).toEqual(
    fixed.map(({ name, work }) => [name, String(work)]),
  );
  const names = new Set(fields.map(({ name }) => name));
  expect([...DOCUMENTED.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test('schema/schema.graphql equals the schema of the code', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8'), 'run `npm run schema`').toBe(await printSchema());
});

test('schema/rules.json equals the rules of the code', async () => {
  expect(await readFile(RULES_FILE, 'utf8'), 'run `npm run schema`').toBe(printRules());
});

test('schema/history.json lists the additions of every version, and everything in this version', async () => {
  const text = await readFile(HISTORY_FILE, 'utf8');
  const now = updateHistory(JSON.parse(text), await readSchema(), version());
  expect(text, 'run `npm run schema`').toBe(printHistory(now));
});

test('everything with an id is found by it, except as docs/graphql-clients.md and the descriptions state', async () => {
  const types = Object.values((await createSchema()).getTypeMap()).filter(isObjectType);
  const others = types.filter(
    (type) => type.getFields().id && !type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  // Caches take an id for the key of its object. The ids of entries and corrections are theirs alone.
  expect(others.map(({ name }) => name).sort()).toEqual(['Account', 'AuditEntry', 'AuditSubject', 'Correction']);
});

/** Where directives may stand by the specification of October 2021. Some clients refuse a schema that names another place. */
const PLACES = `QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT VARIABLE_DEFINITION
  SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION`;

test('directives stand only where every client knows that they can', async () => {
  const places = (await createSchema()).getDirectives().flatMap(({ locations }) => locations);
  expect(new Set(PLACES.split(/\s+/))).toEqual(new Set([...PLACES.split(/\s+/), ...places]));
});

test('the standard introspection query passes the limits of the server, and returns the same schema', async () => {
  const database = await databaseOfTest();
  const config = readConfig({ OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'silent' });
  const service = await serve({ ...config, port: 0, isDemo: false }, () => undefined);
  const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });
  const response = await postGraphql(service.url, { query });
  const { data, errors } = (await response.json()) as { data: IntrospectionQuery; errors?: unknown };
  expect(errors).toBeUndefined();
  const printed = print(lexicographicSortSchema(buildClientSchema(data)));
  expect(`${printed}\n`).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  await service.stop();
});
