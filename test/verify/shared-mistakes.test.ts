import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A module of the service as it is, and some of it broken: for the service and for `verify` alike. */
type Breakage = readonly [what: string, module: string, broken: (real: Module) => object, invariant: string];
// biome-ignore lint/suspicious/noExplicitAny: any module of the service.
type Module = any;

const SERVICE = '../../services/api/dist';

beforeEach(() => {
  vi.resetModules();
});
let broken: string | null = null;
afterEach(() => {
  if (broken) vi.doUnmock(broken);
  broken = null;
});

/**
 * Plays in a league of timed-glicko all that there is to get wrong: ties, a guest, a void match, a merged handle,
 * and a wait that expired; then a correction of the first match rates the rest anew.
 * @returns the invariants that `verify` finds broken
 */
async function brokenInvariants(): Promise<string[]> {
  const { COMMAND_LINE } = await import('../../services/api/dist/access/access.js');
  const { amendMatch, mergePlayers } = await import('../support/changes.js');
  const { expireTickets } = await import('../../services/api/dist/matchmaking/expire-tickets.js');
  const { joinQueue } = await import('../../services/api/dist/matchmaking/join-queue.js');
  const { verifyDatabase } = await import('../../services/api/dist/verify/verify.js');
  const { failingLog } = await import('../support/log.js');
  const { sidesOf } = await import('../support/story-match.js');
  const { correctable, voidOne } = await import('../support/every-correction.js');
  const { DAY, match, newPlatform, OPENING, openLeague, play, withPlayerDetails } = await import(
    '../support/platform.js'
  );

  const platform = await newPlatform();
  const { app } = platform;
  const at = (time: number) => ({ ...app, clock: () => new Date(time) });
  try {
    // In its own time: to a board of today all of them would have been away for years, and as uncertain as can be.
    await openLeague(at(OPENING + 24 * DAY), 'league', 'timed-glicko');
    await play(app, 'league', [
      match(1, 'ann beats ben'),
      match(2, 'cid draws ann'),
      match(3, 'ann beats ben'),
      withPlayerDetails(match(4, 'cid beats gus'), { gus: { isGuest: true } }),
      match(5, 'eve beats ben'),
      match(6, 'cid beats ann'),
    ]);
    await voidOne(app, 'league', 'day-5', 'it was a rehearsal');
    const merge = { league: 'league', player: 'eve', into: 'dan', reason: 'they are one', dryRun: false };
    await play(app, 'league', [match(7, 'dan beats ann'), match(8, 'eve beats cid')]);
    await mergePlayers(app, COMMAND_LINE, merge);
    for (const player of ['cid', 'ben']) {
      await joinQueue(at(OPENING + (player === 'cid' ? 10 : 12) * DAY), COMMAND_LINE, { league: 'league', player });
      await expireTickets(at(OPENING + (player === 'cid' ? 11 : 13) * DAY), failingLog);
    }
    await play(app, 'league', [match(20, 'cid beats ann')]);
    const sides = sidesOf('ben beats ann') as never;
    const first = await correctable(app, 'league', 'day-1');
    await amendMatch(app, COMMAND_LINE, { ...first, sides, reason: 'it was the other way round', dryRun: false });
    const { leagues } = await verifyDatabase(app);
    return leagues.flatMap(({ problems }) => problems.map(({ invariant }) => invariant));
  } finally {
    await platform.remove();
  }
}

test('a sound league has no findings', async () => {
  expect(await brokenInvariants()).toEqual([]);
});

const SHARED: readonly Breakage[] = [
  [
    'rateAfterWaits forgets the waits',
    `${SERVICE}/rating/cached-states.js`,
    ({ rateAfterWaits }) => ({
      rateAfterWaits: (system: Module, match: Module, states: Module, sequence: number) => {
        states.waits.clear();
        return rateAfterWaits(system, match, states, sequence);
      },
    }),
    'journal',
  ],
  ['addWait keeps no wait', `${SERVICE}/rating/cached-states.js`, () => ({ addWait: () => undefined }), 'journal'],
  [
    'stateAfter tells no wait',
    `${SERVICE}/rating/cached-states.js`,
    () => ({ stateAfter: (_: Module, state: Module) => state }),
    'ratings',
  ],
  [
    'journalLines takes the winner for the loser',
    `${SERVICE}/rating/journal-line.js`,
    ({ journalLines }) => ({
      journalLines: (...given: Module[]) =>
        journalLines(...given).map((line: Module) => ({ ...line, verdict: line.verdict === 'won' ? 'lost' : 'won' })),
    }),
    'journal',
  ],
  [
    'listLog leaves the newest match out',
    `${SERVICE}/match-log/match.repository.js`,
    ({ listLog }) => ({ listLog: async (...given: Module[]) => (await listLog(...given)).slice(0, -1) }),
    'journal',
  ],
  [
    'listWaits finds none',
    `${SERVICE}/match-log/merges-and-waits.repository.js`,
    () => ({ listWaits: async () => [] }),
    'journal',
  ],
  [
    'toRaterMatch takes the winner for the loser',
    `${SERVICE}/match-log/match.js`,
    ({ toRaterMatch }) => ({
      toRaterMatch: (match: Module) => {
        const { playedAt, sides } = toRaterMatch(match);
        return { playedAt, sides: sides.map((side: Module) => ({ ...side, placement: -side.placement })) };
      },
    }),
    'journal',
  ],
  [
    'listLog takes the winner for the loser',
    `${SERVICE}/match-log/match.repository.js`,
    ({ listLog }) => {
      const turned = (side: Module) => ({ ...side, placement: -side.placement });
      return {
        listLog: async (...given: Module[]) =>
          (await listLog(...given)).map((match: Module) => ({ ...match, sides: match.sides.map(turned) })),
      };
    },
    'journal',
  ],
  [
    'shownRating stops the clock',
    `${SERVICE}/rating/rating.js`,
    ({ shownRating }) => ({
      shownRating: (system: Module, ...rest: Module[]) => shownRating({ ...system, shownThrough: null }, ...rest),
    }),
    'ratings',
  ],
  [
    'packContributions swaps what was expected and what was scored',
    `${SERVICE}/rating/journal-line.js`,
    ({ packContributions }) => ({
      packContributions: (contributions: Module[]) =>
        packContributions(contributions.map((one) => ({ ...one, expected: one.actual, actual: one.expected }))),
    }),
    'journal',
  ],
  [
    'VERDICT_NUMBERS stores a victory as a defeat',
    `${SERVICE}/rating/rating.js`,
    ({ VERDICT_NUMBERS }) => {
      Object.assign(VERDICT_NUMBERS, { won: -1, lost: 1 });
      return {};
    },
    'journal',
  ],
  [
    'rateMatch forgets what it rated',
    '@openladder/rating',
    ({ rateMatch }) => ({
      rateMatch: (rater: Module, settings: Module, match: Module, states: Module) =>
        rateMatch(rater, settings, match, new Map()).map((change: Module) => {
          states.set(change.player, change.stateAfter);
          return change;
        }),
    }),
    'journal',
  ],
  [
    'isRatable leaves draws out',
    '../../packages/rating/dist/match.js',
    ({ isRatable }) => ({
      isRatable: (match: Module) => isRatable(match) && match.sides[0].placement !== match.sides[1].placement,
    }),
    'journal',
  ],
  [
    'verdicts calls everything a draw',
    '@openladder/rating',
    ({ verdicts }) => ({ verdicts: (match: Module) => verdicts(match).map(() => 'drawn') }),
    'journal',
  ],
  ['stateAt stops the clock', '@openladder/rating', () => ({ stateAt: (...given: Module[]) => given[2] }), 'ratings'],
  ['displayRating writes nothing', '@openladder/rating', () => ({ displayRating: () => '' }), 'ratings'],
];

test.each(SHARED)('it is found that %s', async (_, module, breakIt, invariant) => {
  broken = module;
  vi.doMock(module, async (importOriginal) => {
    const real = await importOriginal<Module>();
    return { ...real, ...breakIt(real) };
  });
  expect(await brokenInvariants()).toContain(invariant);
});
