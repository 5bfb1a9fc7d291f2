import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, createCommandLine } from '../import/support.js';
import type { Row } from '../support/graphql.js';
import { describeWithFiles, FOOTBALL, FOOTBALL_MAPPING } from '../support/real-data.js';
import { type Service, startService } from '../support/service.js';
import { ERROR, readAll, type StoryLeague, storyLeague } from '../support/story.js';

const LEAGUE = 'football';
/** Every eighth match keeps both kinds of correction: a tail from 1950 is for a job, one from 2010 is not. 1: all. */
const ONE_IN = Number(process.env.FOOTBALL_ONE_IN ?? 8);
/** A tail of the whole file takes some seconds, and there are many. */
const TIMEOUT = 300_000;

const UPSET_OF_1950 = '1950-06-29/England/United States/1';
const FAKE_OF_2010 = '2010-09-07/Bahrain/Togo/1';
/** Played by Dahomey, as Benin was called from 1959 to 1975. The file calls it Benin throughout. */
const OF_DAHOMEY = ['1960-04-14/Ivory Coast/Benin/1', '1961-12-26/Benin/Mauritania/1', '1961-12-27/Benin/Madagascar/1'];

const SETTINGS = { deviationGrowth: 3 };

const ROW = `player { handle } rank rating {
  value deviation score display isProvisional matchesPlayed wins draws losses peak lastPlayedAt
}`;

/** A mutation and what it is given, asked for when its turn comes: a match has another version then. */
interface Step {
  readonly mutation: string;
  readonly input: () => Promise<object> | object;
}

interface Correction extends Step {
  readonly title: string;
  readonly undo: Step;
}

describeWithFiles('football, corrected and put back', [FOOTBALL], () => {
  let at: CommandLine;
  let service: Service;
  let league: StoryLeague;
  /** The board after each correction, and when it was seen. */
  const seen: { board: Row[]; knownAt: string }[] = [];

  beforeAll(async () => {
    at = await createCommandLine();
    const file = await at.file('football.csv', ...(await somePart(FOOTBALL)));
    const settings = JSON.stringify(SETTINGS);
    const create = ['--create', 'timed-glicko', '--settings', settings];
    const imported = await at.openladder('import', LEAGUE, file, '--map', FOOTBALL_MAPPING, ...create);
    expect(imported).toMatchObject({ status: 0 });
    service = await startService({ databaseUrl: at.databaseUrl });
    league = storyLeague(service.admin, LEAGUE);
    seen.push({ board: await wholeBoard(), knownAt: new Date().toISOString() });
  }, TIMEOUT);

  afterAll(async () => {
    await service.stop();
    await at.remove();
  });

  const wholeBoard = (more = ''): Promise<Row[]> =>
    readAll(league, 'standings', ROW, `includeProvisional: true${more}`);

  const find = async (externalId: string) => {
    const selection = 'id version sides { score participants { player { handle } } }';
    const { match } = await league.read(`match(externalId: "${externalId}") { ${selection} }`);
    return match;
  };

  /** The input of a correction of a match. @param more further fields of the input, made of the match's sides */
  const ofMatch = (externalId: string, reason: string, more?: (sides: Row[]) => object) => async () => {
    const { id, version, sides } = await find(externalId);
    return { match: id, expectedVersion: version, reason, ...more?.(sides) };
  };

  /** Carries a step out, to its end. @returns its effect; null where a job carried it out */
  const carryOut = async ({ mutation, input }: Step, isDryRun: boolean): Promise<Row> => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
    const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) {
      effect { changes { player { handle } after { value deviation } } } recompute { id } errors { ${ERROR} }
    } }`;
    const { [mutation]: payload } = await service.admin.get(document, {
      input: { ...(await input()), dryRun: isDryRun },
    });
    expect(payload.errors).toEqual([]);
    if (payload.recompute) await isDone(payload.recompute.id);
    return payload.effect;
  };

  const isDone = async (recompute: string): Promise<void> => {
    const document = 'query ($id: ID!) { node(id: $id) { ... on Recompute { status error finishedAt } } }';
    for (;;) {
      const { node } = await service.admin.get(document, { id: recompute });
      if (node.finishedAt) return expect(node).toMatchObject({ status: 'DONE', error: null });
      await setTimeout(50);
    }
  };

  const CORRECTIONS: readonly Correction[] = [
    {
      title: 'the tale that England won 10:1 in 1950, believed,',
      mutation: 'amendMatch',
      input: ofMatch(UPSET_OF_1950, 'some papers had it so', (sides) => ({ sides: withScores(sides, 10, 1) })),
      undo: {
        mutation: 'amendMatch',
        input: ofMatch(UPSET_OF_1950, 'the papers were wrong', (sides) => ({ sides: withScores(sides, 0, 1) })),
      },
    },
    {
      title: 'the match of 2010 to which Togo sent no team, void,',
      mutation: 'voidMatch',
      input: ofMatch(FAKE_OF_2010, 'those were impostors'),
      undo: { mutation: 'restoreMatch', input: ofMatch(FAKE_OF_2010, 'as the file has it') },
    },
    ...OF_DAHOMEY.map((externalId) => ({
      title: `Dahomey, as it was called then, in ${externalId}`,
      mutation: 'amendMatch',
      input: ofMatch(externalId, 'as the books had it', (sides) => ({
        sides: renamed(sides, 'Benin', 'Dahomey'),
        newPlayers: ['Dahomey'],
      })),
      undo: {
        mutation: 'amendMatch',
        input: ofMatch(externalId, 'as the file has it', (sides) => ({ sides: renamed(sides, 'Dahomey', 'Benin') })),
      },
    })),
    {
      title: 'Dahomey, merged into Benin,',
      mutation: 'mergePlayers',
      input: () => ({ league: LEAGUE, player: 'Dahomey', into: 'Benin', reason: 'one country' }),
      undo: {
        mutation: 'unmergePlayers',
        input: () => ({ league: LEAGUE, player: 'Dahomey', reason: 'once more apart' }),
      },
    },
    {
      title: 'another rating system, p8,',
      mutation: 'configureRatingSystem',
      input: () => configuration('performance', { variant: 'p8' }),
      undo: { mutation: 'configureRatingSystem', input: () => configuration('timed-glicko', SETTINGS) },
    },
  ];

  test.each(CORRECTIONS)(
    '$title moves the board as in its dry run, and verify finds nothing',
    async (correction) => {
      const { board: before } = seen.at(-1)!;
      const wouldBe = await carryOut(correction, true);
      expect(await wholeBoard(), 'the board after the dry run').toEqual(before);

      await carryOut(correction, false);
      const board = await wholeBoard();
      const moves = movesBetween(before, board);
      expect(moves.size).toBeGreaterThan(0);
      expect(valuesOf(wouldBe.changes, board)).toEqual(moves);
      expect(await service.problems()).toEqual([]);
      seen.push({ board, knownAt: new Date().toISOString() });
    },
    TIMEOUT,
  );

  test('the site shows every correction of a match, and Dahomey as the former name of Benin', async () => {
    const read = async (path: string) => {
      const answer = await fetch(`${service.url}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    expect(await read(`/l/${LEAGUE}/m/${encodeURIComponent(UPSET_OF_1950)}`)).toMatch(/<del>.*<ins>/s);
    expect(await read(`/l/${LEAGUE}/p/Dahomey`)).toContain('Benin');
    expect(await read(`/l/${LEAGUE}?day=1950-12-31`)).toContain('class="podium"');
    expect(await read(`/l/${LEAGUE}/stats`)).toContain('class="histogram"');
  });

  test('Benin with the matches of Dahomey is the Benin of the file, bit for bit', () => {
    const boardAfter = (mutation: string) =>
      seen[CORRECTIONS.findIndex((step) => step.mutation === mutation) + 1]!.board;
    expect(boardAfter('mergePlayers')).toEqual(boardAfter('voidMatch'));
  });

  test(
    'undone from the last to the first, each step gives the board before it, bit for bit',
    async () => {
      for (const [index, { undo }] of [...CORRECTIONS.entries()].reverse()) {
        await carryOut(undo, false);
        expect(await wholeBoard()).toEqual(seen[index]!.board);
      }
      expect(await service.problems()).toEqual([]);
    },
    TIMEOUT,
  );

  test(
    'every board that was shown is still available',
    async () => {
      for (const { board, knownAt } of seen) {
        expect(await wholeBoard(`, asKnownAt: "${knownAt}"`)).toEqual(board);
      }
    },
    TIMEOUT,
  );
});

/** The line of column names, every ONE_INth match, and those of the story. */
async function somePart(path: string): Promise<string[]> {
  const [names, ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const story = [UPSET_OF_1950, FAKE_OF_2010, ...OF_DAHOMEY].map((id) => `${id.split('/', 3).join(',')},`);
  const isOfStory = (row: string) => story.some((beginning) => row.startsWith(beginning));
  return [names!, ...rows.filter((row, index) => index % ONE_IN === 0 || isOfStory(row))];
}

/** The sides of a match as a submission has them. */
function asSubmitted(sides: Row[]): { score: number; participants: { player: string }[] }[] {
  return sides.map(({ score, participants }) => ({
    score,
    participants: participants.map(({ player }: Row) => ({ player: player.handle })),
  }));
}

function withScores(sides: Row[], ...scores: number[]) {
  return asSubmitted(sides).map((side, index) => ({ ...side, score: scores[index] }));
}

function renamed(sides: Row[], from: string, to: string) {
  return asSubmitted(sides).map(({ score, participants }) => ({
    score,
    participants: participants.map(({ player }) => ({ player: player === from ? to : player })),
  }));
}

function configuration(ratingSystem: string, settings: object) {
  return { league: LEAGUE, ratingSystem, settings, reason: 'to see what it says' };
}

type Values = ReadonlyMap<string, { value: number; deviation: number | null }>;

/** The new ratings of those who moved or came. */
function movesBetween(before: Row[], after: Row[]): Values {
  const old = new Map(before.map(({ player, rating }) => [player.handle, rating]));
  const moved = after.filter(({ player, rating }) => {
    const { value, deviation } = old.get(player.handle) ?? {};
    return rating.value !== value || rating.deviation !== deviation;
  });
  return new Map(moved.map(({ player, rating: { value, deviation } }) => [player.handle, { value, deviation }]));
}

/** Players of an effect who are on a board: those who lose all their matches are not on it. */
function valuesOf(changes: Row[], board: Row[]): Values {
  const standing = new Set(board.map(({ player }) => player.handle));
  const listed = changes.filter(({ player }) => standing.has(player.handle));
  return new Map(listed.map(({ player, after: { value, deviation } }) => [player.handle, { value, deviation }]));
}
