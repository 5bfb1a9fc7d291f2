import { execFile } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { match, openLeague, play, usePlatform } from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const platform = usePlatform();
beforeAll(async () => {
  await openLeague(platform.app, 'europe', 'timed-glicko');
  await openLeague(platform.app, 'asia', 'zonestats');
  await play(platform.app, 'europe', [match(1, 'ann beats ben'), match(2, 'ann beats ben')]);
});

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `openladder verify`. */
function verify(...args: string[]): Promise<Ended> {
  const program = new URL('../../services/api/bin/openladder.mjs', import.meta.url).pathname;
  const env = { ...process.env, OPENLADDER_DATABASE_URL: platform.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'verify', ...args], { env }, (error, output, errors) => {
      resolve({ status: error ? Number(error.code) : 0, output, errors });
    });
  });
}

test('a sound database is reported as such, with exit status 0', async () => {
  expect(await verify()).toEqual({
    status: 0,
    output: [
      'asia: 0 matches, 0 rating changes, 0 ratings: all hold',
      'europe: 2 matches, 4 rating changes, 2 ratings: all hold',
      'tokens and audit log: all hold',
      '',
    ].join('\n'),
    errors: '',
  });
});

test('a slug that no league has ends with 1', async () => {
  expect(await verify('urope')).toEqual({
    status: 1,
    output: '',
    errors: 'league must be the slug of a league, but is "urope"\n',
  });
});

test('where something is broken it says what, and ends with 1', async () => {
  await platform.sql(`UPDATE rating SET wins = 3 WHERE ${of('europe')} AND player_id = 1`);
  expect(await verify('europe')).toEqual({
    status: 1,
    output: [
      'europe: 2 matches, 4 rating changes, 2 ratings: 1 problem',
      '  Broken: the ratings are those of the replay, bit for bit',
      '    player 1, wins: expected 2, found 3',
      'tokens and audit log: all hold',
      '',
    ].join('\n'),
    errors: '',
  });
  expect((await verify('asia')).status).toBe(0);
});
