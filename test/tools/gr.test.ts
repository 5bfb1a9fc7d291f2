import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShell } from '../../packages/rater-performance/test/shell.js';
import { playMany } from '../support/big-league.js';
import { type StoryLeague, useStory } from '../support/story.js';

const shell = openShell();
/** The variables of the environment, as a shell takes them. */
let from: string;
const story = useStory();
beforeAll(async () => {
  from = `GR_URL=${story.url}/graphql`;
});
afterAll(async () => {
  shell.close();
});

/** Runs a command line that must succeed quietly. @returns what it printed */
async function printed(commandLine: string): Promise<string> {
  const { status, stdout, stderr } = await shell.run(commandLine);
  expect([status, stderr], commandLine).toEqual([0, '']);
  return stdout;
}

async function ratingOf(league: StoryLeague, player: string): Promise<number> {
  const { rating } = await league.read(`rating(player: "${player}") { value }`);
  return rating.value;
}

describe.each(['p2', 'p6', 'p8'])('in a performance league of %s', (variant) => {
  test('a history piped to the tool of that name gives the league rating', async () => {
    const league = await story.league(`of-${variant}`, 'performance', { settings: { variant } });
    await playMany(league, 600, 5);
    for (const player of ['p0', 'p4']) {
      const [rating] = (await printed(`${from} gr ${player} --league ${league.slug} | ${variant} --precise`)).split(
        ' ',
      );
      expect(Math.abs(Number(rating) - (await ratingOf(league, player)))).toBeLessThan(1e-6);
    }
  });
});

test('opponents without a rating count as in the league', async () => {
  const settings = { variant: 'p1', unratedOpponentRating: 1234 };
  const league = await story.league('unrated', 'performance', { settings, played: ['ann beats ben'] });
  expect(await printed(`${from} gr ann --league unrated`)).toBe('+1234 ben\n');
  expect(await printed(`${from} gr ann --league unrated | p1`)).toBe('Infinity\n');
  await league.play('ben beats ann');
  const [rating] = (await printed(`${from} gr ann --league unrated | p1 --precise`)).split(' ');
  expect(Math.abs(Number(rating) - (await ratingOf(league, 'ann')))).toBeLessThan(1e-6);
});

test('a game of many players is one line for each opponent', async () => {
  const league = await story.league('melee', 'performance', { settings: { multiplayer: 'pairwise' } });
  await league.play('ann beats ben+cid draws dan', 'ben beats ann draws cid', 'ann beats dan');
  expect((await printed(`${from} gr ann --league melee`)).trim().split('\n')).toHaveLength(6);
  const [rating] = (await printed(`${from} gr ann --league melee | p8 --precise`)).split(' ');
  expect(Math.abs(Number(rating) - (await ratingOf(league, 'ann')))).toBeLessThan(1e-6);
});

test('leagues of other raters have histories, the newest first, with days in fractions', async () => {
  const league = await story.league('glicko', 'timed-glicko');
  await league.play('ann beats ben', 'ann draws ben', 'cid beats ann');
  const [cid, again, first, ...rest] = (await printed(`${from} gr ANN --league glicko`)).trim().split('\n');
  expect(rest).toEqual([]);
  expect(cid).toBe('-1500 cid');
  expect(again).toMatch(/^=\d+\.\d+ ben 0\.041666666666666664$/);
  expect(first).toBe('+1500 ben 0.08333333333333333');
  expect(await printed(`${from} GR_LEAGUE=glicko gr cid | ra`)).toBe('1\n');
});

test('the league, the address and the token come from options before the environment', async () => {
  await story.league('secret', 'zonestats', { visibility: 'PRIVATE', played: ['ann beats ben'] });
  const wrong = 'GR_LEAGUE=glicko GR_URL=http://127.0.0.1:1/graphql GR_TOKEN=nonsense';
  const right = `--league=secret --url ${story.url}/graphql --token test-admin-token-long-enough`;
  expect(await printed(`${wrong} gr ${right} ann`)).toBe('+500 ben\n');
});

test.each([
  ['an unknown player', 'gr nobody --league glicko', /^gr: league glicko has no player "nobody"$/],
  ['an unknown league', 'gr ann --league nowhere', /^gr: there is no league "nowhere"; a private one needs a token$/],
  ['a private league', 'gr ann --league secret', /^gr: there is no league "secret"; a private one needs a token$/],
  [
    'a bad token',
    'gr ann --league secret --token bad-token-of-nobody',
    /refused the request: The Authorization header must be/,
  ],
  [
    'an unreachable service',
    'gr ann --league glicko --url http://127.0.0.1:65534/graphql',
    /cannot be reached: connect ECONNREFUSED/,
  ],
  [
    'a foreign page',
    'gr ann --league glicko --url $PAGE',
    /does not respond like an Open Ladder server|refused the request: /,
  ],
])('%s is an error of one line, and no game is printed', async (_, commandLine, message) => {
  const { status, stdout, stderr } = await shell.run(
    `${from} PAGE=${story.url}/health; export GR_URL PAGE; ${commandLine}`,
  );
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim()).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['no player', 'gr --league glicko', 'one HANDLE must be given'],
  ['two players', 'gr ann ben --league glicko', 'one HANDLE must be given'],
  ['no league', 'gr ann', 'name a league with --league or GR_LEAGUE'],
  ['an option without a value', 'gr ann --league', '--league must be followed by its value'],
  ['an unknown option', 'gr ann --legaue glicko', 'the options are --league, --url, --token'],
  ['an invalid address', 'gr ann --league glicko --url localhost', 'the URL must begin with http:// or https://'],
])('%s is misuse', async (_, commandLine, message) => {
  const { status, stdout, stderr } = await shell.run(commandLine);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`gr: ${message}`);
});
