import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { allPages, HOUR, type LoggedMatch, OPENING, useLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

let log: LoggedMatch[];

/** When the match of this number, from 1, was played. */
const timeOf = (match: number) => new Date(OPENING + (match - 1) * HOUR).toISOString();

const story = useStory();
const league = useLeague(story, 'chronicle');
beforeAll(async () => {
  log = await league.play(
    'ann beats ben',
    'cid beats ann',
    'ben beats cid',
    'ann draws cid',
    'ben beats dan',
    'ann beats dan',
    'dan beats ann',
  );
});

const HISTORY = `pageInfo { hasNextPage hasPreviousPage endCursor } nodes {
  match { externalId } player { handle } before { value deviation } after { value deviation } delta
  expectedScore actualScore revision result
  contributions { opponent { handle } opponentValue expected actual weight delta }
}`;

const history = async (args: string) =>
  (await league.read(`rating(player: "ann") { history(${args}) { ${HISTORY} } }`)).rating.history;

const matchesOf = (nodes: readonly { match: { externalId: string } }[]) =>
  nodes.map(({ match }) => Number(match.externalId.split('-').at(-1)));

describe('the history of a rating', () => {
  test('has a line for each match, newest first, each starting from the one before', async () => {
    const { nodes } = await history('first: 100');
    expect(matchesOf(nodes)).toEqual([7, 6, 4, 2, 1]);
    const results = nodes.map(({ result }: Row) => result);
    expect(results).toEqual(['LOSS', 'WIN', 'DRAW', 'LOSS', 'WIN']);
    for (const [index, line] of nodes.entries()) {
      expect(line.player.handle).toBe('ann');
      expect(line.before).toEqual(nodes[index + 1]?.after ?? { value: 500, deviation: null });
      expect(line.delta).toBe(line.after.value - line.before.value);
      expect(line.revision).toBe(1);
    }
    const { rating } = await league.read(
      'rating(player: "ann") { value matchesPlayed wins draws losses peak lastPlayedAt }',
    );
    expect(rating).toEqual({
      value: nodes[0].after.value,
      matchesPlayed: 5,
      wins: 2,
      draws: 1,
      losses: 2,
      peak: Math.max(...nodes.map((line: Row) => line.after.value)),
      lastPlayedAt: timeOf(7),
    });
  });

  test("shows each opponent's part, and the parts add up to the change", async () => {
    const { nodes } = await history('first: 1');
    const [{ contributions, delta, expectedScore, actualScore, before }] = nodes;
    const { rating: dan } = await league.read(
      'rating(player: "dan") { history(first: 1) { nodes { before { value } } } }',
    );
    const opponentValue = dan.history.nodes[0].before.value;
    const expected = 1 / (1 + Math.exp((opponentValue - before.value) / 120));
    expect(contributions).toEqual([
      {
        opponent: { handle: 'dan' },
        opponentValue,
        expected: expect.closeTo(expected, 12),
        actual: 0,
        weight: expect.any(Number),
        delta: expect.closeTo(delta, 9),
      },
    ]);
    expect([expectedScore, actualScore]).toEqual([contributions[0].expected, 0]);
  });

  test('is explained in the requested language, with all causes besides opponents', async () => {
    const explained = async (locale: string) =>
      (
        await league.read(`rating(player: "ann") { history(first: 1) { nodes {
          after { value } explanation${locale} adjustments { reason points } } } }`)
      ).rating.history.nodes[0];
    const { after, explanation, adjustments } = await explained('');
    expect(explanation).toMatch(
      /^Lost to an opponent rated [\d.]+ \(expected score 0\.\d+\): \u2212[\d.]+, to [\d.]+\.$/,
    );
    expect(explanation.split(' ').at(-1)).toBe(`${Number(after.value.toFixed(1))}.`);
    expect(adjustments).toEqual([]);
    expect((await explained('(locale: "de-CH")')).explanation).toMatch(/^Niederlage gegen einen Gegner mit Wertung /);
    expect((await explained('(locale: "fr")')).explanation).toMatch(/^Défaite contre un adversaire coté /);
    expect((await explained('(locale: "it")')).explanation).toBe(explanation);
    const refused =
      'rating(player: "ann") { history(first: 1) { nodes { explanation(locale: "the tongue of my fathers") } } }';
    expect(await story.anonymous.fail(`{ league(slug: "chronicle") { ${refused} } }`)).toMatchObject({
      message: expect.stringMatching(/^locale must be a language tag of at most 35 characters, .* but is "the tongue/),
    });

    // A win in five minutes against four who tie is capped.
    const capped = await story.league('capped');
    const tied = ['ben', 'cid', 'dan', 'eve'].map((player) => ({
      participants: [{ player, score: 4, minutesPlayed: 20 }],
    }));
    const sides = [{ participants: [{ player: 'ann', score: 5, minutesPlayed: 5 }] }, ...tied];
    await capped.submit([{ externalId: 'capped', playedAt: new Date(OPENING).toISOString(), sides }]);
    const parts = 'delta explanation adjustments { reason points } contributions { delta }';
    const { match } = await capped.read(
      `match(externalId: "capped") { sides { participants { player { handle } ratingChange { ${parts} } } } }`,
    );
    const { ratingChange } = match.sides[0].participants[0];
    expect(ratingChange).toEqual({
      delta: 10,
      explanation:
        'Beat all 4 opponents, where 2.0 were expected: +20.0. The limit of a match took back 10.0. In total: +10.0, to 510.0.',
      adjustments: [{ reason: 'cap', points: -10 }],
      contributions: Array(4).fill({ delta: 5 }),
    });
  });

  test('comes in pages without gaps and repetitions', async () => {
    const { nodes } = await history('first: 100');
    const read = await allPages(async (after) => {
      const page = await history(`first: 2${after}`);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== '');
      return page;
    });
    expect(read).toEqual(nodes);
  });

  test('from is included and to is not', async () => {
    expect(matchesOf((await history(`from: "${timeOf(2)}", to: "${timeOf(7)}"`)).nodes)).toEqual([6, 4, 2]);
    expect(matchesOf((await history(`from: "${timeOf(6)}"`)).nodes)).toEqual([7, 6]);
    expect(matchesOf((await history(`to: "${timeOf(2)}"`)).nodes)).toEqual([1]);
    expect(matchesOf((await history(`from: "${timeOf(7)}", to: "${timeOf(1)}"`)).nodes)).toEqual([]);
  });

  test('pages and times can be combined', async () => {
    const { pageInfo } = await history(`first: 1, to: "${timeOf(7)}"`);
    const next = await history(`first: 5, from: "${timeOf(2)}", to: "${timeOf(7)}", after: "${pageInfo.endCursor}"`);
    expect(matchesOf(next.nodes)).toEqual([4, 2]);
  });
});

describe('the log of a league', () => {
  const numbers = async (args: string) => {
    const { matches } = await league.read(`matches(${args}) { nodes { externalId } }`);
    return matchesOf(matches.nodes.map((match: Row) => ({ match })));
  };

  test('comes newest first, in pages without gaps and repetitions', async () => {
    expect(await numbers('first: 100')).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const page = '{ pageInfo { hasNextPage endCursor } nodes { externalId } }';
    const read = await allPages(async (after) => (await league.read(`matches(first: 3${after}) ${page}`)).matches);
    expect(matchesOf(read.map((match) => ({ match })))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('can be filtered by player, whatever the case of the handle', async () => {
    expect(await numbers('player: "BEN"')).toEqual([5, 3, 1]);
    expect(await numbers('player: "nobody"')).toEqual([]);
  });

  test('can be filtered by time and by status', async () => {
    expect(await numbers(`from: "${timeOf(3)}", to: "${timeOf(5)}"`)).toEqual([4, 3]);
    expect(await numbers(`player: "ann", from: "${timeOf(2)}", to: "${timeOf(7)}", status: RATED`)).toEqual([6, 4, 2]);
    expect(await numbers('status: VOID')).toEqual([]);
  });

  test('has each match under its external id, and none under others', async () => {
    const { match, none } = await league.read(
      `match(externalId: "chronicle-4") {
         id playedAt status version submittedBy league { slug }
         sides { name placement score participants { player { handle } isGuest score minutesPlayed } }
       }
       none: match(externalId: "CHRONICLE-4") { id }`,
    );
    const participant = (handle: string) => ({ player: { handle }, isGuest: false, score: null, minutesPlayed: null });
    expect(none).toBeNull();
    expect(match).toEqual({
      id: log[3]!.id,
      playedAt: timeOf(4),
      status: 'RATED',
      version: 1,
      submittedBy: 'OPENLADDER_ADMIN_TOKEN',
      league: { slug: 'chronicle' },
      sides: [
        { name: null, placement: 1, score: null, participants: [participant('ann')] },
        { name: null, placement: 1, score: null, participants: [participant('cid')] },
      ],
    });
  });
});

test('a match names its bot to everybody, and a token of an admin only to admins', async () => {
  const named = await story.league('named', 'elo', { played: ['ann beats ben'] });
  const bot = await story.bot(['matches:submit'], 'named');
  const reported = named.match('ben beats ann', { playedAt: timeOf(20) });
  await bot.mutate('submitMatches', { league: 'named', matches: [reported] });
  const names = async (client: typeof bot) => {
    const { league } = await client.get('{ league(slug: "named") { matches { nodes { submittedBy } } } }');
    return league.matches.nodes.map(({ submittedBy }: Row) => submittedBy);
  };
  const [botName] = await names(story.admin);
  expect(await names(story.admin)).toEqual([expect.any(String), 'OPENLADDER_ADMIN_TOKEN']);
  expect(await names(bot)).toEqual([botName, null]);
  expect(await names(await story.bot(['league:admin'], 'chronicle'))).toEqual([botName, null]);
  expect(await names(await story.bot(['league:admin'], 'named'))).toEqual([botName, 'OPENLADDER_ADMIN_TOKEN']);
});

describe('head to head', () => {
  const meeting = async (player: string, opponent: string) =>
    (
      await league.read(
        `headToHead(player: "${player}", opponent: "${opponent}") {
          player { handle } opponent { handle } matches wins draws losses lastPlayedAt
        }`,
      )
    ).headToHead;

  test('counts the same meetings from both sides', async () => {
    expect(await meeting('ann', 'cid')).toEqual({
      player: { handle: 'ann' },
      opponent: { handle: 'cid' },
      matches: 2,
      wins: 0,
      draws: 1,
      losses: 1,
      lastPlayedAt: timeOf(4),
    });
    expect(await meeting('Cid', 'ANN')).toMatchObject({ matches: 2, wins: 1, draws: 1, losses: 0 });
    expect(await meeting('ann', 'ANN')).toMatchObject({ matches: 0, wins: 0, lastPlayedAt: null });
  });

  test('does not count matches that they won together, and compares their sides in a crowd', async () => {
    const crowd = await story.league('crowd');
    await crowd.play(
      'ann+cid beats ben',
      'ann+ben beats cid+dan',
      'dan beats cid beats ann',
      'ann draws cid beats ben',
    );
    const read = async () =>
      (await crowd.read('headToHead(player: "ann", opponent: "cid") { matches wins draws losses lastPlayedAt }'))
        .headToHead;
    expect(await read()).toEqual({ matches: 3, wins: 1, draws: 1, losses: 1, lastPlayedAt: timeOf(4) });
    await crowd.play('ann beats cid');
    expect(await read()).toEqual({ matches: 4, wins: 2, draws: 1, losses: 1, lastPlayedAt: timeOf(5) });
  });

  test('a match of two players has their earlier meetings, the newest first, and other matches have none', async () => {
    const club = await story.league('meetings');
    await club.play(
      'ann+ben beats cid',
      'ann beats ben',
      'cid beats ann',
      'ann draws cid',
      'ann+cid beats ben',
      'cid beats ann',
    );
    const { matches } = await club.read('matches { nodes { playedAt earlierMeetings(first: 2) { playedAt } } }');
    const earlier = matches.nodes.map(({ playedAt, earlierMeetings }: Row) => [
      playedAt,
      (earlierMeetings as Row[]).map((one) => one.playedAt),
    ]);
    expect(earlier).toEqual(
      [[6, 4, 3], [5], [4, 3, 1], [3, 1], [2], [1]].map(([day, ...before]) => [timeOf(day!), before.map(timeOf)]),
    );
  });

  test('counts a merged handle as the player whose history it shares, even as a guest', async () => {
    const merged = await story.league('merged');
    const [winner, loser] = sidesOf('alt beats dan');
    await merged.play(
      'ann beats ben',
      'ben beats alt',
      merged.match([{ ...winner!, participants: [{ player: 'alt', isGuest: true }] }, loser!]),
    );
    const input = { league: 'merged', player: 'alt', into: 'ann', reason: 'one person' };
    await story.admin.mutate('mergePlayers', input);
    const meetings = async (player: string, opponent: string) =>
      (
        await merged.read(
          `headToHead(player: "${player}", opponent: "${opponent}") {
            player { handle } opponent { handle } matches wins losses
          }`,
        )
      ).headToHead;
    const ann = { handle: 'ann' };
    const ben = { player: ann, opponent: { handle: 'ben' }, matches: 2, wins: 1, losses: 1 };
    expect(await meetings('ann', 'ben')).toEqual(ben);
    expect(await meetings('alt', 'ben')).toEqual(ben);
    expect(await meetings('ben', 'alt')).toEqual({ ...ben, player: ben.opponent, opponent: ann });
    expect(await meetings('alt', 'dan')).toMatchObject({ player: ann, matches: 1, wins: 1 });
    expect(await meetings('alt', 'ann')).toMatchObject({ player: ann, opponent: ann, matches: 0 });
  });
});

interface Part {
  readonly opponent: { readonly handle: string };
  readonly delta: number;
}

test('only the requested number of the largest contributions comes, with the total number', async () => {
  const cup = await story.league('largest', 'elo');
  await cup.play('ann beats ben', 'ann beats ben', 'ann ben cid dan eve'.split(' ').join(' beats '));
  const CHANGE = `delta opponentCount all: contributions { opponent { handle } delta }
    two: contributions(largest: 2) { opponent { handle } delta } five: contributions(largest: 5) { delta }`;
  const { rating } = await cup.read(`rating(player: "eve") { history(first: 1) { nodes { ${CHANGE} } } }`);
  const [{ opponentCount, all, two, five }] = rating.history.nodes;
  expect([opponentCount, all.length, five.length]).toEqual([4, 4, 4]);
  const handles = two.map(({ opponent }: Part) => opponent.handle);
  const chosen = all.filter(({ opponent }: Part) => handles.includes(opponent.handle));
  expect([two.length, two]).toEqual([2, chosen]);
  const sizesOf = (parts: readonly Part[]) => parts.map(({ delta }) => Math.abs(delta));
  const left = all.filter((part: Part) => !chosen.includes(part));
  expect(Math.min(...sizesOf(chosen))).toBeGreaterThanOrEqual(Math.max(...sizesOf(left)));
  const none =
    '{ league(slug: "largest") { rating(player: "eve") { history { nodes { contributions(largest: 0) { delta } } } } } }';
  expect(await story.anonymous.fail(none)).toMatchObject({ message: 'largest must be 1 to 100, but is 0' });
});
