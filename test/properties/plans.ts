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

const number = fc.nat(999);
const person = fc.nat(PEOPLE - 1);
const replica = fc.nat(1);

/** Mostly people who are rated, and the whole game. */
const part = fc.record({
  isGuest: fc.nat(9).map((n) => n === 0),
  minutesPlayed: fc.oneof(
    { arbitrary: fc.constant(null), weight: 3 },
    { arbitrary: fc.integer({ min: 0, max: 30 }), weight: 1 },
  ),
  score: fc.integer({ min: -3, max: 20 }),
  placement: fc.integer({ min: 1, max: 3 }),
  role: fc.constantFrom(null, null, 'home', 'Łódź'),
  status: fc.nat(29).map((n): SideStatus => SIDE_STATUSES[n] ?? 'FINISHED'),
});

/** Numbers of participants, side by side. */
const shape = (isDuel: boolean) =>
  isDuel
    ? fc.constant([1, 1])
    : fc.oneof(
        fc.constant([1, 1]),
        fc.constant([2, 2]),
        fc.constant([2, 1]),
        fc.constant([1, 1, 1]),
        fc.constant([1, 1, 1, 1]),
        fc.constant([1, 2, 1]),
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

const time: fc.Arbitrary<TimePlan> = fc.oneof(
  {
    arbitrary: fc.record({ after: fc.constant('newest' as const), hours: fc.integer({ min: 0, max: 5 }) }),
    weight: 3,
  },
  // Few hours, so that matches are at the same time now and then.
  {
    arbitrary: fc.record({ after: fc.constant('opening' as const), hours: fc.integer({ min: 0, max: 60 }) }),
    weight: 1,
  },
);

/** Most matches count 1. */
const weight = fc.constantFrom(1, 1, 1, 0.5, 3);

const matchPlan = (isDuel: boolean): fc.Arbitrary<MatchPlan> =>
  fc
    .tuple(time, sides(isDuel), fc.boolean(), weight, fc.constantFrom(null, null, 0, 1))
    .map(([when, sides, isScored, weight, details]) => ({ ...when, sides, isScored, weight, details }));

const how: fc.Arbitrary<How> = fc.oneof(
  { arbitrary: fc.constant('inline' as const), weight: 6 },
  { arbitrary: fc.constant('job' as const), weight: 2 },
  { arbitrary: fc.constant('cancelled' as const), weight: 1 },
  { arbitrary: fc.constant('dryRun' as const), weight: 1 },
);

const howForReal = how.map((how) => (how === 'dryRun' ? 'inline' : how));
const hours = fc.integer({ min: 0, max: 80 });

const step = (isDuel: boolean): fc.Arbitrary<Step> => {
  const submit = fc.record({
    kind: fc.constant('submit' as const),
    replica,
    matches: fc.array(matchPlan(isDuel), { minLength: 1, maxLength: 4 }),
  });
  const amendment = fc.oneof(
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
  return fc.oneof(
    { arbitrary: submit, weight: 6 },
    { arbitrary: fc.record({ kind: fc.constant('resend' as const), replica, match: number }), weight: 1 },
    {
      arbitrary: fc.record({ kind: fc.constant('amend' as const), replica, match: number, to: amendment, how }),
      weight: 4,
    },
    {
      arbitrary: fc.record({ kind: fc.constantFrom('void' as const, 'restore' as const), replica, match: number, how }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom('voidMatches' as const, 'restoreMatches' as const),
        replica,
        matches: fc.array(number, { minLength: 1, maxLength: 5 }),
        how,
      }),
      weight: 3,
    },
    { arbitrary: fc.record({ kind: fc.constant('merge' as const), replica, person, into: person, how }), weight: 3 },
    { arbitrary: fc.record({ kind: fc.constant('unmerge' as const), replica, person, how }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('configure' as const), replica, system: number, how }), weight: 2 },
    { arbitrary: fc.record({ kind: fc.constant('recompute' as const), replica, how: howForReal }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('link' as const), replica, person }), weight: 1 },
    {
      arbitrary: fc.record({
        kind: fc.constant('hide' as const),
        replica,
        person,
        isHidden: fc.nat(2).map((n) => n > 0),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('call' as const), replica, person, name: fc.option(fc.nat(4)) }),
      weight: 1,
    },
    { arbitrary: fc.record({ kind: fc.constant('archive' as const), replica }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('move' as const), replica }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('erase' as const), replica, person }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('rename' as const), replica, person, name: fc.nat(11) }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('wait' as const), replica, person, when: time }), weight: 3 },
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
