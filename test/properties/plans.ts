import fc from 'fast-check';
import { SIDE_STATUSES, type SideStatus } from '../../services/api/dist/league/status-rules.js';
import type { BoardRule } from './replay.js';

/** How many people may play; a match names them by their number. */
export const PEOPLE = 10;

/** Hours after the opening, or after the newest match that counts. */
export interface TimePlan {
  readonly hours: number;
  readonly after: 'opening' | 'newest';
}

/** A match that somebody has in mind. */
export interface MatchPlan extends TimePlan {
  readonly sides: readonly SidePlan[];
  /** Whether every participant has a score. */
  readonly isScored: boolean;
  /** How much it counts. */
  readonly weight: number;
  /** A number in the details; null: no details. */
  readonly details: number | null;
}

export interface SidePlan {
  readonly status: SideStatus;
  readonly role: string | null;
  readonly placement: number;
  readonly participants: readonly ParticipantPlan[];
}

export interface ParticipantPlan {
  readonly person: number;
  readonly isGuest: boolean;
  readonly minutesPlayed: number | null;
  readonly score: number;
}

/** How a correction is made: within the request, by a job of the worker, or only tried. */
export type How = 'inline' | 'job' | 'cancelled' | 'dryRun';

/** One thing that happens to the league. Numbers of matches and systems are meant modulo how many there are. */
export type Step = { readonly replica: number } & (
  | { readonly kind: 'submit'; readonly matches: readonly MatchPlan[] }
  | { readonly kind: 'resend'; readonly match: number }
  | { readonly kind: 'amend'; readonly match: number; readonly to: Amendment; readonly how: How }
  | { readonly kind: 'void' | 'restore'; readonly match: number; readonly how: How }
  | { readonly kind: 'voidMatches' | 'restoreMatches'; readonly matches: readonly number[]; readonly how: How }
  | { readonly kind: 'merge'; readonly person: number; readonly into: number; readonly how: How }
  | { readonly kind: 'unmerge'; readonly person: number; readonly how: How }
  | { readonly kind: 'configure'; readonly system: number; readonly how: How }
  | { readonly kind: 'recompute'; readonly how: Exclude<How, 'dryRun'> }
  | { readonly kind: 'link'; readonly person: number }
  | { readonly kind: 'erase'; readonly person: number }
  | { readonly kind: 'hide'; readonly person: number; readonly isHidden: boolean }
  | { readonly kind: 'call'; readonly person: number; readonly name: number | null }
  | { readonly kind: 'archive' }
  | { readonly kind: 'move' }
  | { readonly kind: 'rename'; readonly person: number; readonly name: number }
  | { readonly kind: 'wait'; readonly person: number; readonly when: TimePlan }
);

/** The changes of an amendment; null changes nothing. */
export interface Amendment {
  readonly hours: number | null;
  readonly plan: MatchPlan | null;
  /** Left out: unchanged. */
  readonly weight?: number;
  /** Left out: unchanged; null: none from now on. */
  readonly details?: number | null;
}

/** Rating systems that a league goes through. */
export const SYSTEMS: readonly { readonly ratingSystem: string; readonly settings: object }[] = [
  { ratingSystem: 'zonestats', settings: {} },
  { ratingSystem: 'elo', settings: { newcomerMatches: 4, floor: 1480, marginOfVictory: 'points' } },
  { ratingSystem: 'glicko2', settings: { timing: 'periods', periodDays: 10, multiplayer: 'pairwise' } },
  { ratingSystem: 'timed-glicko', settings: { provisionalDeviation: 250 } },
  { ratingSystem: 'performance', settings: {} },
  { ratingSystem: 'zonestats', settings: { spread: 400, comparison: 'score', cap: 'everyPlayer' } },
  {
    ratingSystem: 'timed-glicko',
    settings: { multiplayer: 'pairwise', deviationGrowth: 50, provisionalDeviation: 200 },
  },
  { ratingSystem: 'performance', settings: { variant: 'p5', multiplayer: 'pairwise' } },
  { ratingSystem: 'margin', settings: { deviationGrowth: 20 } },
  { ratingSystem: 'kept', settings: { initialRating: 1000 } },
];

/** One of these, each so often beside the others. */
const often = <T>(...choices: readonly [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const number = fc.nat(999);
const person = fc.nat(PEOPLE - 1);
const replica = fc.nat(1);

/** Mostly people who are rated, and the whole game. */
const part = fc.record({
  isGuest: fc.nat(9).map((n) => n === 0),
  minutesPlayed: often<number | null>([3, fc.constant(null)], [1, fc.integer({ min: 0, max: 30 })]),
  score: fc.integer({ min: -3, max: 20 }),
  placement: fc.integer({ min: 1, max: 3 }),
  role: fc.constantFrom(null, null, 'home', 'Łódź'),
  status: fc.nat(29).map((n): SideStatus => SIDE_STATUSES[n] ?? 'FINISHED'),
});

/** Numbers of participants, side by side. */
const shape = (isDuel: boolean) =>
  fc.constantFrom(
    ...(isDuel
      ? [[1, 1]]
      : [
          [1, 1],
          [2, 2],
          [2, 1],
          [1, 1, 1],
          [1, 1, 1, 1],
          [1, 2, 1],
        ]),
  );

const sides = (isDuel: boolean): fc.Arbitrary<SidePlan[]> =>
  fc
    .tuple(
      shape(isDuel),
      fc.shuffledSubarray([...Array(PEOPLE).keys()], { minLength: PEOPLE }),
      fc.array(part, { minLength: PEOPLE, maxLength: PEOPLE }),
    )
    .map(([counts, people, parts]) => {
      let next = 0;
      return counts.map((count) => {
        const own = Array.from({ length: count }, () => next++);
        const participants = own.map((n) => {
          const { isGuest, minutesPlayed, score } = parts[n]!;
          return { person: people[n]!, isGuest, minutesPlayed, score };
        });
        const { placement, status, role } = parts[own[0]!]!;
        return { placement, status, role, participants };
      });
    });

const hoursAfter = (after: TimePlan['after'], max: number): fc.Arbitrary<TimePlan> =>
  fc.record({ after: fc.constant(after), hours: fc.integer({ min: 0, max }) });

// After the opening there are few hours, so that matches are at the same time now and then.
const time = often([3, hoursAfter('newest', 5)], [1, hoursAfter('opening', 60)]);

/** Most matches count 1. */
const weight = fc.constantFrom(1, 1, 1, 0.5, 3);

const matchPlan = (isDuel: boolean): fc.Arbitrary<MatchPlan> =>
  fc
    .tuple(time, sides(isDuel), fc.boolean(), weight, fc.constantFrom(null, null, 0, 1))
    .map(([when, sides, isScored, weight, details]) => ({ ...when, sides, isScored, weight, details }));

const how = often<How>(
  [6, fc.constant('inline')],
  [2, fc.constant('job')],
  [1, fc.constant('cancelled')],
  [1, fc.constant('dryRun')],
);

const howForReal = how.map((how) => (how === 'dryRun' ? 'inline' : how));
const hours = fc.integer({ min: 0, max: 80 });

/** A step of one of these kinds, with what else it says. */
const stepOf = <Kind extends Step['kind'], More extends object>(
  kinds: readonly Kind[],
  more?: { [Name in keyof More]: fc.Arbitrary<More[Name]> },
) =>
  fc.record({ kind: fc.constantFrom(...kinds), replica, ...more }) as fc.Arbitrary<
    { kind: Kind; replica: number } & More
  >;

const step = (isDuel: boolean): fc.Arbitrary<Step> => {
  const [match, plans] = [number, fc.array(matchPlan(isDuel), { minLength: 1, maxLength: 4 })];
  const to: fc.Arbitrary<Amendment> = fc.oneof(
    fc.record({ hours, plan: fc.constant(null) }),
    fc.record({ hours: fc.constant(null), plan: fc.constant(null), weight }),
    fc.record({
      hours: fc.option(hours),
      plan: matchPlan(isDuel),
      weight,
      details: fc.constantFrom(undefined, null, 0, 1),
    }),
    fc.record({ hours: fc.constant(null), plan: fc.constant(null), details: fc.constantFrom(null, 0, 1) }),
  );
  const displayName = fc.option(fc.nat(4));
  const matches = fc.array(number, { minLength: 1, maxLength: 5 });
  return often<Step>(
    [6, stepOf(['submit'], { matches: plans })],
    [1, stepOf(['resend'], { match })],
    [4, stepOf(['amend'], { match, to, how })],
    [4, stepOf(['void', 'restore'], { match, how })],
    [3, stepOf(['voidMatches', 'restoreMatches'], { matches, how })],
    [3, stepOf(['merge'], { person, into: person, how })],
    [1, stepOf(['unmerge'], { person, how })],
    [2, stepOf(['configure'], { system: number, how })],
    [1, stepOf(['recompute'], { how: howForReal })],
    [1, stepOf(['link'], { person })],
    [2, stepOf(['hide'], { person, isHidden: fc.nat(2).map((n) => n > 0) })],
    [1, stepOf(['call'], { person, name: displayName })],
    [1, stepOf(['archive'])],
    [1, stepOf(['move'])],
    [1, stepOf(['erase'], { person })],
    [1, stepOf(['rename'], { person, name: fc.nat(11) })],
    [3, stepOf(['wait'], { person, when: time })],
  );
};

/** Most leagues have none. Lives are about six years old; those of a few hours after the opening are the oldest. */
const boardRule: fc.Arbitrary<BoardRule> = fc.record({
  minMatches: fc.constantFrom(0, 0, 0, 2, 3),
  activeWithin: fc.constantFrom(null, null, null, 2189, 2190),
});

/** A league's life: the system it opens with, what it begins with, what happens then, and whether it is deleted at last. */
export interface Life {
  readonly isDeleted: boolean;
  readonly rule: BoardRule;
  readonly system: number;
  readonly beginning: readonly MatchPlan[];
  readonly steps: readonly Step[];
}

/** Duels, which every rater rates, or games of every shape, which bind the league to those that rate them. */
export const life: fc.Arbitrary<Life> = fc.boolean().chain((isDuel) =>
  fc.record({
    isDeleted: fc.boolean(),
    rule: boardRule,
    system: isDuel ? fc.nat(SYSTEMS.length - 1) : fc.constantFrom(0, 3, 4, 5, 6),
    beginning: fc.array(matchPlan(isDuel), { minLength: 2, maxLength: 8 }),
    steps: fc.array(step(isDuel), { minLength: 5, maxLength: 25, size: 'max' }),
  }),
);
