import {
  defaultSettings,
  displayRating,
  type Match,
  type PlayerId,
  type Rater,
  type RatingValue,
  replay,
  stateAt,
  verdicts,
} from '@openladder/rating';
import type { Row } from './graphql.js';
import { readAll, type StoryLeague } from './story.js';

/** The change to a player, as the match has it. */
interface Change {
  readonly match: string;
  readonly player: string;
  readonly before: Pick<RatingValue, 'value' | 'deviation'>;
  readonly after: Pick<RatingValue, 'value' | 'deviation'>;
  readonly delta: number | null;
  readonly contributions: readonly object[];
}

/** A player's standing. */
interface Place extends RatingValue {
  readonly player: string;
  readonly display: string;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
}

/** All that a league says of ratings, by match in the total order and by player. */
export interface Derivation {
  readonly changes: readonly Change[];
  readonly places: readonly Place[];
}

/** A match of the log, with handles for ids. */
type LoggedMatch = Match & { readonly externalId: string };

const LOG = `externalId playedAt
  sides { placement score participants {
    player { handle } isGuest score minutesPlayed scoresAgainst { opponent { handle } score }
    ratingChange {
      before { value deviation } after { value deviation } delta
      contributions { opponent { handle } opponentValue expected actual weight delta }
    }
  } }`;

const PLACES = `rating {
  player { handle } value deviation score isProvisional display matchesPlayed wins draws losses peak
}`;

/** Reads what the service says, and what a replay of its log by the rater itself makes of it. */
export async function derivations(
  league: StoryLeague,
  rater: Rater,
  settings: object = {},
): Promise<{ stored: Derivation; replayed: Derivation }> {
  const nodes = (await readAll(league, 'matches', LOG)).toReversed();
  const places = await readAll(league, 'standings', PLACES, 'includeProvisional: true');
  const stored = {
    changes: nodes.flatMap(storedChanges),
    places: places.map(({ rating }) => ({ ...rating, player: rating.player.handle })).sort(byPlayer),
  };
  const chosen = { ...defaultSettings(rater.settings), ...settings };
  const midnight = Date.parse((await league.read('refreshedThrough')).refreshedThrough);
  return { stored, replayed: asJson(replayLog(rater, chosen, nodes.map(toMatch), midnight)) };
}

function storedChanges({ externalId, sides }: Row): Change[] {
  const participants: Row[] = sides.flatMap((side: Row) => side.participants);
  return participants
    .filter(({ ratingChange }) => ratingChange !== null)
    .map(({ player, ratingChange }) => ({
      match: externalId,
      player: player.handle,
      ...ratingChange,
      contributions: ratingChange.contributions.map((line: Row) => ({ ...line, opponent: line.opponent.handle })),
    }));
}

function toMatch({ externalId, playedAt, sides }: Row): LoggedMatch {
  return {
    externalId,
    playedAt: Date.parse(playedAt),
    sides: sides.map((side: Row) => ({
      placement: side.placement ?? undefined,
      score: side.score ?? undefined,
      participants: side.participants.map((participant: Row) => ({
        player: participant.player.handle,
        isGuest: participant.isGuest,
        score: participant.score ?? undefined,
        minutesPlayed: participant.minutesPlayed ?? undefined,
        scoresAgainst: participant.scoresAgainst.map(({ opponent, score }: Row) => ({
          opponent: opponent.handle,
          score,
        })),
      })),
    })),
  };
}

/** @param midnight as of which the board stands */
function replayLog(rater: Rater, settings: object, log: readonly LoggedMatch[], midnight: number): Derivation {
  const asOf = (state: unknown) => {
    const { value, deviation } = rater.rating(state, settings);
    return { value, deviation };
  };
  const states = new Map<PlayerId, unknown>();
  const changes: Change[] = [];
  const records = new Map<PlayerId, { wins: number; draws: number; losses: number; peak: number | null }>();
  for (const { match, changes: made } of replay(rater, settings, log, states)) {
    for (const { player, stateBefore, before, after, contributions } of made) {
      const own = match.sides.findIndex(({ participants }) => participants.some((one) => one.player === player));
      const verdict = verdicts(match)[own]!;
      const record = records.get(player) ?? { wins: 0, draws: 0, losses: 0, peak: null };
      if (verdict === 'won') record.wins++;
      else if (verdict === 'drawn') record.draws++;
      else record.losses++;
      if (after.value !== null) record.peak = Math.max(after.value, record.peak ?? after.value);
      records.set(player, record);
      const delta = before.value === null || after.value === null ? null : after.value - before.value;
      changes.push({
        match: match.externalId,
        player: String(player),
        before: asOf(stateAt(rater, settings, stateBefore, match.playedAt)),
        after: { value: after.value, deviation: after.deviation },
        delta,
        contributions,
      });
    }
  }
  const places = [...states].map(([player, stored]) => {
    const state = stateAt(rater, settings, stored, midnight);
    const record = records.get(player)!;
    const matchesPlayed = record.wins + record.draws + record.losses;
    const display = displayRating(rater, state, settings);
    return { player: String(player), ...rater.rating(state, settings), display, matchesPlayed, ...record };
  });
  return { changes, places: places.sort(byPlayer) };
}

function byPlayer(a: Place, b: Place): number {
  return a.player < b.player ? -1 : 1;
}

/** JSON knows no negative zero; every other number goes through it unchanged. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
