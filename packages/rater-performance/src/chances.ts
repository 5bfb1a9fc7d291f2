import { expectedScore, fieldDecisiveness, repetitionOfPairs, shareOfPairs } from '@openladder/rating';
import { excessIn, gamesPerOpponent, type History } from './history.js';
import { fictitiousDraws } from './performance.js';
import { countedRating, SCALE, type Settings } from './settings.js';

/** How much single players differ, as a standard deviation in points. Ours: it is 350 in football, and often less. */
const SPREAD = 250;
/** The excess is measured between ratings this many points above and below. */
const BESIDE = 1;

/** A Newton step this short, in points, is the last: the error after it is far smaller. */
const LAST_STEP = 0.01;
const MAX_STEPS = 40;
/**
 * For members of teams. Their opponents' ratings are those of whole teams, and may be extreme: solved to the end, chances between teams of five
 * were off by 0.2 in simulations, and by 0.03 after one step.
 */
const STEPS_IN_TEAMS = 1;
/** How exactly the end of a summary is found, in halvings of the distance. */
const HALVINGS = 16;

/** The estimate of a player, or of a side, relative to a newcomer. */
interface Belief {
  /** Points. */
  readonly lead: number;
  /** In units of SCALE^2. */
  readonly variance: number;
}

/** What is known of everybody. */
interface Everybody {
  /** The rating that leads are counted from. */
  readonly centre: number;
  /** As information: how near to it players are. */
  readonly known: number;
  /** Of Newton's method. */
  readonly mostSteps: number;
}

/**
 * Chances from the games in addition to the ratings. A rating uses the games alone, so those of newcomers are extreme. Here they are combined
 * with what is known of everybody, by Bayes' rule, and chances take into account how certain the result is.
 *
 * A member of a team of m has one part in m of its result, and the rating, which is solved as if they had played alone, has that part of their
 * value. So the strength of a side is the sum of its leads. The value of one more player in a game is unknown, so sides of unequal size are
 * compared as if they were equal.
 */
export function chancesOf(sides: readonly (readonly History[])[], settings: Settings): number[] {
  const players = sides.reduce((sum, { length }) => sum + length, 0);
  const size = players / sides.length;
  const centre = players === 2 ? firstRating(settings) : meanRating(sides.flat(), settings);
  const beliefs = sides.map((side) => {
    const times = repetitionOfPairs(sides.length, (players - side.length) / (sides.length - 1));
    const known = knownOf(side.length);
    return together(
      side.map((history) =>
        believedLead(
          history,
          times,
          { centre, known, mostSteps: side.length === 1 ? MAX_STEPS : STEPS_IN_TEAMS },
          settings,
        ),
      ),
      size,
    );
  });
  const decisiveness = fieldDecisiveness(sides.length);
  return shareOfPairs(sides.length, (a, b) => {
    const [own, other] = [beliefs[a]!, beliefs[b]!];
    return expectedScore((decisiveness * (own.lead - other.lead)) / blur(own.variance + other.variance), SCALE);
  });
}

/** What nothing is known of but the settings: where the fictitious draws are. */
function firstRating(settings: Settings): number {
  const { weight, rating } = fictitiousDraws(settings);
  return weight === 0 ? settings.unratedOpponentRating : rating;
}

/**
 * Where players are on average. Under p2 to p7 the fictitious draw is at 0, far below where ratings of races and teams settle. Counted from there, those of
 * whom less is known seem weaker, and under p5 chances were worse than even ones.
 */
function meanRating(players: readonly History[], settings: Settings): number {
  const rated = players.filter(({ value }) => value !== null);
  if (settings.variant === 'p1' || settings.variant === 'p8' || rated.length === 0) return firstRating(settings);
  return rated.reduce((sum, { value }) => sum + countedRating(value, settings), 0) / rated.length;
}

/** The divisor of a lead of this variance. Source: Mark Glickman, Parameter estimation in large dynamic paired comparison experiments, 1999: 1 / g. */
function blur(variance: number): number {
  return Math.sqrt(1 + (Math.PI * variance) / 8);
}

/** @param size mean number of players on the sides of the match: a side of fewer or more counts as if it had this many like its own */
function together(side: readonly Belief[], size: number): Belief {
  let [lead, variance] = [0, 0];
  for (const player of side) {
    lead += player.lead;
    variance += player.variance;
  }
  const part = size / side.length;
  return { lead: part * lead, variance: part * part * variance };
}

/**
 * Prior information about every player before their first game. Members of a team show a part of their value, so their leads are nearer to
 * each other: by the fourth root of their number, as measured in simulated teams of two to five.
 */
function knownOf(members: number): number {
  return (SCALE / SPREAD) ** 2 * Math.sqrt(members);
}

/**
 * What is most likely of a player by their games and what is known of everybody, by Newton's method from the rating on. At the rating itself,
 * games that were all won hardly distinguish ratings, so one step is not enough.
 * @param times how many times too much the games of a match tell, if each counts as a game of its own
 */
function believedLead(
  history: History,
  times: number,
  { centre: first, known, mostSteps }: Everybody,
  settings: Settings,
): Belief {
  if (history.value === null) return { lead: 0, variance: 1 / known };
  // The nth game against an opponent makes all n weigh sqrt(n) together, so games of a match repeat each other by that much less.
  const repeated = Math.max(1, times / Math.sqrt(gamesPerOpponent(history, settings)));
  const rating = countedRating(history.value, settings);
  const evidenceAt = evidenceOf(history, rating, settings);
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let at = rating, steps = 1; ; steps++) {
    const evidence = evidenceAt(at);
    const excess = evidence.excess / repeated - (known * (at - first)) / SCALE;
    const information = evidence.information / repeated + known;
    const next = at + (SCALE * excess) / information;
    if (Math.abs(next - at) <= LAST_STEP || steps === mostSteps)
      return { lead: next - first, variance: 1 / information };
    if (excess > 0) low = at;
    else high = at;
    at = low < next && next < high ? next : (low + high) / 2;
  }
}

/** The evidence of games for a rating. */
interface Evidence {
  /** By how many games the score exceeds the score expected by the rating. */
  readonly excess: number;
  /** Fisher's information, in units of 1 / SCALE^2: how fast the excess falls. */
  readonly information: number;
}

/**
 * The evidence of a player's games, without the fictitious draws. A summary contains it only near the player's rating. Beyond its end it
 * continues as if all opponents were far weaker, or far stronger: there the chances of a surprise grow e times by each SCALE.
 */
function evidenceOf(history: History, rating: number, settings: Settings): (at: number) => Evidence {
  const draws = fictitiousDraws(settings);
  const allAt = excessIn(history, settings);
  const inside = (at: number, all: number): Evidence => {
    const ofDraw = expectedScore(at - draws.rating, SCALE);
    const excess = all - draws.weight * (0.5 - ofDraw);
    const information = fallOf(allAt, at) - draws.weight * ofDraw * (1 - ofDraw);
    return { excess, information: Math.max(0, information) };
  };
  return (at) => {
    const all = allAt(at);
    if (!Number.isNaN(all)) return inside(at, all);
    const end = endOfSide(allAt, rating, at);
    const { excess, information } = inside(end, allAt(end));
    const more = Math.expm1(Math.abs(at - end) / SCALE) * information;
    return { excess: at < end ? excess + more : excess - more, information: information + more };
  };
}

/** The end of a summary between a rating inside it and one outside it. */
function endOfSide(excessAt: (rating: number) => number, inside: number, outside: number): number {
  let [end, beyond] = [inside, outside];
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (end + beyond) / 2;
    if (Number.isNaN(excessAt(middle))) beyond = middle;
    else end = middle;
  }
  return end;
}

/** How fast an excess falls. At the end of a summary it is known only on one side of the rating. */
function fallOf(excessAt: (rating: number) => number, rating: number): number {
  const [below, above] = [excessAt(rating - BESIDE), excessAt(rating + BESIDE)];
  const fall = Number.isNaN(below)
    ? excessAt(rating) - above
    : Number.isNaN(above)
      ? below - excessAt(rating)
      : (below - above) / 2;
  return (SCALE * fall) / BESIDE;
}
