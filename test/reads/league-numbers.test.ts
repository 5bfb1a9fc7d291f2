import { beforeAll, describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { sentStatements } from '../support/statements.js';
import { allPages, HOUR, OPENING, readAll, useLeague, useStory } from '../support/story.js';

interface LoggedMatch {
  readonly playedAt: string;
  readonly status: string;
  readonly sides: readonly { readonly participants: readonly { readonly player: { readonly handle: string } }[] }[];
}
let log: LoggedMatch[];

const story = useStory();
const league = useLeague(story, { slug: 'town', timeZone: 'America/Sao_Paulo' });
beforeAll(async () => {
  await playMany(league, 300, 17);
  await league.play(
    league.match('Ärmel beats arm'),
    league.match([
      { placement: 1, participants: [{ player: 'ARMIN' }, { player: 'guest', isGuest: true }] },
      { placement: 2, participants: [{ player: 'p1' }] },
    ]),
    league.match('p2 beats a_m', { playedAt: new Date(OPENING + 30 * HOUR).toISOString() }),
  );
  const { matches } = await league.read('matches(first: 100) { nodes { id } }');
  for (const at of [0, 7, 30]) {
    await story.admin.mutate('voidMatch', { match: matches.nodes[at].id, expectedVersion: 1, reason: 'x' });
  }
  await story.admin.mutate('mergePlayers', { league: 'town', player: 'a_m', into: 'arm', reason: 'x' });
  await story.admin.mutate('updatePlayer', { player: 'p16', handle: 'armada', reason: 'x' });
  await story.admin.mutate('registerPlayers', { league: 'town', players: ['armless'] });
  log = await readAll(league, 'matches', 'playedAt status sides { participants { player { handle } } }');
});

describe('a total count', () => {
  test.each([
    '',
    ', includeProvisional: true',
    ', around: "p3"',
    ', around: "nobody"',
    ', asOf: "2100-01-01T00:00:00Z"',
  ])('shows the number of places on the board (first: 3%s)', async (args) => {
    const { standings } = await league.read(`standings(first: 3${args}) { totalCount }`);
    const whole = args.includes('around') ? '' : args;
    expect(standings.totalCount).toBe((await league.board(`first: 100${whole}`)).length);
  });

  test('gives the number of places on a board', async () => {
    const asOf = `asOf: "${new Date(OPENING + 3 * HOUR).toISOString()}"`;
    const { standings } = await league.read(`standings(first: 1, ${asOf}) { totalCount }`);
    expect(standings.totalCount).toBe((await league.board(`first: 100, ${asOf}`)).length);
    const { standings: before } = await league.read(
      'standings(first: 1, asKnownAt: "1990-01-01T00:00:00Z") { totalCount }',
    );
    expect(before.totalCount).toBe(0);
  });

  const from = new Date(OPENING + 40 * HOUR).toISOString();
  const to = new Date(OPENING + 295 * HOUR).toISOString();
  const hasPlayed = (match: LoggedMatch, player: string) =>
    match.sides.some(({ participants }) => participants.some((one) => one.player.handle === player));
  test.each<[args: string, isCounted: (match: LoggedMatch) => boolean]>([
    ['', () => true],
    [', status: RATED', ({ status }) => status === 'RATED'],
    [', status: VOID', ({ status }) => status === 'VOID'],
    [`, from: "${from}"`, ({ playedAt }) => playedAt >= from],
    [
      `, from: "${from}", to: "${to}", status: RATED`,
      ({ playedAt, status }) => playedAt >= from && playedAt < to && status === 'RATED',
    ],
    [`, to: "${to}", status: VOID`, ({ playedAt, status }) => playedAt < to && status === 'VOID'],
    [', player: "p3"', (match) => hasPlayed(match, 'p3')],
    [', player: "p3", status: VOID', (match) => hasPlayed(match, 'p3') && match.status === 'VOID'],
    [
      `, player: "p3", from: "${from}", status: RATED`,
      (match) => hasPlayed(match, 'p3') && match.playedAt >= from && match.status === 'RATED',
    ],
    [', player: "guest"', (match) => hasPlayed(match, 'guest')],
    [', player: "arm"', (match) => hasPlayed(match, 'arm')],
    [', player: "nobody"', () => false],
  ])('shows the number of matches that pass the filters (first: 1%s)', async (args, isCounted) => {
    const { matches } = await league.read(`matches(first: 1${args}) { totalCount }`);
    expect(matches.totalCount).toBe(log.filter(isCounted).length);
  });

  test('gives the number of players and leagues that the caller may know', async () => {
    await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
    await story.admin.mutate('registerPlayers', { league: 'secret', players: ['hidden_armchair', 'arm'] });
    const bot = await story.bot(['matches:submit'], 'secret');
    const count = async (as: typeof bot, search: string) => {
      const { players, leagues } = await as.get(
        'query ($search: String) { players(first: 100, search: $search) { totalCount nodes { handle } } leagues(search: $search) { totalCount nodes { slug } } }',
        { search },
      );
      expect([players.totalCount, leagues.totalCount]).toEqual([players.nodes.length, leagues.nodes.length]);
      return [players.totalCount, leagues.totalCount];
    };
    for (const search of ['', 'arm', 'e', 'zzz']) {
      const [everybody, members, admins] = [
        await count(story.anonymous, search),
        await count(bot, search),
        await count(story.admin, search),
      ];
      expect(members).toEqual(admins);
      const hidden = search === 'zzz' ? 0 : 1;
      const secret = search === '' || search === 'e' ? 1 : 0;
      expect(everybody).toEqual([members[0]! - (search === 'zzz' ? 0 : hidden), members[1]! - secret]);
    }
  });
});

describe('the players of a league', () => {
  test.each([
    ['amrin', ['ARMIN']],
    ['XRMIN', ['ARMIN']],
    ['armles', ['armless']],
    ['geust', ['guest']],
    ['armel', ['Ärmel']],
    ['RMEL', ['Ärmel']],
    ['a_', []],
    ['a-m', ['arm']],
    ['arm', []],
    ['nobody', []],
    ['\\u0000rm', []],
  ])('are found by a name with a typing error: %s', async (name, handles) => {
    const { nearPlayers } = await league.read(`nearPlayers(name: "${name}") { handle }`);
    expect(nearPlayers.map(({ handle }: Row) => handle)).toEqual(handles);
  });

  const handles = async (args: string) =>
    (await league.read(`players(${args}) { totalCount nodes { handle } pageInfo { hasNextPage endCursor } }`)).players;

  test('are found by the beginning of their handles, whatever their case and accents', async () => {
    for (const search of ['arm', 'ARM']) {
      const { nodes, totalCount } = await handles(`search: "${search}"`);
      expect(nodes.map(({ handle }: Row) => handle)).toEqual(['arm', 'armada', 'ARMIN', 'armless', 'Ärmel']);
      expect(totalCount).toBe(5);
    }
    const found = async (search: string) => {
      const { nodes } = await handles(`search: "${search}"`);
      return nodes.map(({ handle }: Row) => handle);
    };
    expect(await found('ärme')).toEqual(['Ärmel']);
    expect(await found('guest'), 'guests too').toEqual(['guest']);
    expect(await found('a_m'), 'not those who count as others').toEqual([]);
    expect(await found('p16'), 'not by former names').toEqual([]);
    expect(await found('rmin'), 'not by what is in the middle').toEqual([]);
    expect(await found('\\u0000')).toEqual([]);
  });
});

describe('the calibration of a league', () => {
  interface Group {
    readonly expected: number;
    readonly scored: number;
    readonly count: number;
  }
  const calibration = 'calibration { matches since groups { expected scored count } }';

  /** From the changes of all matches, one by one. */
  async function fromChanges() {
    const groups = new Map<number, { expected: number; actual: number }[]>();
    const played: string[] = [];
    const changes = 'playedAt sides { participants { ratingChange { contributions { expected actual } } } }';
    for (const { playedAt, sides } of await readAll(league, 'matches', changes)) {
      for (const { ratingChange } of sides.flatMap(({ participants }: LoggedMatch['sides'][0]) => participants)) {
        if (!ratingChange) continue;
        if (ratingChange.contributions.length > 0) played.push(playedAt);
        for (const score of ratingChange.contributions) {
          const tenth = Math.min(Math.floor(score.expected * 10), 9);
          groups.set(tenth, [...(groups.get(tenth) ?? []), score]);
        }
      }
    }
    const mean = (values: number[]) => expect.closeTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
    return {
      since: played.toSorted()[0],
      groups: [...groups]
        .toSorted(([one], [other]) => one - other)
        .map(([, scores]) => ({
          expected: mean(scores.map(({ expected }) => expected)),
          scored: mean(scores.map(({ actual }) => actual)),
          count: scores.length,
        })),
    };
  }

  test('compares the scores of its matches with the expected ones, including voided matches, merges and guests', async () => {
    const { calibration: found } = await league.read(calibration);
    const { since, groups } = await fromChanges();
    expect(found).toMatchObject({ since, groups });
    expect(found.matches).toBe(log.filter(({ status }) => status === 'RATED').length);
    expect(found.groups.length).toBeGreaterThan(3);
  });

  test('is exact: if every score equals the expected one, the difference is 0', async () => {
    const fair = await story.league('fair', 'zonestats', { played: ['ann draws ben', 'ben draws ann'] });
    expect((await fair.read(calibration)).calibration).toMatchObject({
      matches: 2,
      groups: [{ expected: expect.closeTo(0.5, 9), scored: 0.5, count: 4 } satisfies Record<keyof Group, unknown>],
    });
  });

  test('continues beside a match with too many players to store their contributions', async () => {
    const mass = await story.league('mass', 'openskill');
    await mass.play('ann beats ben', Array.from({ length: 150 }, (_, n) => `m${n}`).join(' beats '), 'cid beats ann');
    expect((await mass.read(calibration)).calibration.matches).toBe(2);
  });

  test('is empty before the first match, and unavailable to strangers of a private league', async () => {
    const quiet = await story.league('quiet', 'zonestats', { visibility: 'PRIVATE' });
    expect((await quiet.read(calibration)).calibration).toEqual({ matches: 0, since: null, groups: [] });
    expect(await story.anonymous.get(`{ league(slug: "quiet") { ${calibration} } }`)).toEqual({ league: null });
  });
});

describe('the activity of a league', () => {
  const ofDay = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
  const days = (from = '', to = '9') => {
    const counts = new Map<string, number>();
    for (const { playedAt, status } of log) {
      if (status === 'VOID' || playedAt < from || playedAt >= to) continue;
      const day = ofDay.format(Date.parse(playedAt));
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    return [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1));
  };

  test('counts the matches of each day in its time zone', async () => {
    const { activity, lastMatchAt } = await league.read('activity { day count } lastMatchAt');
    expect(activity).toEqual(days());
    expect(activity.length).toBeGreaterThan(10);
    expect(lastMatchAt).toBe(
      log
        .filter(({ status }) => status === 'RATED')
        .map(({ playedAt }) => playedAt)
        .toSorted()
        .at(-1),
    );
  });

  test('is that of a window, which may cut days', async () => {
    const from = new Date(OPENING + 50 * HOUR).toISOString();
    const to = new Date(OPENING + 200.5 * HOUR).toISOString();
    const window = async (args: string) => (await league.read(`activity(${args}) { day count }`)).activity;
    expect(await window(`from: "${from}", to: "${to}"`)).toEqual(days(from, to));
    expect(await window(`from: "${from}"`)).toEqual(days(from));
    expect(await window(`to: "${to}"`)).toEqual(days('', to));
    expect(await window(`from: "${to}", to: "${from}"`)).toEqual([]);
    expect(await window('from: "2030-01-01T00:00:00Z", to: "2031-01-01T00:00:00Z"')).toEqual([]);
  });

  test('is that of days together, from the first day on', async () => {
    const from = new Date(OPENING - 12 * HOUR).toISOString();
    const { activity } = await league.read(`activity(from: "${from}", span: 7) { day count }`);
    const first = Date.parse(ofDay.format(Date.parse(from)));
    const weeks = new Map<string, number>();
    for (const { day, count } of days(from)) {
      const start = first + Math.floor((Date.parse(day) - first) / (168 * HOUR)) * 168 * HOUR;
      const named = new Date(start).toISOString().slice(0, 10);
      weeks.set(named, (weeks.get(named) ?? 0) + count);
    }
    expect(activity).toEqual([...weeks].map(([day, count]) => ({ day, count })));
    expect(activity.length).toBeGreaterThan(1);
  });

  test('follows the matches of its newest day, and corrections of them', async () => {
    const busy = await story.league('busy');
    const at = (minute: number) => new Date(Date.UTC(2021, 0, 1, 23, 50 + minute)).toISOString();
    const counted = async () => (await busy.read('activity { count }')).activity.map(({ count }: Row) => count);
    const play = (...minutes: number[]) =>
      busy.play(...minutes.map((minute) => busy.match('ann beats ben', { playedAt: at(minute) })));
    for (const [minutes, days] of [
      [[0], [1]],
      [[1], [2]],
      // The first at the same time as the newest.
      [[1, 2, 3], [5]],
    ] as const) {
      await play(...minutes);
      expect(await counted()).toEqual(days);
    }
    const [newest] = await play(4);
    await story.admin.mutate('voidMatch', { ...(await busy.correctable(newest!.externalId)), reason: 'x' });
    expect(await counted()).toEqual([5]);
    await play(5);
    expect(await counted()).toEqual([6]);
    await play(6, 12);
    expect(await counted()).toEqual([7, 1]);
    await play(13);
    expect(await counted()).toEqual([7, 2]);
    expect(await sentStatements(() => play(14).then(counted), /AS counted/), 'is not counted again').toEqual([]);
    await play(-5);
    expect(await counted()).toEqual([8, 3]);
  });

  test('is nothing before the first match', async () => {
    const empty = await story.league('empty');
    expect(await empty.read('activity { day } distribution { count } lastMatchAt')).toEqual({
      activity: [],
      distribution: [],
      lastMatchAt: null,
    });
  });
});

describe('the activity of a player', () => {
  const ofDay = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
  const read = async (player: string, args = '') =>
    (await league.read(`rating(player: "${player}") { activity${args} { day count } }`)).rating.activity;

  test.each(['p1', 'p2', 'arm', 'armada'])('counts the rated matches of %s by day in its time zone', async (player) => {
    const lines =
      (await story.sql(`SELECT played_at AS at FROM rating_change AS line JOIN player ON player.id = player_id
      WHERE handle = '${player}' AND generation = (SELECT generation FROM league WHERE slug = 'town')
      ORDER BY played_at, sequence`)) as { at: Date }[];
    const days = (from: number, to: number) => {
      const counts = new Map<string, number>();
      for (const { at } of lines.filter((line) => line.at.getTime() >= from && line.at.getTime() < to)) {
        counts.set(ofDay.format(at), (counts.get(ofDay.format(at)) ?? 0) + 1);
      }
      return [...counts].map(([day, count]) => ({ day, count }));
    };
    expect(lines.length).toBeGreaterThan(0);
    expect(await read(player)).toEqual(days(0, Infinity));
    const [from, to] = [OPENING + 50 * HOUR, OPENING + 200.5 * HOUR];
    const args = `(from: "${new Date(from).toISOString()}", to: "${new Date(to).toISOString()}")`;
    expect(await read(player, args)).toEqual(days(from, to));
  });

  test('covers the year before their newest match', async () => {
    await league.play(
      league.match('late beats later', { playedAt: '2020-02-01T12:00:00Z' }),
      league.match('late beats later', { playedAt: '2020-02-03T02:30:00Z' }),
      league.match('late beats later', { playedAt: '2020-02-03T03:30:00Z' }),
      league.match('later beats late', { playedAt: '2021-02-01T12:00:00Z' }),
    );
    expect(await read('late')).toEqual([
      { day: '2020-02-03', count: 1 },
      { day: '2021-02-01', count: 1 },
    ]);
    expect(await read('late', '(from: "2020-02-02T00:00:00Z")')).toHaveLength(3);
  });

  test.each(['%', 'rating(player: "p1") { % }'])('is refused for more than ten years: %s', async (around) => {
    const activity = 'activity(from: "2000-01-01T00:00:00Z", to: "2020-01-01T00:00:00Z") { day }';
    const error = await story.admin.fail(`{ league(slug: "town") { ${around.replace('%', activity)} } }`);
    expect(error.message).toMatch(/^from must be at most 3660 days before to, but they are 2000-01-01T/);
  });
});

test('a distribution counts every ranked player once, in intervals of equal width without gaps', async () => {
  const { distribution, standings } = await league.read(
    'distribution { value to count } standings(first: 100) { nodes { rating { value } } }',
  );
  const values: number[] = standings.nodes.map(({ rating }: Row) => rating.value);
  const [first, ...rest] = distribution as { value: number; to: number; count: number }[];
  let end = first!.to;
  for (const { value, to } of rest) {
    expect(value).toBe(end);
    expect(to - value).toBeCloseTo(first!.to - first!.value, 9);
    end = to;
  }
  expect(distribution.map(({ count }: Row) => count)).toEqual(
    distribution.map(({ value, to }: Row) => values.filter((one) => one >= value && one < to).length),
  );
  // Of a few players there are fewer than forty, and widths are 1, 2 or 5 times a power of ten.
  const wanted = 2 * Math.sqrt(values.length);
  expect(wanted).toBeLessThan(40);
  expect(distribution.length).toBeGreaterThan(wanted / 2.5);
  expect(distribution.length).toBeLessThanOrEqual(wanted + 2);
  expect([first!.count, rest.at(-1)!.count]).not.toContain(0);
});

test('leagues are listed by their newest match, page by page', async () => {
  const other = await story.league('a-later-one');
  await other.play(other.match('ann beats ben', { playedAt: '2022-01-01T00:00:00Z' }));
  const page = '{ nodes { slug } pageInfo { hasNextPage endCursor } }';
  const listed = await allPages(async (after) => {
    return (await story.admin.get(`{ leagues(first: 1, orderBy: ACTIVITY${after}) ${page} }`)).leagues;
  });
  expect(listed.map(({ slug }) => slug)).toEqual([
    'a-later-one',
    'town',
    'busy',
    'mass',
    'fair',
    'empty',
    'quiet',
    'secret',
  ]);
});
