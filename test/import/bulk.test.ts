import { setTimeout } from 'node:timers/promises';
import { defineRater, type Rater, RaterFault } from '@openladder/rating';
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { importMatches } from '../../services/api/dist/import/import-matches.js';
import { type Reading, RefusalLog, type RefusedReading } from '../../services/api/dist/import/reading.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { expectAllHolds, match, openLeague, usePlatform } from '../support/platform.js';

const platform = usePlatform();

/** Few enough to be quick, and enough to be written in bulk. */
const MATCHES = 6_000;
const TOMORROW = new Date(Date.now() + 86_400_000);
/** So few are submitted in batches. */
const FEW = 1;

type MatchOfFile = Extract<Reading, { kind: 'match' }>['submission'];

/** A file of duels that keep meeting new players. */
async function* readings(
  change: (submission: MatchOfFile, line: number) => MatchOfFile | null,
): AsyncGenerator<Reading> {
  for (let line = 1; line <= MATCHES; line++) yield readingOf(line, change);
}

function readingOf(line: number, change: (submission: MatchOfFile, line: number) => MatchOfFile | null): Reading {
  const [one, other] = [line % 97, 100 + (line % Math.ceil(line / 20))];
  const submission = change(match(Math.floor(line / 5), `p${one} ${line % 3 ? 'beats' : 'draws'} p${other}`), line);
  return submission
    ? { kind: 'match', line, submission }
    : { kind: 'refused', line, field: 'row', rule: 'ROW_CELLS', parameters: { columns: 4, count: 3 }, value: '' };
}

const asItIs = (submission: MatchOfFile, line: number) => ({ ...submission, externalId: `m-${line}` });

async function imported(slug: string, expected: number, change = asItIs as Parameters<typeof readings>[0]) {
  const refused: RefusedReading[] = [];
  const log = new RefusalLog((refusal) => refused.push(refusal));
  const counts = await importMatches(platform.app, slug, () => readings(change), expected, log, { batchSize: 250 });
  return { counts, refused: refused.sort((a, b) => a.line - b.line) };
}

const transactions = async (slug: string) => {
  const [row] = await platform.sql(
    `SELECT count(DISTINCT match.xmin::text)::integer AS count FROM match JOIN league ON league.id = league_id WHERE slug = '${slug}'`,
  );
  return Number(row!.count);
};

const contents = async (slug: string) => ({
  board: await platform.sql(
    `SELECT player.handle, value, deviation, score, is_provisional, matches_played, wins, draws, losses, peak, last_played_at
     FROM rating JOIN player ON player.id = player_id JOIN league ON league.id = league_id WHERE slug = '${slug}' ORDER BY 1`,
  ),
  log: await platform.sql(
    `SELECT sequence, external_id, played_at, player_ids, guests, content_hash FROM match JOIN league ON league.id = league_id
     WHERE slug = '${slug}' ORDER BY 1`,
  ),
  counts: await platform.sql(
    `SELECT match_count, player_count, last_sequence, rated_through, journal_bytes, revision FROM league WHERE slug = '${slug}'`,
  ),
});

test('a file that is written in bulk leaves the same log, ratings and refusals as its batches', async () => {
  const odd = (submission: MatchOfFile, line: number): MatchOfFile | null => {
    const own = asItIs(submission, line);
    const [first, ...others] = own.sides;
    const as = (player: string) => ({ ...own, sides: [{ ...first!, participants: [{ player }] }, ...others] });
    if (line % 1000 === 1) return null;
    if (line % 1000 === 2) return as(`\u0440aul-${line}`);
    if (line % 1000 === 3) return as(others[0]!.participants[0]!.player);
    if (line % 1000 === 4) return { ...own, playedAt: TOMORROW };
    if (line % 1000 === 5) return as(line < 1000 ? 'look-alike-1' : 'look-alike-l');
    if (line === 3007) return { ...own, externalId: 'm-3006' };
    return line % 1000 === 6
      ? { ...own, sides: [{ ...first!, participants: [{ player: 'guest', isGuest: true }] }, ...others] }
      : own;
  };
  for (const slug of ['bulk', 'batches'])
    await createLeague(platform.app, COMMAND_LINE, {
      slug,
      name: slug,
      ratingSystem: 'timed-glicko',
      visibility: 'PRIVATE',
    });
  const batches = await imported('batches', FEW, odd);
  const bulk = await imported('bulk', MATCHES, odd);
  expect(bulk).toEqual(batches);
  expect(new Set(bulk.refused.map(({ rule }) => rule)).size).toBeGreaterThan(4);
  expect(await contents('bulk')).toEqual(await contents('batches'));
  expect(await transactions('batches')).toBe(MATCHES / 250);
  expect(await transactions('bulk')).toBeLessThan(5);
  await expectAllHolds(platform.app);

  const again = await imported('bulk', MATCHES, odd);
  expect(again.counts).toEqual({ accepted: 0, replayed: bulk.counts.accepted + bulk.counts.replayed });
});

test('a file with very many refused rows is stored in several steps, so that their refusals are not all in memory', async () => {
  await openLeague(platform.app, 'refused', 'timed-glicko');
  const [odd, bad] = [52_000, { kind: 'refused', field: 'row', rule: 'ROW_CELLS', parameters: {}, value: '' } as const];
  const read = async function* () {
    for (let line = 1; line <= MATCHES; line++) {
      yield readingOf(line, asItIs);
      if (line === MATCHES / 2) for (let row = 0; row < odd; row++) yield { ...bad, line };
    }
  };
  const log = new RefusalLog();
  const counts = await importMatches(platform.app, 'refused', read, MATCHES, log, {});
  expect({ ...counts, refused: log.count }).toEqual({ accepted: MATCHES, replayed: 0, refused: odd });
  expect(await transactions('refused')).toBe(2);
  await expectAllHolds(platform.app, ['refused']);
});

test('matches that bots submit during an import count, and do not wait for its end', async () => {
  await openLeague(platform.app, 'played', 'timed-glicko');
  let isAnswered = false;
  let lines = MATCHES;
  /** A file that goes on until the bot has its answers. */
  const read = async function* () {
    for (let line = 1; line <= lines; line++) {
      if (line === lines && !isAnswered) lines++;
      if (line === 50_000) throw new Error('the bot waits for the end');
      yield readingOf(line, asItIs);
      if (line % 250 === 0) await setTimeout(isAnswered ? 0 : 100);
    }
  };
  const refused: RefusedReading[] = [];
  const log = new RefusalLog((refusal) => refused.push(refusal));
  const importing = importMatches(platform.app, 'played', read, MATCHES, log, { batchSize: 250 });
  const submitted = 5;
  try {
    for (let n = 0; n < submitted; n++) {
      const sent = match(20_000, `p${n} beats stranger-${n}`);
      const playedAt = new Date(Date.UTC(2026, 0, 1) + n * 1000);
      const batch = [{ ...sent, externalId: `bot-${n}`, playedAt }];
      const [result] = await submitMatches(platform.app, COMMAND_LINE, 'played', batch);
      expect(result).toMatchObject({ kind: 'accepted', replayed: false });
    }
  } finally {
    isAnswered = true;
  }
  expect(await importing).toEqual({ accepted: lines, replayed: 0 });
  expect(refused).toEqual([]);
  expect((await contents('played')).counts).toMatchObject([{ match_count: lines + submitted }]);
  await expectAllHolds(platform.app, ['played']);
});

test('a match that makes the rater fail is refused alone, wherever it is in the file', async () => {
  const { batch: _, ...plain } = platform.app.raters.get('zonestats')!;
  const picky = defineRater({
    ...plain,
    key: 'picky',
    rate: (played, states, settings) => {
      if (played.weight === 13) throw new RaterFault('unlucky');
      return plain.rate(played, states, settings);
    },
  });
  (platform.app.raters as Map<string, Rater>).set(picky.key, picky);
  await openLeague(platform.app, 'picky', 'picky');
  const { counts, refused } = await imported('picky', MATCHES, (submission, line) => ({
    ...asItIs(submission, line),
    ...(line === 4321 && { weight: 13 }),
  }));
  expect(refused).toMatchObject([{ line: 4321, rule: 'RATER_FAILED' }]);
  expect(counts).toEqual({ accepted: MATCHES - 1, replayed: 0 });
});

test.for([1, 501, 1_510, 2_100, 5_999])(
  'a file whose reading ends at row %i leaves the earlier matches rated, and the league accepts matches',
  async (row) => {
    const slug = `ends-${row}`;
    await openLeague(platform.app, slug, 'timed-glicko');
    const stopped = imported(slug, MATCHES, (submission, line) => {
      if (line === row) throw new Error('the file is gone');
      return asItIs(submission, line);
    });
    await expect(stopped).rejects.toThrow('the file is gone');
    for (let n = 1; n <= 8; n++) {
      const playedAt = new Date(Date.UTC(2026, 0, n));
      const sent = [{ ...match(n, 'ann beats ben'), externalId: `after-${n}`, playedAt }];
      expect(await submitMatches(platform.app, COMMAND_LINE, slug, sent)).toMatchObject([{ kind: 'accepted' }]);
    }
    await expectAllHolds(platform.app, [slug]);
  },
);
