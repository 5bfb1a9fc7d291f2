import { expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { ERROR, useBot, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'home');
const bot = useBot(story, ['matches:submit'], 'home');

const PLAYER = 'player { handle accounts { provider id } }';
const reason = 'they told our bot';

const link = async (as: Client, player: string, account: string) =>
  await as.attempt('linkAccount', { player, account, reason }, PLAYER);
const unlink = async (as: Client, account: string) => await as.attempt('unlinkAccount', { account, reason }, PLAYER);
const find = async (as: Client, name: string) =>
  (await as.get('query ($name: String!) { player(handle: $name) { handle accounts { provider id } } }', { name }))
    .player;

test('an account can name its player wherever a handle can', async () => {
  await league.play('ann beats ben');
  expect(await link(bot, 'ann', 'Discord:1234')).toEqual({
    player: { handle: 'ann', accounts: [{ provider: 'discord', id: '1234' }] },
    errors: [],
  });
  expect((await link(bot, 'discord:1234', 'steam:76561')).player.accounts).toEqual([
    { provider: 'discord', id: '1234' },
    { provider: 'steam', id: '76561' },
  ]);

  const sides = [
    { placement: 1, participants: [{ player: 'discord:1234', scoresAgainst: [{ opponent: 'ben', score: 2 }] }] },
    { placement: 2, participants: [{ player: 'ben', scoresAgainst: [{ opponent: 'discord:1234', score: 1 }] }] },
  ];
  const [logged] = await league.play(league.match(sides, { externalId: 'by-account' }));
  expect(logged!.sides[0]!.participants[0]!.player).toEqual({ handle: 'ann' });
  expect(await league.submit([league.match('ann+discord:1234 beats ben')])).toMatchObject([
    { error: { code: 'BAD_INPUT', message: expect.stringContaining('is the same player as "ann"') } },
  ]);

  const read = await league.read(`rating(player: "steam:76561") { ${PLAYER} matchesPlayed }
    matches(player: "discord:1234") { totalCount } headToHead(player: "discord:1234", opponent: "ben") { player { handle } }
    standings(around: "discord:1234", first: 1) { nodes { player { handle } } }
    prediction(sides: [["discord:1234"], ["ben"]]) { sides { players { handle } } }`);
  expect(read).toMatchObject({
    rating: { player: { handle: 'ann' }, matchesPlayed: 2 },
    matches: { totalCount: 2 },
    headToHead: { player: { handle: 'ann' } },
    standings: { nodes: [{ player: { handle: 'ann' } }] },
    prediction: { sides: [{ players: [{ handle: 'ann' }] }, { players: [{ handle: 'ben' }] }] },
  });

  const registerPlayers = await story.admin.attempt(
    'registerPlayers',
    { league: 'home', players: ['discord:1234', 'discord:9'] },
    'players { handle }',
  );
  expect(registerPlayers.errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /^player must be a handle, .*, but is "discord:9"; in submitMatches, displayName /,
      ),
      path: ['input', 'players', '1'],
    },
  ]);
  const { joinQueue } = await bot.get(
    `mutation { joinQueue(input: { league: "home", player: "steam:76561" }) { ticket { player { handle } } errors { ${ERROR} } } }`,
  );
  expect(joinQueue).toEqual({ ticket: { player: { handle: 'ann' } }, errors: [] });
});

test('a match that names an account is a replay even after the player was renamed, or the account was unlinked', async () => {
  await league.play('cid beats dan');
  await link(bot, 'cid', 'twitch:Cid');
  const match = league.match('twitch:Cid beats dan', { externalId: 'again' });
  await league.play(match);
  await story.admin.mutate('updatePlayer', { player: 'twitch:Cid', handle: 'sid', reason: 'asked' });
  expect(await league.submit([match])).toMatchObject([{ replayed: true }]);
  expect(await league.submit([league.match('twitch:Cid beats dan')])).toMatchObject([{ replayed: false }]);
  expect((await unlink(bot, 'twitch:Cid')).player).toEqual({ handle: 'sid', accounts: [] });
  expect(await league.submit([match])).toMatchObject([{ replayed: true }]);
  expect(await league.submit([league.match('twitch:Cid beats dan')])).toMatchObject([
    {
      error: {
        code: 'BAD_INPUT',
        message: expect.stringContaining('an account that is linked to a player, but is "twitch:Cid"'),
        path: ['input', 'matches', '0', 'sides', '0', 'participants', '0', 'player'],
      },
    },
  ]);
});

test('an amendment names players by accounts, and so does a merge', async () => {
  await league.play(league.match('eve beats fay', { externalId: 'put-right' }), 'gus beats hal');
  await link(bot, 'gus', 'discord:77');
  await link(bot, 'fay', 'discord:78');
  const { sides } = league.match('discord:77 beats fay');
  const amendMatch = await story.admin.mutate(
    'amendMatch',
    { ...(await league.correctable('put-right')), sides, reason: 'it was gus' },
    'match { sides { participants { player { handle } } } }',
  );
  expect(amendMatch.match.sides[0].participants).toEqual([{ player: { handle: 'gus' } }]);
  const { mergePlayers } = await story.admin.get(
    `mutation { mergePlayers(input: { league: "home", player: "hal", into: "discord:78", reason: "one person" }) {
      player { handle } errors { ${ERROR} }
    } }`,
  );
  expect(mergePlayers).toEqual({ player: { handle: 'fay' }, errors: [] });
});

test('an account belongs to one player, until it is unlinked', async () => {
  await league.play('ida beats jon');
  await link(bot, 'ida', 'xbox:ida');
  expect(await link(bot, 'jon', 'XBOX:ida')).toMatchObject({
    player: null,
    errors: [
      {
        code: 'TAKEN',
        message: 'Account "XBOX:ida" belongs to another player.',
        path: ['input', 'account'],
      },
    ],
  });
  expect((await link(bot, 'jon', 'xbox:IDA')).errors).toEqual([]);
  expect((await link(bot, 'ida', 'xbox:ida')).errors).toEqual([]);
  await unlink(bot, 'xbox:ida');
  expect((await link(bot, 'jon', 'xbox:ida')).errors).toEqual([]);
  expect(await unlink(bot, 'xbox:nobody')).toMatchObject({
    errors: [{ message: 'account must be the handle or account of a player, but is "xbox:nobody"' }],
  });
});

test('accounts are shown only to callers who may link them', async () => {
  await league.play('rae beats sal');
  await link(bot, 'rae', 'discord:4711');
  await story.league('elsewhere', 'zonestats', { played: ['una beats wim'] });
  const shown = { handle: 'rae', accounts: [{ provider: 'discord', id: '4711' }] };
  const seers = [bot, story.admin, await story.bot(['league:admin'], 'home')];
  const others = [
    story.anonymous,
    await story.bot(['league:read'], 'home'),
    await story.bot(['matches:submit', 'league:admin'], 'elsewhere'),
  ];
  for (const as of seers) expect(await find(as, 'rae')).toEqual(shown);
  for (const as of others) {
    expect(await find(as, 'rae')).toEqual({ handle: 'rae', accounts: [] });
    const read = `{ league(slug: "home") { rating(player: "rae") { player { accounts { id } } } } players(first: 100) { nodes { accounts { id } } } }`;
    expect(JSON.stringify(await as.get(read))).not.toContain('4711');
  }
});

test('the audit log records links', async () => {
  await league.play('kim beats leo');
  await link(bot, 'kim', 'epic:kim');
  await unlink(bot, 'epic:kim');
  const { auditLog } = await story.admin.get('{ auditLog(first: 2) { nodes { action reason actor before after } } }');
  const shared = { reason, actor: 'matches:submit for home' };
  const [without, withIt] = [
    { handle: 'kim', account: null },
    { handle: 'kim', account: 'epic:kim' },
  ];
  expect(auditLog.nodes).toMatchObject([
    { action: 'unlinkAccount', ...shared, before: withIt, after: without },
    { action: 'linkAccount', ...shared, before: without, after: withIt },
  ]);
});

test('an account reveals no hidden player', async () => {
  const secret = await story.league('secret', 'zonestats', { visibility: 'PRIVATE', played: ['ghost beats wraith'] });
  const insider = await story.bot(['matches:submit'], 'secret');
  await link(insider, 'ghost', 'discord:666');
  expect(await find(insider, 'discord:666')).toMatchObject({ handle: 'ghost' });
  for (const as of [bot, story.anonymous]) {
    expect(await find(as, 'discord:666')).toEqual(await find(as, 'discord:667'));
  }
  const refusal = async (account: string) => {
    const [result] = await league.submit([league.match(`${account} beats ben`)], bot);
    return JSON.stringify(result)
      .replaceAll(account, '')
      .replace(/home-\d+/, '');
  };
  expect(await refusal('discord:666')).toBe(await refusal('discord:667'));

  // Who cannot see the player may link the account to another, as if it were free; each league keeps its own.
  await league.play('max beats ben');
  expect((await link(bot, 'max', 'discord:666')).errors).toEqual([]);
  expect(await find(bot, 'discord:666')).toMatchObject({ handle: 'max' });
  const [match] = await secret.play('discord:666 beats wraith');
  expect(match!.sides[0]!.participants[0]!.player).toEqual({ handle: 'ghost' });
  expect((await link(story.admin, 'wraith', 'discord:666')).errors).toMatchObject([{ code: 'TAKEN' }]);

  // A league that meets the player later does not learn of the account.
  await league.play('ghost beats ben');
  expect(await find(story.anonymous, 'ghost')).toEqual({ handle: 'ghost', accounts: [] });
});

test("only bots of the league that knew a player first link the player's accounts", async () => {
  const away = await story.league('away');
  await league.play('ned beats ola');
  const others = await story.bot(['matches:submit', 'league:admin'], 'away');
  await away.submit([away.match('ned beats pia')], others);
  await link(bot, 'ned', 'discord:80');
  for (const [as, code] of [
    [others, 'FORBIDDEN'],
    [await story.bot(['league:read'], 'home'), 'FORBIDDEN'],
    [story.anonymous, 'UNAUTHENTICATED'],
  ] as const) {
    expect(await as.denied('linkAccount', { player: 'ned', account: 'discord:81', reason })).toBe(code);
    expect(await as.denied('unlinkAccount', { account: 'discord:80', reason })).toBe(code);
  }
  // Everybody may know the player, so every league may name them by the account.
  const third = await story.league('third');
  const as = await story.bot(['matches:submit'], 'third');
  expect(await third.submit([third.match('discord:80 beats quy')], as)).toMatchObject([
    { match: { sides: [{ participants: [{ player: { handle: 'ned' } }] }, {}] } },
  ]);
});

test("players who may be one person are listed for the league's admins, with the evidence", async () => {
  const doubles = await story.league('doubles');
  const admin = await story.bot(['league:admin'], 'doubles');
  await doubles.play(
    doubles.match('rosalind beats tom', { playedAt: '2020-01-01T10:00:00Z' }),
    doubles.match('rosalind_2 beats tom', { playedAt: '2020-01-02T10:00:00Z' }),
    doubles.match('walter beats walter2', { playedAt: '2020-01-03T10:00:00Z' }),
    // A match whose players are guests is a meeting, too: they cannot be merged.
    doubles.match([
      { placement: 1, participants: [{ player: 'xena', isGuest: true }] },
      { placement: 2, participants: [{ player: 'xena_2' }] },
    ]),
    doubles.match('uma beats tom', { playedAt: '2020-01-03T11:00:00Z' }),
    doubles.match('vera beats tom', { playedAt: '2020-01-03T12:00:00Z' }),
    doubles.match('Łukasz_Wiśniewski beats tom', { playedAt: '2020-01-04T10:00:00Z' }),
    doubles.match('lukasz_wisniewski beats tom', { playedAt: '2020-01-05T10:00:00Z' }),
    doubles.match('jose beats tom', { playedAt: '2020-01-06T10:00:00Z' }),
    doubles.match('pepe beats tom', { playedAt: '2020-01-07T10:00:00Z' }),
    doubles.match('Jörg_Müller beats tom', { playedAt: '2020-01-08T10:00:00Z' }),
    doubles.match('joerg_mueller beats tom', { playedAt: '2020-01-09T10:00:00Z' }),
    doubles.match('yuexin beats sue', { playedAt: '2020-01-10T10:00:00Z' }),
    doubles.match('yuxin beats lsu', { playedAt: '2020-01-11T10:00:00Z' }),
    doubles.match('federer beats roger', { playedAt: '2020-01-12T10:00:00Z' }),
    doubles.match('r_ferrer beats tom', { playedAt: '2020-01-13T10:00:00Z' }),
  );
  for (const [player, displayName] of [
    ['uma', 'Big Bob'],
    ['vera', 'big bob'],
    ['jose', 'Søren Großmann'],
    ['pepe', 'Soren Grossmann'],
    ['yuexin', 'Wang Yue'],
    ['yuxin', 'Wang Yu'],
    ['federer', 'Federer R.'],
    ['r_ferrer', 'Roger Federer'],
    ['tom', 'Tom Federer'],
  ] as const) {
    await story.admin.mutate('updatePlayer', { player, displayName, reason });
  }
  const found = `possibleDuplicates {
    searchedTo pairs { player { handle } other { handle } reasons days explanation }
  }`;
  const query = `{ league(slug: "doubles") { ${found} } }`;
  const NAMES = 'Their display names are the same; accents, umlauts (ü or ue) and case are ignored.';
  const INITIAL = 'The display name of one has an initial for a name of the other.';
  const HANDLES = 'Their handles differ only in accents, umlauts (ü or ue), digits and punctuation.';
  const NEVER = ' They never met in a match and never played on the same day.';
  expect((await admin.get(query)).league.possibleDuplicates).toEqual({
    searchedTo: null,
    pairs: [
      ['federer', 'r_ferrer', 'INITIAL', 0, `${INITIAL}${NEVER}`],
      ['joerg_mueller', 'Jörg_Müller', 'SIMILAR_HANDLES', 0, `${HANDLES}${NEVER}`],
      ['jose', 'pepe', 'SAME_DISPLAY_NAME', 0, `${NAMES}${NEVER}`],
      ['lukasz_wisniewski', 'Łukasz_Wiśniewski', 'SIMILAR_HANDLES', 0, `${HANDLES}${NEVER}`],
      ['rosalind', 'rosalind_2', 'SIMILAR_HANDLES', 0, `${HANDLES}${NEVER}`],
      ['uma', 'vera', 'SAME_DISPLAY_NAME', 1, `${NAMES} They never met in a match, and played on the same day once.`],
    ].map(([player, other, why, days, explanation]) => {
      return { player: { handle: player }, other: { handle: other }, reasons: [why], days, explanation };
    }),
  });
  const beyond = `{ league(slug: "doubles") { possibleDuplicates(from: "rosalind") { pairs { player { handle } } } } }`;
  expect((await admin.get(beyond)).league.possibleDuplicates.pairs).toEqual([{ player: { handle: 'uma' } }]);
  for (const as of [bot, story.anonymous])
    expect((await as.fail(query)).extensions.code).toMatch(/FORBIDDEN|UNAUTHENTICATED/);

  const merge = { league: 'doubles', player: 'rosalind_2', into: 'rosalind', reason: 'one' };
  await story.admin.mutate('mergePlayers', merge);
  expect((await admin.get(query)).league.possibleDuplicates.pairs).toHaveLength(5);
});

test('the audit log can be filtered by an account that the caller may know', async () => {
  const club = await story.league('club', 'zonestats', { visibility: 'PRIVATE', played: ['wanda beats xaver'] });
  await link(await story.bot(['matches:submit'], 'club'), 'wanda', 'discord:777');
  await league.play('wanda beats ann');
  for (const slug of ['club', 'home']) {
    await story.admin.mutate('hidePlayer', { league: slug, player: 'wanda', reason: 'her wish' });
  }
  const ask = 'auditLog(subject: "Discord:777") { nodes { action } }';
  const { auditLog } = await story.admin.get(`{ ${ask} }`);
  const actions = auditLog.nodes.map(({ action }: Row) => action);
  expect(actions).toEqual(['hidePlayer', 'hidePlayer', 'linkAccount']);
  expect((await club.read(ask)).auditLog.nodes).toEqual([{ action: 'hidePlayer' }]);
  // Her account is the club's secret.
  expect((await league.read(ask)).auditLog.nodes).toEqual([]);
});
