import { expect, test } from 'vitest';
import { useStory } from '../support/story.js';

/** Everything that the person was ever called, under both handles. */
const NAMES = /anneliese|liesel77|lisbeth|brandt|998877/i;
/** Texts of others that keep a name: the mentions of a dry run tell of them. */
const KEPT = [
  'lisbeth-cup',
  'lisbeth-cup-2019',
  'Cup of Lisbeth',
  'for Lisbeth',
  'lisbeth-vs-otto',
  'second of Lisbeth',
];

const NAMED: readonly string[] = [
  'account.account',
  ...['former_name', 'membership', 'player', 'player_name'].flatMap((table) => [
    `${table}.handle`,
    `${table}.handle_key`,
  ]),
  ...['player.display_name', 'player.name_key', 'membership.name_key', 'player.links'],
  ...['player_name.small_skeleton', 'player_name.capital_skeleton', 'player_name.typed_skeleton'],
  ...['audit_entry.actor', 'audit_entry.reason', 'audit_entry.before', 'audit_entry.after'],
  ...['league_revision.reason', 'recompute.reason', 'recompute.actor', 'analysis.actor', 'analysis.error'],
  ...['token.name', 'token.created_by', 'webhook.created_by', 'idempotency_key.outcome'],
  ...['match.details', 'match.side_names', 'team.name'],
  ...['file_name', 'columns', 'rows', 'actor', 'error', 'refusals', 'plan', 'report'].map(
    (name) => `match_import.${name}`,
  ),
  'match_import_part.content',
];
const OF_OTHERS = [
  ...['match.external_id', 'match.side_roles', 'league.slug', 'league.name', 'league.description'],
  ...['league_slug.slug', 'former_slug.slug'],
];
/** Columns without names of players, each group with the reason. */
const NAMELESS: Readonly<Record<string, readonly string[]>> = {
  'pictures of leagues, in which names cannot be looked for': [
    ...['league.picture', 'league_picture.name', 'league_picture.content'],
  ],
  'words of ours': [
    ...['analysis.kind', 'analysis.status', 'audit_entry.action', 'audit_entry.subject', 'idempotency_key.mutation'],
    ...['league.visibility', 'league.late_matches', 'league_event.kind', 'league_event.action', 'league_event.subject'],
    ...[
      'league_slug.visibility',
      'match.status',
      'match_import.status',
      'match_import.format',
      'match_import.delimiter',
    ],
    ...['queue_ticket.status', 'recompute.status', 'token.scopes', 'webhook.format', 'webhook.events'],
    ...['webhook.disabled_reason', 'webhook_delivery.event', 'webhook_delivery.status', 'webhook_delivery.error'],
    ...['migrations.name', 'spread_step.name', 'spread_step.done'],
  ],
  'settings and results of rating systems, by ids of players': [
    ...['league.rater', 'league.rater_version', 'league.settings', 'league.status_rules', 'league.chance_fit'],
    ...['league.time_zone', 'league_revision.rater', 'league_revision.rater_version', 'league_revision.settings'],
    ...['league_revision.chance_fit', 'analysis.request', 'analysis.result', 'rating.display', 'rating.state'],
    ...['superseded_stretch.marks', 'superseded_stretch.contributions', 'recompute.effect', 'match.reported'],
  ],
  'digests and keys': [
    ...['former_secret.secret_hash', 'id_seal.key', 'idempotency_key.input_hash', 'match.content_hash'],
    ...['rate_limit.key', 'session.id_hash', 'session.secret_hash', 'superseded_stretch.digest', 'token.secret_hash'],
    ...['webhook.secret', 'webhook.former_secret', 'kept_form.id_hash', 'kept_form.session_id_hash'],
  ],
  'encrypted with a key that only a browser has, and deleted with its session': ['kept_form.content'],
  'two letters, deleted with the names of their player': ['player.country'],
  'replaced as in the audit log, where a recompute is kept that amended a match': [
    'recompute.correction',
    'recompute.error',
  ],
  'addresses of others, and what callers call their requests for a day': ['webhook.url', 'idempotency_key.key'],
};

const story = useStory();

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Every column of every table of ours that can hold a text. */
async function textColumns(): Promise<Column[]> {
  return (await story.sql(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns JOIN pg_tables ON tablename = table_name
     WHERE table_schema = 'public' AND schemaname = 'public'
       AND (data_type IN ('text', 'character varying', 'jsonb', 'json', 'bytea') OR udt_name IN ('_text', '_varchar', '_jsonb'))
     ORDER BY 1, 2`,
  )) as unknown as Column[];
}

const withoutKept = (text: string) =>
  KEPT.toSorted((one, other) => other.length - one.length).reduce((rest, kept) => rest.replaceAll(kept, ''), text);

/** The columns in which a name stands. */
async function namedColumns(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await textColumns()) {
    const rows = await story.sql(`SELECT "${column}" AS value FROM ${table} WHERE "${column}" IS NOT NULL`);
    const texts = rows.map(({ value }) => (value instanceof Buffer ? value.toString('latin1') : JSON.stringify(value)));
    if (NAMES.test(withoutKept(texts.join('\n')))) found.push(`${table}.${column}`);
  }
  return found;
}

/** Lets the person appear wherever somebody can. */
async function appearEverywhere(): Promise<void> {
  const city = await story.league('city', 'timed-glicko', { description: 'where Lisbeth plays' });
  const club = await story.league('club', 'zonestats');
  const named = [
    { placement: 1, name: 'Team Lisbeth', participants: [{ player: 'lisbeth' }] },
    { placement: 2, name: 'Otto', participants: [{ player: 'otto' }] },
  ];
  await city.play(
    city.match(named, { details: { by: 'Anneliese', replay: 'https://example.com/liesel77' } }),
    'anneliese beats otto',
    'otto beats ida',
  );
  await club.play('anneliese beats otto');
  const roles = [
    { placement: 1, role: 'second of Lisbeth', participants: [{ player: 'ida' }] },
    { placement: 2, participants: [{ player: 'otto' }] },
  ];
  await city.play(city.match(roles, { externalId: 'lisbeth-vs-otto' }));
  const cup = { slug: 'lisbeth-cup-2019', name: 'Cup of Lisbeth', description: 'for Lisbeth', ratingSystem: 'elo' };
  await story.admin.mutate('createLeague', cup);
  await story.admin.mutate('updateLeague', { league: 'lisbeth-cup-2019', slug: 'lisbeth-cup', reason: 'every year' });
  await story.admin.mutate('updateLeague', { league: 'city', description: 'a city', reason: 'Lisbeth is no news' });
  await story.admin.mutate('updatePlayer', {
    player: 'anneliese',
    displayName: 'Anneliese Brandt',
    reason: 'Anneliese asked',
  });
  await story.admin.mutate('updatePlayer', { player: 'anneliese', handle: 'liesel77', reason: 'Anneliese asked' });
  await story.admin.mutate('updatePlayer', { player: 'lisbeth', displayName: 'Lisbeth B.', reason: 'Lisbeth asked' });
  await story.admin.mutate('updatePlayer', {
    player: 'lisbeth',
    country: 'AT',
    links: ['https://example.com/lisbeth'],
    reason: 'Lisbeth asked',
  });
  await story.admin.mutate('linkAccount', { player: 'lisbeth', account: 'discord:998877', reason: 'she is Lisbeth' });
  await story.admin.mutate('registerPlayers', { league: 'club', players: ['liesel77', 'dan'] });
  await story.admin.mutate('mergePlayers', {
    league: 'city',
    player: 'lisbeth',
    into: 'liesel77',
    reason: 'Lisbeth is Liesel77',
  });
  // Of somebody whom this league knew only for a while: its revisions still tell of her.
  await story.league('aside', 'elo', { played: ['otto beats ida'] });
  await story.admin.mutate('recomputeLeague', { league: 'aside', reason: 'Lisbeth complained' });

  const token = { name: "Lisbeth's bot", scopes: ['platform:admin'] };
  const { secret } = await story.admin.mutate('createToken', token, 'secret');
  const bot = story.as(secret as string);
  await bot.mutate('createToken', { name: 'second', scopes: ['league:read'], leagues: ['city'] });
  const hook = { league: 'city', url: 'https://example.com/hook', events: ['MATCHES_RATED'] };
  await bot.mutate('createWebhook', hook);
  for (const statement of BEHIND) await story.sql(statement);
}

const BOT = `(SELECT id FROM token WHERE name = 'Lisbeth''s bot')`;
const idOf = (slug: string) => `(SELECT id FROM league WHERE slug = '${slug}')`;
const AN_IMPORT = `league_id, status, actor_id, actor, requested_at`;
/** Cases that need a file, a failure or an older version. */
const BEHIND = [
  `INSERT INTO idempotency_key SELECT ${BOT}, 'k', 'updatePlayer', sha256('x'), '{"handle": "lisbeth"}', now()`,
  `INSERT INTO recompute (league_id, status, correction, reason, actor_id, actor, requested_at, finished_at)
   SELECT ${idOf('aside')}, 'CANCELLED', '{"kind": "recomputeLeague"}', 'Lisbeth wanted it', ${BOT}, 'Lisbeth''s bot', now(), now()`,
  `INSERT INTO analysis (league_id, kind, status, request, actor_id, actor, requested_at, finished_at, error)
   SELECT ${idOf('aside')}, 'COMPARISON', 'FAILED', '{}', ${BOT}, 'Lisbeth''s bot', now(), now(), 'Lisbeth stopped it'`,
  // Files of a league that knows her, and of one that does not: one of these tells of her in the file alone.
  `INSERT INTO match_import (${AN_IMPORT}, file_name, columns, rows)
   SELECT ${idOf('city')}, 'UPLOADED', ${BOT}, 'Lisbeth''s bot', now(), 'a.csv', '[]', '[]'`,
  `INSERT INTO match_import (${AN_IMPORT}, file_name, columns, rows, plan, report, refusals, error, finished_at)
   SELECT ${idOf('aside')}, 'FAILED', ${BOT}, 'Lisbeth''s bot', now(), 'lisbeth.csv', '["Lisbeth"]', '[["Lisbeth"]]', '{"a": "Lisbeth"}',
     '{"a": "Lisbeth"}', '{"a": "Lisbeth"}', 'Lisbeth is unknown', now()`,
  `INSERT INTO match_import (${AN_IMPORT}, file_name) SELECT ${idOf('aside')}, 'UPLOADED', ${BOT}, 'Lisbeth''s bot', now(), 'b.csv'`,
  `INSERT INTO match_import (${AN_IMPORT}, file_name)
   SELECT ${idOf('aside')}, 'UPLOADED', ${BOT}, 'Lisbeth''s bot', now(), 'harmless.csv'`,
  `INSERT INTO match_import_part (league_id, import_id, number, content)
   SELECT league_id, id, 0, CASE file_name WHEN 'harmless.csv' THEN 'otto,ida' ELSE '\\xefbbbf' || convert_to('LISBETH,otto', 'UTF8') END
   FROM match_import WHERE file_name IN ('b.csv', 'harmless.csv')`,
  `UPDATE match_import SET bytes = (SELECT length(content) FROM match_import_part WHERE import_id = id)
   WHERE file_name IN ('b.csv', 'harmless.csv')`,
];

test('every column that can hold a text is classified as with or without names', async () => {
  const columns = (await textColumns()).map(({ table, column }) => `${table}.${column}`);
  const known = [...NAMED, ...OF_OTHERS, ...Object.values(NAMELESS).flat()];
  expect(columns.filter((column) => !known.includes(column))).toEqual([]);
});

test('a person is erased under all handles that are merged, from every column of the database and from pages', async () => {
  await appearEverywhere();
  expect(await namedColumns()).toEqual(NAMED.toSorted());
  const pages = async () => {
    const paths = ['/l/city', '/l/city/m/city-1', '/l/city/p/otto', '/l/club'];
    return (await Promise.all(paths.map(async (path) => (await fetch(story.url + path)).text()))).join('\n');
  };
  for (let times = 0; times < 2; times++) expect(await pages()).toMatch(/Team Lisbeth/);
  const versionOfAside = async () => (await story.sql(`SELECT version FROM league WHERE slug = 'aside'`))[0]!.version;
  const version = await versionOfAside();
  const ratings = async () => [
    await story.sql('SELECT * FROM rating ORDER BY league_id, player_id'),
    // Lines of former generations are packed meanwhile.
    await story.sql(
      `SELECT line.* FROM rating_change AS line JOIN league ON league.id = league_id AND league.generation = line.generation
       ORDER BY league_id, player_id, played_at, sequence`,
    ),
  ];
  const before = await ratings();

  const input = { player: 'liesel77', confirm: 'liesel77', reason: 'Lisbeth wishes to go', inMatches: true };
  const erasure = 'player { handle } erasure { names merged { handle } mentionCount mentions { field text } }';
  const tried = (await story.admin.mutate('erasePlayer', { ...input, dryRun: true }, erasure)) as never as {
    erasure: { names: string[]; merged: object[]; mentions: { field: string; text: string }[] };
  };
  expect(tried.erasure.merged).toEqual([{ handle: 'lisbeth' }]);
  expect(tried.erasure.names).toEqual(
    expect.arrayContaining(['anneliese', 'liesel77', 'lisbeth', 'Anneliese Brandt', 'Lisbeth B.', 'discord:998877']),
  );
  expect(tried.erasure.mentions.map(({ field }) => field).sort()).toEqual(
    ['description', 'externalId', 'name', 'sideRoles', 'slug', 'slug'].sort(),
  );
  expect(await namedColumns()).toEqual(NAMED.toSorted());

  expect((await story.admin.attempt('erasePlayer', { ...input, confirmMerged: ['otto'] })).errors).toMatchObject([
    { path: ['input', 'confirmMerged'], message: expect.stringContaining('["lisbeth"], but is ["otto"]') },
  ]);
  const done = (await story.admin.mutate(
    'erasePlayer',
    { ...input, confirmMerged: ['lisbeth'] },
    erasure,
  )) as never as {
    player: { handle: string };
    erasure: { merged: { handle: string }[]; mentionCount: number };
  };
  const [one, other] = [done.player.handle, done.erasure.merged[0]!.handle];
  expect([one, other]).toEqual([expect.stringMatching(/^erased-/), expect.stringMatching(/^erased-/)]);
  expect(one).not.toBe(other);
  expect(done.erasure.mentionCount).toBe(6);

  expect(await namedColumns()).toEqual([]);
  expect(await ratings()).toEqual(before);
  expect(await story.sql('SELECT file_name FROM match_import')).toEqual([{ file_name: 'harmless.csv' }]);
  expect(NAMES.exec(withoutKept(await pages()))).toBeNull();
  // It does not know her, and what is kept of it is no longer good either.
  expect(await versionOfAside()).not.toBe(version);
  const tokens = await story.admin.get('{ tokens(first: 10) { nodes { name } } }');
  expect(JSON.stringify(tokens)).toContain(`${other}'s bot`);
});
