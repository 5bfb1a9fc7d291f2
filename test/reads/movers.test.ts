import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'moving', ratingSystem: 'elo' });
const at = (hours: number) => new Date(OPENING + hours * HOUR).toISOString();

const MOVERS = `movers(since: "${at(6)}", first: 10) { player { handle } value change(since: "${at(6)}") }`;
const UPSETS = `upsets(since: "${at(6)}", first: 10) { player { handle } match { externalId } expectedScore actualScore result }`;
const movers = async () => (await league.read(MOVERS)).movers.map(({ player }: Row) => player.handle);
const upsets = async () => (await league.read(UPSETS)).upsets.map(({ match }: Row) => match.externalId);

beforeAll(async () => {
  // Six matches before the time, which make ann strong and dan weak.
  await league.play(...['ben', 'cid', 'dan', 'ben', 'cid', 'dan'].map((other) => `ann beats ${other}`));
  await league.play('dan beats ann', 'ben beats ann', 'cid draws ben', 'ann beats cid', 'eve beats ann');
});

test('movers are the players who gained points since a time, the largest gain first', async () => {
  const { movers: found } = await league.read(MOVERS);
  const now = await league.read(`standings(first: 10, includeProvisional: true) { nodes { player { handle } rating {
    value history(to: "${at(6)}", first: 1) { nodes { after { value } } } change(since: "${at(6)}") } } }`);
  const expected = now.standings.nodes
    .filter(({ rating }: Row) => rating.history.nodes.length > 0)
    .map((node: Row) => {
      const { value, history } = node.rating;
      return { player: node.player, value, change: value - history.nodes[0].after.value };
    });
  expect(found).toEqual(expected.filter(({ change }: Row) => change > 0).sort((a: Row, b: Row) => b.change - a.change));
  expect(await movers()).toEqual(['dan', 'ben']);
  const changes = new Map(now.standings.nodes.map((node: Row) => [node.player.handle, node.rating.change]));
  // Eve had no value then.
  expect(changes.get('eve')).toBeNull();
  expect(changes.get('ann')).toBeLessThan(0);
});

test('a change as of a past moment is compared within that past', async () => {
  const { rating } = await league.read(
    `rating(player: "dan", at: "${at(5)}") { none: change(since: "${at(9)}") some: change(since: "${at(4)}") value }`,
  );
  expect(rating.none).toBe(0);
  expect(rating.some).toBeLessThan(0);
});

test('upsets are the wins with the least expected results, each match once', async () => {
  expect(await upsets()).toEqual(['moving-7', 'moving-8', 'moving-11']);
  const { upsets: found } = await league.read(UPSETS);
  expect(found.map(({ player }: Row) => player.handle)).toEqual(['dan', 'ben', 'eve']);
  const chances = found.map(({ expectedScore }: Row) => expectedScore);
  expect(chances).toEqual(chances.toSorted((a: number, b: number) => a - b));
  for (const { expectedScore, actualScore, result } of found) {
    expect(expectedScore).toBeLessThan(0.5);
    expect([actualScore, result]).toEqual([1, 'WIN']);
  }
});

test('a win shows its rank among the unexpected results until then, regardless of later ones', async () => {
  const { matches } = await league.read('matches(first: 20) { nodes { externalId upset { expected place among } } }');
  const found = new Map<string, { expected: number; place: number; among: number } | null>(
    matches.nodes.map(({ externalId, upset }: Row) => [externalId, upset]),
  );
  const { upsets: all } = await league.read(UPSETS);
  expect(found.get('moving-7')).toEqual({ expected: all[0].expectedScore, place: 1, among: 7 });
  expect(found.get('moving-8')).toEqual({ expected: all[1].expectedScore, place: 2, among: 8 });
  expect(found.get('moving-11')).toEqual({ expected: all[2].expectedScore, place: 3, among: 11 });
  // The first win was as likely as a loss, the ninth match was drawn, and the tenth was won by the favourite.
  expect(['moving-1', 'moving-9', 'moving-10'].map((id) => found.get(id))).toEqual([null, null, null]);
});

test('changes of a whole board take one statement', async () => {
  const sent = await sentStatements(
    () =>
      league.read(`standings(first: 10, includeProvisional: true) { nodes { rating { change(since: "${at(6)}") } } }`),
    /rating_change/,
  );
  expect(sent).toHaveLength(1);
});

test('records show the players with the highest peak, the most matches and the most wins', async () => {
  const held = 'player { handle } peak matchesPlayed wins';
  const { records, standings } = await league.read(
    `records { highestPeak { ${held} } mostMatches { ${held} } mostWins { ${held} } } standings(first: 10) { nodes { rating { ${held} } } }`,
  );
  type Held = { player: object; peak: number; matchesPlayed: number; wins: number };
  const best = (value: (rating: Held) => number) =>
    standings.nodes.map(({ rating }: { rating: Held }) => rating).sort((a: Held, b: Held) => value(b) - value(a))[0];
  expect(records).toEqual({
    highestPeak: best(({ peak }) => peak),
    mostMatches: best(({ matchesPlayed }) => matchesPlayed),
    mostWins: best(({ wins }) => wins),
  });
});

test('of several players with the same record, the first one who is not hidden holds it', async () => {
  const even = await story.league('even', 'elo', { played: ['ann draws ben', 'cid draws dan'] });
  const held = async () => {
    const { records } = await even.read(
      'records { highestPeak { player { handle } } mostMatches { player { handle } } mostWins { player { handle } } }',
    );
    return Object.values<{ player: { handle: string } } | null>(records).map((rating) => rating?.player.handle);
  };
  expect(await held()).toEqual(['ann', 'ann', undefined]);
  await story.admin.mutate('hidePlayer', { league: 'even', player: 'ann', reason: 'asked for it' });
  expect(await held()).toEqual(['ben', 'ben', undefined]);
  await even.play('dan beats ann');
  expect(await held()).toEqual(['dan', 'dan', 'dan']);
  await even.play('cid beats ann');
  expect((await held()).slice(1)).toEqual(['cid', 'cid']);
});

test('a page reads the board once after a match, for the records and for the reasons of missing ranks', async () => {
  const unranked = await story.league('unranked', 'elo', { minMatches: 9, played: ['ann beats ben'] });
  const ask = () => unranked.read('nobodyRanked { reason mostMatches } records { mostMatches { matchesPlayed } }');
  const sent = await sentStatements(
    async () =>
      expect(await ask()).toEqual({
        nobodyRanked: { reason: 'TOO_FEW_MATCHES', mostMatches: 1 },
        records: { mostMatches: { matchesPlayed: 1 } },
      }),
    /max\(|ORDER BY matches_played/,
  );
  expect(sent).toHaveLength(1);
});

test('a league without matches has no records', async () => {
  const none = await story.league('none', 'elo');
  expect(await none.read('records { highestPeak { value } mostMatches { value } mostWins { value } }')).toEqual({
    records: { highestPeak: null, mostMatches: null, mostWins: null },
  });
});

test('a void match, a merged player and a hidden one take effect at once', async () => {
  const { match } = await league.read('match(externalId: "moving-7") { id }');
  await story.admin.mutate('voidMatch', { match: match.id, expectedVersion: 1, reason: 'not played' });
  expect(await upsets()).toEqual(['moving-8', 'moving-11']);
  const upsetOf = async (id: string) =>
    (await league.read(`match(externalId: "${id}") { upset { place among } }`)).match;
  expect([await upsetOf('moving-7'), await upsetOf('moving-8')]).toEqual([
    { upset: null },
    { upset: { place: 1, among: 7 } },
  ]);
  expect(await movers()).toEqual(['ben']);
  await league.play('old_ben beats ann');
  await story.admin.mutate('mergePlayers', { league: 'moving', player: 'old_ben', into: 'ben', reason: 'one person' });
  expect((await upsets()).toSorted()).toEqual(['moving-11', 'moving-12', 'moving-8']);
  await story.admin.mutate('hidePlayer', { league: 'moving', player: 'ben', reason: 'asked for it' });
  expect(await upsets()).toEqual(['moving-11']);
  expect(await upsetOf('moving-8')).toEqual({ upset: null });
  expect(await movers()).toEqual([]);
});

test('a race with too many players to store their contributions does not hide other upsets', async () => {
  const races = await story.league('races', 'elo', { played: ['ann beats ben', 'ann beats ben', 'ben beats ann'] });
  const field = Array.from({ length: 142 }, (_, place) => ({
    placement: place + 1,
    participants: [{ player: `runner-${place}` }],
  }));
  await races.play(races.match(field), 'ben beats ann');
  const { upsets: found } = await races.read(`upsets(since: "${at(0)}") { match { externalId } }`);
  expect(found).toEqual([{ match: { externalId: 'races-3' } }, { match: { externalId: 'races-5' } }]);
});

test('an upset is found in every form of result', async () => {
  const forms = await story.league('forms', 'elo');
  await forms.play('ann beats ben', 'ann beats ben', 'cid beats dan', 'ann draws ben');
  const side = (player: string, result: object) => ({ ...result, participants: [{ player }] });
  const [first, second] = [{ placement: 1 }, { placement: 2 }];
  await forms.play(
    forms.match([side('ann', second), side('ben', first)]),
    forms.match([side('ann', { score: 1 }), side('ben', { score: 3 })]),
    forms.match([side('cid', second), side('ann', { placement: 3 }), side('dan', first)]),
  );
  const { upsets: found } = await forms.read(`upsets(since: "${at(0)}") { player { handle } match { externalId } }`);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      { player: { handle: 'ben' }, match: { externalId: 'forms-5' } },
      { player: { handle: 'ben' }, match: { externalId: 'forms-6' } },
      { player: { handle: 'dan' }, match: { externalId: 'forms-7' } },
    ]),
  );
});

test('the cache between matches equals a fresh read after any correction', async () => {
  const kept = await story.league('kept', 'elo');
  const day = (days: number) => new Date(OPENING + days * 24 * HOUR);
  const noon = (days: number) => ({ playedAt: new Date(day(days).getTime() + 12 * HOUR).toISOString() });
  await kept.play(kept.match('ann beats ben', noon(0)), kept.match('ann beats cid', noon(1)));
  await kept.play(kept.match('ben beats ann', noon(3)), kept.match('dan beats ann', noon(4)));
  let asked = 0;
  /** Nobody plays in the milliseconds before a day, so it means the same, and nothing is kept of it. */
  const before = (days: number) => new Date(day(days).getTime() - asked).toISOString();
  const read = async (since: string, days: string) =>
    kept.read(`movers(since: "${since}") { player { handle } value }
      upsets(since: "${since}") { player { handle } match { externalId } expectedScore } activity${days} { day count }
      records { highestPeak { player { handle } peak } mostMatches { player { handle } matchesPlayed } mostWins { player { handle } wins } } hasDraws`);
  /** By the whole board, who holds the records, and whether anybody has drawn. Players are known in the order of the alphabet. */
  const byBoard = async () => {
    const { standings } = await kept.read(
      'standings(first: 10, includeProvisional: true) { nodes { rating { player { handle } peak matchesPlayed wins draws isProvisional } } }',
    );
    const ratings: Row[] = standings.nodes.map(({ rating }: Row) => rating);
    const best = (figure: string, among = ratings) => {
      const [most] = among.toSorted((a, b) => b[figure] - a[figure] || a.player.handle.localeCompare(b.player.handle));
      return most && { player: most.player, [figure]: most[figure] };
    };
    const records = {
      highestPeak: best(
        'peak',
        ratings.filter(({ isProvisional }) => !isProvisional),
      ),
      mostMatches: best('matchesPlayed'),
      mostWins: best('wins'),
    };
    return { records, hasDraws: ratings.some(({ draws }) => draws > 0) };
  };
  const byChanges = async () => {
    const { calibration, matches } = await kept.read(`calibration { groups { expected scored count } }
      matches(first: 50) { nodes { sides { participants { ratingChange { contributions { expected actual } } } } } }`);
    const scores: Row[] = matches.nodes.flatMap(({ sides }: Row) =>
      sides.flatMap(({ participants: [own] }: Row) => own.ratingChange?.contributions ?? []),
    );
    const mean = (of: Row[], figure: string) =>
      expect.closeTo(of.reduce((sum, score) => sum + score[figure], 0) / of.length, 9);
    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      scores.filter(({ expected }) => Math.floor(expected * 10) === tenth),
    );
    const found = tenths
      .filter(({ length }) => length > 0)
      .map((of) => ({ expected: mean(of, 'expected'), scored: mean(of, 'actual'), count: of.length }));
    expect(calibration.groups).toEqual(found);
  };
  const byRanks = async (time: string) => {
    const { now, before } =
      await kept.read(`now: standings(first: 10) { nodes { rank player { handle } movement(since: "${time}") } }
      before: standings(first: 10, asOf: "${time}") { nodes { rank player { handle } } }`);
    const ranks = new Map<string, number>(before.nodes.map(({ rank, player }: Row) => [player.handle, rank]));
    for (const { rank, player, movement } of now.nodes) {
      expect(movement).toBe(ranks.has(player.handle) ? ranks.get(player.handle)! - rank : null);
    }
  };
  const answers: Row[] = [];
  const look = async () => {
    await byChanges();
    // Before most matches, at the time of two of them, and after all.
    for (const days of [2, 8.5, 20]) await byRanks(day(days).toISOString());
    const answer = await read(day(2).toISOString(), '');
    asked++;
    expect(answer).toEqual(await read(before(2), `(from: "${before(-300)}")`));
    expect(answer).toMatchObject(await byBoard());
    expect(answers.at(-1)).not.toEqual(answer);
    answers.push(answer);
  };
  const change = async (mutation: string, id: string, more: object = {}) => {
    await story.admin.mutate(mutation, { ...(await kept.correctable(id)), reason: 'a mistake', ...more });
  };
  await look();
  await kept.play(kept.match('cid beats dan', noon(4)));
  await look();
  await kept.play(kept.match('cid beats ann', noon(6)), kept.match('eve beats cid', noon(6)));
  await look();
  // Late, before and after the time.
  await kept.play(kept.match('dan beats cid', noon(1)));
  await look();
  await kept.play(kept.match('ben beats dan', noon(5)));
  await look();
  await change('voidMatch', 'kept-3');
  await look();
  await change('restoreMatch', 'kept-3');
  await look();
  await change('amendMatch', 'kept-2', { sides: kept.match('cid beats ann').sides });
  await look();
  await story.admin.mutate('hidePlayer', { league: 'kept', player: 'ben', reason: 'asked for it' });
  await look();
  await kept.play(kept.match('ben beats cid', noon(7)));
  await look();
  await story.admin.mutate('showPlayer', { league: 'kept', player: 'ben', reason: 'asked for it' });
  await look();
  await story.admin.mutate('mergePlayers', { league: 'kept', player: 'eve', into: 'dan', reason: 'one person' });
  await look();
  await kept.play(kept.match('ann beats dan', noon(8)));
  await look();
  await kept.play(kept.match('ann draws cid', { ...noon(8), externalId: 'drawn' }));
  await look();
  await change('voidMatch', 'drawn');
  await look();
  await story.admin.mutate('updateLeague', { league: 'kept', minMatches: 5 });
  await look();
});

test('a calibration counts as many races incrementally as a fresh one, however many players did not start', async () => {
  const absent = await story.league('absent', 'elo');
  const race = () =>
    absent.match(
      Array.from({ length: 20 }, (_, n) => ({
        ...(n < 10 ? { placement: n + 1 } : { status: 'DID_NOT_START' }),
        participants: [{ player: `r${n}` }],
      })),
    );
  const counted = async () => (await absent.read('calibration { matches }')).calibration.matches;
  await absent.play(...Array.from({ length: 60 }, race));
  const before = await counted();
  await absent.play(race(), race(), race());
  expect(await counted()).toBe(before);
});

test('the board of a time after the newest match is searched once while nothing is written', async () => {
  const ask = () => league.read(`standings(first: 9) { nodes { movement(since: "${at(900)}") } }`);
  const before = await ask();
  const again = async () => expect(await ask()).toEqual(before);
  expect(await sentStatements(again, /ISOLATION LEVEL/)).toEqual([]);
  await league.play('eve beats dan');
  expect(await sentStatements(ask, /ISOLATION LEVEL/)).not.toEqual([]);
});

test('they are read once for each version of a league, however often they are requested', async () => {
  const asked = `movers(since: "${at(1)}", first: 3) { player { handle } display }
    upsets(since: "${at(1)}", first: 3) { player { handle } delta match { externalId sides { name } } }`;
  const reading = /AS (active|listed)\b|'MATCHES_RATED'/;
  const answers: unknown[] = [];
  const ask = (like: RegExp) => sentStatements(async () => void answers.push(await league.read(asked)), like);
  expect(await ask(reading)).toHaveLength(2);
  // What the service does on its own reads no players.
  const { length } = await ask(/player_id/);
  // By then the operation is compiled.
  for (let use = 3; use <= 6; use++) await ask(/player_id/);
  expect((await ask(/player_id/)).length).toBeLessThanOrEqual(length);
  expect(await ask(reading)).toHaveLength(0);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  await league.play('dan beats ann');
  expect(await ask(reading)).toHaveLength(2);
  expect(answers.at(-1)).not.toEqual(answers[0]);
});
