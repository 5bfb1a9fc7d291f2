import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReadmeRater } from '../../packages/rating/test/readme-rater.js';
import { databaseOfTest } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { runCommand } from '../support/run-command.js';
import { countRows } from '../support/service.js';
import { runOpenLadder, serviceOfTest } from '../support/service-process.js';
import { type Story, startStory, storyLeague } from '../support/story.js';

const RATING = fileURLToPath(new URL('../../packages/rating', import.meta.url));
const workplace = await newFolder();

/** A place outside of the repository, with the contract and other people's raters installed. */
beforeAll(async () => {
  await mkdir(join(workplace, 'node_modules/@openladder'), { recursive: true });
  await symlink(RATING, join(workplace, 'node_modules/@openladder/rating'), 'dir');
  const { packageName, directory } = await writeReadmeRater(join(workplace, 'my-rater'));
  await symlink(directory, join(workplace, 'node_modules', packageName), 'dir');
});

/** Writes a module into the workplace. @returns its path */
async function writeModule(name: string, text: string): Promise<string> {
  const path = join(workplace, name);
  await writeFile(path, text);
  return path;
}

test('the rater of the page "Write a rater in 40 lines" is found by its package name, chosen by a league, and rates to the bit', async () => {
  const database = await databaseOfTest();
  const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_RATERS: 'my-rater' };
  const service = await serviceOfTest({ cwd: workplace, env });
  const admin = service.as(service.adminToken!);
  const { ratingSystem } = await admin.get('{ ratingSystem(key: "my-rater") { title defaultSettings } }');
  expect(ratingSystem).toEqual({ title: 'My Elo', defaultSettings: { k: 24, initialRating: 1500 } });
  const input = { slug: 'elo', name: 'Elo', ratingSystem: 'my-rater', settings: { k: 64 } };
  await admin.mutate('createLeague', input);
  const league = storyLeague(admin, 'elo');
  await league.play('ann beats ben');
  await league.play('ben beats cid', 'cid draws ann', 'ann beats ben');
  expect((await service.end('SIGTERM')).status).toBe(0);
  expect(await runCommand(['verify'], { cwd: workplace, env })).toMatchObject({ status: 0 });
});

/** A rater that is fine as long as nobody of the name in question plays: ids are all that it knows of players. */
const FAULTY = `
const schema = (properties = {}) => ({ type: 'object', additionalProperties: false, properties });
const kept = [];
const rater = (key, faults = {}, more = {}) => ({
  key, version: '1.0.0', title: key, summary: 'For tests.', source: 'None.', settings: schema(),
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 0, games: [] }),
  rate: (match, states, settings) => {
    // The third match of a player is where faults begin.
    const [own] = [...states.values()];
    if (own.games.length >= 2 && faults.rate) return faults.rate(match, states, settings);
    return new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
      const { points, games } = states.get(player);
      const opponent = match.sides[1 - side].participants[0].player;
      const delta = placement === 1 ? 1 : -1;
      const contribution = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual: placement === 1 ? 1 : 0, weight: 1, delta };
      return [player, { state: { points: points + delta, games: [...games, match.playedAt] }, contributions: [contribution] }];
    }));
  },
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: () => [0.5, 0.5],
  ...more,
});
const plain = rater('plain');

export default [
  plain,
  rater('throws', { rate: () => { throw new Error('out of luck'); } }),
  rater('explains', {}, { adjustments: () => [{ reason: 'home', points: 0 }], explain: (line, settings, locale) => 'In ' + locale + '.' }),
  rater('cannot-explain', {}, { adjustments: () => { throw new Error('lost my notes'); }, explain: () => { throw new Error('no words'); } }),
  rater('cannot-say', {}, {
    settings: schema({ silent: { type: 'boolean', default: false, description: 'Whether to say nothing.' } }),
    formats: ({ silent }) => {
      if (silent) throw new Error('not a word');
      return { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 };
    },
  }),
  rater('cannot-predict', {}, { predict: () => { throw new Error('no crystal ball'); } }),
  rater('ponders', {}, { rate: (...match) => {
    for (const end = performance.now() + 30; performance.now() < end; );
    return plain.rate(...match);
  } }),
  rater('cannot-foresee', {}, {
    predict: () => { throw new Error('no crystal ball'); },
    restore: { needs: 'all', from: (lines) => ({ points: lines.at(-1).after.value, games: lines.map(({ playedAt }) => playedAt) }) },
  }),
];
`;

describe('a rater that breaks its contract', () => {
  let story: Story;

  beforeAll(async () => {
    const path = await writeModule('faulty.mjs', FAULTY);
    story = await startStory({ env: { OPENLADDER_RATERS: path } });
  });
  afterAll(() => story.stop());

  test('its match is refused, and the league and others go on', async () => {
    const [league, neighbour] = [await story.league('throws', 'throws'), await story.league('beside', 'plain')];
    await league.play('ann beats ben', 'ann beats ben');
    const everything = 'matchCount standings { nodes { player { handle } rating { value display matchesPlayed } } }';
    const [board, rows] = [await league.read(everything), await countRows(story)];
    const bad = league.match('ann beats ben');
    const [rejected] = await league.submit([bad]);
    expect(rejected).toEqual({
      __typename: 'MatchRejected',
      externalId: bad.externalId,
      error: {
        __typename: 'RaterFailedError',
        code: 'RATER_FAILED',
        message: expect.stringMatching(/out of luck/),
        path: ['input', 'matches', '0'],
      },
    });
    expect(await league.read(everything)).toEqual(board);
    expect(await countRows(story)).toEqual(rows);

    // Among others in one batch it is refused alone; a stranger of a refused match is not made.
    const batch = [league.match('cid beats dan'), league.match('ann beats stranger'), league.match('dan beats cid')];
    const fates = await league.submit(batch);
    expect(fates.map((fate) => fate.__typename)).toEqual(['MatchAccepted', 'MatchRejected', 'MatchAccepted']);
    expect((await story.admin.get('{ player(handle: "stranger") { id } }')).player).toBeNull();
    await neighbour.play('ann beats ben', 'ann beats ben', 'ann beats ben');
  });

  test.each([
    ['plain', [], 'Beat an opponent rated 0.0 (expected score 0.50): +1.0, to 1.0.'],
    ['explains', [{ reason: 'home', points: 0 }], 'In en.'],
    ['cannot-explain', [], 'Beat an opponent rated 0.0 (expected score 0.50): +1.0, to 1.0.'],
  ])('%s: a change is explained, in its words or in ours', async (key, adjustments, explanation) => {
    const league = await story.league(`told-${key}`, key, { played: ['ann beats ben'] });
    const query = 'rating(player: "ann") { history(first: 1) { nodes { adjustments { reason points } explanation } } }';
    expect((await league.read(query)).rating.history.nodes).toEqual([{ adjustments, explanation }]);
  });

  test('a failed prediction is reported as a fault of the rater, and not as ours, beside the rest of the league', async () => {
    await story.league('blind', 'cannot-predict', { played: ['ann beats ben'] });
    const query =
      '{ league(slug: "blind") { matchCount prediction(sides: [["ann"], ["ben"]]) { sides { winProbability } } } }';
    const { data, errors } = await story.anonymous.ask(query);
    expect(data).toEqual({ league: { matchCount: 1, prediction: null } });
    expect(errors).toMatchObject([
      {
        message: 'cannot-predict 1.0.0 failed in predict: no crystal ball',
        path: ['league', 'prediction'],
        extensions: { code: 'RATER_FAILED' },
      },
    ]);
    const page = await fetch(`${story.url}/l/blind/vs/ann/ben`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('cannot predict this match');
    expect(text, 'their record').toMatch(/1 : 0/);
  });

  test('a match that it cannot have predicted has its page and its picture, without chances', async () => {
    const league = await story.league('unforeseen', 'cannot-foresee', { played: ['ann beats ben'] });
    const match = (await league.read('matches(first: 1) { nodes { externalId } }')).matches.nodes[0];
    const address = `${story.url}/l/unforeseen/m/${match.externalId}`;
    const page = await fetch(address);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('+1.0')]);
    expect((await fetch(`${address}/card.png`)).status).toBe(200);
    expect((await fetch(`${story.url}/oembed?url=${encodeURIComponent(address)}`)).status).toBe(200);
  });

  test('a slow replay is waited for, although it locks the league for longer than a transaction may be idle', async () => {
    const league = await story.league('slow', 'plain');
    await league.play(...Array.from({ length: 400 }, () => 'ann beats ben'));
    const input = { league: 'slow', ratingSystem: 'ponders', settings: {}, reason: 'to see' };
    const begin = performance.now();
    await story.admin.mutate('configureRatingSystem', input);
    expect(performance.now() - begin).toBeGreaterThan(10_000);
  }, 120_000);

  test('matches of newcomers that it rates in time are stored, and the others can be sent again', async () => {
    const league = await story.league('new', 'ponders');
    const batch = Array.from({ length: 180 }, (_, n) => league.match(`left${n} beats right${n}`));
    const fates = await league.submit(batch);
    const left = batch.filter((_, n) => fates[n]!.__typename === 'MatchRejected');
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(100);
    const refused = {
      error: { code: 'RATER_FAILED', message: expect.stringMatching(/did not come to this match; send it again$/) },
    };
    expect(fates.filter(({ __typename }) => __typename === 'MatchRejected')).toMatchObject(left.map(() => refused));
    const again = await league.submit(left);
    expect(new Set(again.map(({ __typename }) => __typename))).toEqual(new Set(['MatchAccepted']));
  }, 120_000);

  test('undeclared formats are empty, and the league can be read', async () => {
    const league = await story.league('silent', 'cannot-say', { settings: { silent: true } });
    expect(await league.read('slug ratingSystem { formats { minSides maxPlayersPerSide } }')).toEqual({
      slug: 'silent',
      ratingSystem: { formats: { minSides: 0, maxPlayersPerSide: 0 } },
    });
  });
});

test('an invalid plug-in stops the start with one line that names it', async () => {
  const { status, stdout, stderr } = await runOpenLadder(['serve'], {
    cwd: workplace,
    env: { OPENLADDER_DATA_DIR: join(workplace, 'never'), OPENLADDER_RATERS: 'no-such-rater' },
  });
  expect([status, stdout]).toEqual([1, '']);
  const reason = "could not be loaded: Cannot find module 'no-such-rater'";
  expect(stderr.trim().split('\n')).toEqual([`OPENLADDER_RATERS: "no-such-rater" ${reason}`]);
});
