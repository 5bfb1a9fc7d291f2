import { beforeAll, expect, test } from 'vitest';
import { report } from '../../services/api/dist/cli/verify.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { match, openLeague, play, usePlatform } from '../support/platform.js';
import { runCommand } from '../support/run-command.js';
import { of } from '../support/small-leagues.js';

const platform = usePlatform();
beforeAll(async () => {
  await openLeague(platform.app, 'europe', 'zonestats');
  const games = Array.from({ length: 12 }, (_, day) => match(day, 'ann beats ben'));
  await play(platform.app, 'europe', games);
});

test('damage is reported by invariant, with the first ten places, and with expected and found values', async () => {
  await platform.sql(`UPDATE rating_change SET contributions[5] = '-0' WHERE ${of('europe')} AND sequence = 3`);
  await platform.sql(`UPDATE rating SET wins = 11, last_played_at = '2020-01-11T00:00:00Z', display = 'best'
                      WHERE ${of('europe')} AND player_id = 1`);
  await platform.sql(`UPDATE rating_change SET revision = 0 WHERE ${of('europe')} AND player_id = 2`);

  const verification = await verifyDatabase(platform.app, ['europe']);
  expect([...report(verification)]).toEqual([
    'europe: 12 matches, 24 rating changes, 2 ratings: 17 problems',
    '  Broken: the journal is the replay of the log, bit for bit',
    '    match 3, player 1, contribution 1, weight: expected 40, found -0',
    '    match 3, player 2, contribution 1, weight: expected 40, found -0',
    "  Broken: every line of the journal begins where the player's line before it ended",
    ...Array.from({ length: 10 }, (_, index) => `    match ${index + 1}, player 2, revision: expected 1, found 0`),
    '    and 2 more',
    '  Broken: the ratings are those of the replay, bit for bit',
    expect.stringMatching(/^ {4}player 1, display: expected \d{3}, found best$/),
    '    player 1, wins: expected 12, found 11',
    '    player 1, last played at: expected 2020-01-12T00:00:00.000Z, found 2020-01-11T00:00:00.000Z',
    'tokens and audit log: all hold',
  ]);
  expect(verification.leagues[0]!.problems[0]!.findings[0]).toEqual({
    invariant: 'journal',
    at: 'match 3, player 1, contribution 1, weight',
    expected: 40,
    found: -0,
  });
});

test('the report names the command that repairs a counter', async () => {
  await platform.sql(`UPDATE league SET last_sequence = 13 WHERE slug = 'europe'`);
  expect([...report(await verifyDatabase(platform.app, ['europe']))]).toContain(
    '    league europe, last sequence: expected 12, found 13; `openladder mend counters` repairs it',
  );
});

test('the command reports it, and ends with 1 if there is damage or no league has the slug', async () => {
  await openLeague(platform.app, 'asia', 'timed-glicko');
  const verify = (...slugs: string[]) =>
    runCommand(['verify', ...slugs], { env: { OPENLADDER_DATABASE_URL: platform.url } });
  const lines = [...report(await verifyDatabase(platform.app))];
  expect(await verify()).toEqual({ status: 1, stdout: `${lines.join('\n')}\n`, stderr: '' });
  expect(await verify('asia')).toEqual({
    status: 0,
    stdout: 'asia: 0 matches, 0 rating changes, 0 ratings: all hold\ntokens and audit log: all hold\n',
    stderr: '',
  });
  expect(await verify('urope')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'league must be the slug of a league, but is "urope"\n',
  });
});
