import { scoreLog, scorePrediction, sidesBefore } from '../evaluate.js';
import { EvaluationSums, type MatchScores } from '../evaluation.js';
import type { Match, PlayerId, Side } from '../match.js';
import { type Random, seededRandom } from '../random.js';
import {
  arePossible,
  defaultSettings,
  type Formats,
  type Json,
  type Rater,
  type RatingValue,
  type SettingSchema,
  settingsProblems,
} from '../rater.js';
import { rateMatch } from '../replay.js';
import { type Law, type Subject, show, Violation } from './law.js';
import { exampleLog } from './matches.js';

/** The law that `testRater` checks with all choices among settings. */
export const LONG_RUN = 'ratings stay within bounds in a long log, and chances are no worse than even ones';

/** Laws about what a rater does in the long run, and with any settings that it admits. */
export const stabilityLaws: readonly Law[] = [
  { law: 'all settings that the schema admits can rate', check: ratesAtBounds },
  { law: LONG_RUN, check: staysWithinBounds },
];

/**
 * All ways to combine the values of settings that are chosen from a list, or are true or false, as far as the rater admits them. Each combination
 * may be the one that runs away.
 */
export function choicesOf(rater: Pick<Rater, 'settings' | 'checkSettings'>): Readonly<Record<string, Json>>[] {
  if (!rater.settings?.properties) return [];
  const defaults = defaultSettings(rater.settings);
  let choices: Readonly<Record<string, Json>>[] = [{}];
  for (const [name, { type, enum: values }] of Object.entries(rater.settings.properties)) {
    const among = values ?? (type === 'boolean' ? [false, true] : []);
    if (among.length > 0) choices = choices.flatMap((choice) => among.map((value) => ({ ...choice, [name]: value })));
  }
  return choices.filter((choice) => settingsProblems(rater, { ...defaults, ...choice }).length === 0);
}

const SEED = 7;

function ratesAtBounds({ rater, settings }: Subject): void {
  for (const [name, schema] of Object.entries(rater.settings.properties)) {
    for (const value of boundsOf(schema)) {
      const bound = { ...(settings as object), [name]: value };
      if (settingsProblems(rater, bound).length > 0) continue;
      const log = exampleLog(rater.formats(bound), SEED);
      try {
        scoreLog(rater, bound, log, { add: expectChances });
      } catch (error) {
        throw new Violation(
          `with ${name} ${value}: ${error instanceof Error ? error.message : error}`,
          {},
          { cause: error },
        );
      }
    }
  }
}

const expectChances: MatchScores['add'] = (chances) => {
  if (chances.some((chance) => !(chance >= 0 && chance <= 1))) throw new RangeError(`the chances are ${show(chances)}`);
};

/** The outermost values of a setting. */
function boundsOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...schema }: SettingSchema): unknown[] {
  if (schema.enum) return [...schema.enum];
  if (type === 'boolean') return [true, false];
  const beyond = (bound: number | undefined, sign: number) => {
    if (bound === undefined) return undefined;
    if (type === 'integer') return bound + sign;
    return bound === 0 ? sign * Number.MIN_VALUE : bound * (1 + sign * Math.sign(bound) * Number.EPSILON);
  };
  const bounds = [minimum, maximum, beyond(exclusiveMinimum, 1), beyond(exclusiveMaximum, -1)];
  return bounds.filter((bound) => bound !== undefined);
}

const MATCHES = 2000;
/** Players come and go: this many generations, one after the other. */
const GENERATIONS = 2;
/** In matches of three sides or more. */
const DROPPING_OUT = 0.25;
const LARGEST_FIELD = 30;
/** Half of the matches have no more sides than this, and larger fields have no teams. */
const SMALL_FIELD = 6;
const LARGEST_TEAM = 4;
/** Days between matches: from an evening to a season of races. */
const PAUSES = [0.04, 1, 14];
const DAY = 86_400_000;

/** Ratings may continue to grow, but not more than this many times further than in the first tenth. */
const MAX_GROWTH = 20;
/** The share attributed to chance, and to the law of luck, which a rater cannot know. */
const MAX_EXCESS = 0.05;

/** A kind of long log. What a rater gets wrong in matches of one kind may be lost among those of others. */
interface Kind {
  readonly name: string;
  /** What is left of the formats of the rater. */
  readonly formats: Partial<Formats>;
  /** The share of matches whose sides draw their sizes one by one. */
  readonly uneven: number;
}

const KINDS: readonly Kind[] = [
  { name: 'matches of all formats', formats: {}, uneven: 0.3 },
  { name: 'duels', formats: { maxSides: 2, maxPlayersPerSide: 1 }, uneven: 0 },
  { name: 'two teams of the same size', formats: { maxSides: 2 }, uneven: 0 },
  { name: 'two teams of any size', formats: { maxSides: 2 }, uneven: 1 },
  { name: 'three to six teams of any size', formats: { minSides: 3, maxSides: SMALL_FIELD }, uneven: 1 },
  { name: 'fields', formats: { minSides: 3, maxPlayersPerSide: 1 }, uneven: 0 },
];

/** The logs of each kind that the formats admit. Where matches are of one kind, they are in the first log. */
function longLogs(formats: Formats): { readonly name: string; readonly log: readonly Match[] }[] {
  const sizes = new Set<string>();
  return KINDS.flatMap(({ name, formats: part, uneven }) => {
    const left: Formats = {
      minSides: Math.max(formats.minSides, part.minSides ?? 0),
      maxSides: stricter(formats.maxSides, part.maxSides),
      minPlayersPerSide: formats.minPlayersPerSide,
      maxPlayersPerSide: stricter(formats.maxPlayersPerSide, part.maxPlayersPerSide),
    };
    const hasTeams = left.maxPlayersPerSide === null || left.maxPlayersPerSide > left.minPlayersPerSide;
    const key = JSON.stringify([left, hasTeams && uneven]);
    if (!arePossible(left) || sizes.has(key)) return [];
    sizes.add(key);
    return [{ name, log: longLog(left, uneven) }];
  });
}

function stricter(bound: number | null, other: number | null = null): number | null {
  return bound === null ? other : other === null ? bound : Math.min(bound, other);
}

/**
 * Matches of players who are as far apart as the luck in a result, within the formats: duels, fields of up to 30 sides, and teams of unequal
 * size. In a field, one side in four drops out by chance and shares the last place. A larger team has no advantage.
 */
function longLog(formats: Formats, uneven: number): Match[] {
  const random = seededRandom(SEED);
  const most = Math.max(formats.minSides, Math.min(formats.maxSides ?? LARGEST_FIELD, LARGEST_FIELD));
  const active = Math.max(most, SMALL_FIELD * LARGEST_TEAM) * Math.max(1, formats.minPlayersPerSide);
  const strengths = Array.from({ length: GENERATIONS * active }, () => random.normal());
  const players = [...strengths.keys()];
  let playedAt = 0;
  return Array.from({ length: MATCHES }, (_, index): Match => {
    const retired = Math.floor((index / MATCHES) * (GENERATIONS - 1) * active);
    const count = random.integer(
      formats.minSides,
      random.chance(0.5) ? most : Math.max(formats.minSides, Math.min(most, SMALL_FIELD)),
    );
    const field = random.shuffle(players.slice(retired, retired + active));
    const mostPlayers = count <= SMALL_FIELD ? LARGEST_TEAM : 1;
    const size = largestNumber(random, formats, mostPlayers);
    const areUneven = random.chance(uneven);
    const teams = Array.from({ length: count }, () =>
      field.splice(0, areUneven ? largestNumber(random, formats, mostPlayers) : size),
    );
    const results = teams.map((team) => {
      if (count > 2 && random.chance(DROPPING_OUT)) return Number.NEGATIVE_INFINITY;
      const skill = team.reduce((sum, player) => sum + strengths[player]!, 0) / Math.sqrt(team.length);
      return skill - Math.log(-Math.log(1 - random.next()));
    });
    const sides = teams.map((team, side): Side => {
      const placement = 1 + results.filter((result) => result > results[side]!).length;
      return { placement, participants: team.map((player) => ({ player })) };
    });
    playedAt += random.pick(PAUSES) * DAY;
    return { playedAt, sides };
  });
}

function largestNumber(random: Random, { minPlayersPerSide, maxPlayersPerSide }: Formats, mostPlayers: number): number {
  const least = Math.max(1, minPlayersPerSide);
  return random.integer(least, Math.max(least, Math.min(maxPlayersPerSide ?? mostPlayers, mostPlayers)));
}

function staysWithinBounds(subject: Subject): void {
  for (const { name, log } of longLogs(subject.rater.formats(subject.settings)))
    staysWithinBoundsIn(subject, name, log);
}

function staysWithinBoundsIn(subject: Subject, name: string, log: readonly Match[]): void {
  const { rater, settings } = subject;
  const first = rater.rating(rater.initial(settings), settings);
  const states = new Map<PlayerId, unknown>();
  const bound = { value: 0, deviation: first.deviation ?? 0 };
  const [own, even] = [new EvaluationSums(), new EvaluationSums()];
  for (const [index, match] of log.entries()) {
    if (index >= MATCHES / 2) addPredictions(subject, match, states, own, even);
    for (const { player, after } of rateMatch(rater, settings, match, states)) {
      const distance = distanceOf(first, after);
      if (index < MATCHES / 10) {
        bound.value = Math.max(bound.value, distance);
        bound.deviation = Math.max(bound.deviation, after.deviation ?? 0);
      } else if (distance > MAX_GROWTH * bound.value || (after.deviation ?? 0) > MAX_GROWTH * bound.deviation) {
        throw new Violation(
          `in ${name}, player ${player} has ${show(after)} after match ${index + 1}, and in the first tenth none was further from the first rating than ${show(bound)}`,
        );
      }
    }
  }
  const [loss, lossOfEven] = [own.means().logLoss, even.means().logLoss];
  if (loss <= lossOfEven + MAX_EXCESS) return;
  throw new Violation(
    `in ${name}, the log loss of the second half is ${loss.toFixed(3)}, and that of even chances ${lossOfEven.toFixed(3)}`,
  );
}

function addPredictions(
  { rater, settings }: Subject,
  match: Match,
  states: ReadonlyMap<PlayerId, unknown>,
  own: EvaluationSums,
  even: EvaluationSums,
): void {
  const { sides, playedAt: at } = match;
  const merits = sides.map(({ placement }) => -placement!);
  scorePrediction(rater, settings, sidesBefore(rater, settings, match, states), merits, { at }, own);
  const chances = sides.map(() => 1 / sides.length);
  even.add(chances, merits, at);
}

function distanceOf(first: RatingValue, { value }: RatingValue): number {
  return value === null ? 0 : Math.abs(value - (first.value ?? 0));
}
