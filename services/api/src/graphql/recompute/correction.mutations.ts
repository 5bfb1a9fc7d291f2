import { Float, ID, Int } from 'type-graphql';
import { amendMatch } from '../../changes/amend-match.js';
import { restoreMatch, restoreMatches, voidMatch, voidMatches } from '../../changes/match-status.js';
import { mergePlayers, unmergePlayers } from '../../changes/merge-players.js';
import { configureRatingSystem, recomputeLeague } from '../../changes/rating-system.js';
import type { NeedsSeal } from '../../kit/needs.js';
import { cancelRecompute } from '../../league-log/follow-recompute.js';
import type { MatchKey } from '../../match-log/match.js';
import { field, inputType, NEEDS_ADMIN, optional, type ValuesOf } from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { DETAILS, SideInput, WEIGHT } from '../match/match.input.js';
import { MatchType } from '../match/match.type.js';
import { change, mutation } from '../mutation.js';
import { PlayerType } from '../player/player.type.js';
import { DateTimeScalar, idNumber, JsonScalar, leagueKey } from '../scalars.js';
import { EffectType, RecomputeType } from './recompute.resolver.js';

/** Input fields of every correction. */
export const reasonAndDryRun = {
  reason: field(String, 'Reason for the audit log, 1 to 200 characters.'),
  dryRun: field(Boolean, 'Whether to return the effect without changing anything.', { defaultValue: false }),
};
const league = field(String, 'Slug of the league.');

const matchAtVersion = {
  match: field(ID, 'Global id of the match.'),
  expectedVersion: field(Int, 'The version of the match that you read.'),
};
const theMatch = { ...matchAtVersion, ...reasonAndDryRun };

const MatchAtVersionInput = inputType('MatchAtVersionInput', 'A match, as you read it.', matchAtVersion);

const theMatches = {
  league,
  matches: field([MatchAtVersionInput], '1 to 1,000 matches of the league, each once.'),
  ...reasonAndDryRun,
};

export const correction = {
  effect: optional(
    EffectType,
    'What the correction did or would do; null if it was refused, changed nothing or was handed to a recompute.',
  ),
  recompute: optional(
    RecomputeType,
    'The job that carries out a correction with too many matches to rate in one request; null otherwise.',
  ),
};

const matchCorrection = {
  ...correction,
  match: optional(MatchType, 'The match as it is now; null if the request was refused.'),
};

const matchesCorrection = {
  ...correction,
  matches: optional([MatchType], 'The matches as they are now, in the order of the request; null if it was refused.'),
};

const playerCorrection = {
  ...correction,
  player: optional(PlayerType, 'The player; null if the request was refused.'),
};

export const leagueCorrection = {
  ...correction,
  league: optional(LeagueType, 'The league as it is now; null if the request was refused.'),
};

mutation('voidMatch', {
  description: `Withdraws a match and updates every later rating. ${NEEDS_ADMIN}`,
  input: 'A match to withdraw.',
  fields: theMatch,
  payload: matchCorrection,
  run: (input, context) => change(context, voidMatch, { ...input, ...namedMatch(context.app, input.match) }),
});

mutation('restoreMatch', {
  description: `Restores a withdrawn match so that it counts again. ${NEEDS_ADMIN}`,
  input: 'A withdrawn match to restore.',
  fields: theMatch,
  payload: matchCorrection,
  run: (input, context) => change(context, restoreMatch, { ...input, ...namedMatch(context.app, input.match) }),
});

mutation('voidMatches', {
  description: `Withdraws several matches in one correction: all or none, with one update of the later ratings. Matches that are void already stay as they are. ${NEEDS_ADMIN}`,
  input: 'Matches of a league to withdraw together.',
  fields: theMatches,
  payload: matchesCorrection,
  run: (input, context) => change(context, voidMatches, { ...input, matches: correctedMatches(context.app, input) }),
});

mutation('restoreMatches', {
  description: `Restores several withdrawn matches in one correction: all or none. Matches that count already stay as they are. ${NEEDS_ADMIN}`,
  input: 'Withdrawn matches of a league to restore together.',
  fields: theMatches,
  payload: matchesCorrection,
  run: (input, context) => change(context, restoreMatches, { ...input, matches: correctedMatches(context.app, input) }),
});

mutation('amendMatch', {
  description: `Corrects when a match was played, who played and how it ended, and updates every later rating. ${NEEDS_ADMIN}`,
  input: 'Corrections to a match; omitted fields stay as they are.',
  fields: {
    ...theMatch,
    playedAt: optional(DateTimeScalar, 'When the match was actually played.'),
    sides: optional([SideInput], 'All sides, as in a submission: 2 to 200 sides, at most 256 participants.'),
    newPlayers: optional(
      [String],
      'Handles in `sides` of players new to the league, at most 256. Any other handle in `sides` that has never been in the league is refused, because most such handles are mistyped.',
    ),
    weight: optional(Float, `${WEIGHT} An explicit null makes it 1.`),
    details: optional(
      JsonScalar,
      `${DETAILS} An explicit null removes the details. If only the details change, no rating is computed again.`,
    ),
  },
  payload: matchCorrection,
  run: (input, context) => change(context, amendMatch, { ...input, ...namedMatch(context.app, input.match) }),
});

mutation('mergePlayers', {
  description: `Merges two handles of one person into one history in a league; unmergePlayers undoes it. ${NEEDS_ADMIN}`,
  input: 'Two handles of one person in a league.',
  fields: {
    league,
    player: field(
      String,
      'Handle or account of the player whose matches move to the other player; the handle remains an alias.',
    ),
    into: field(String, 'Handle that receives the matches.'),
    ...reasonAndDryRun,
  },
  payload: playerCorrection,
  run: (input, context) => change(context, mergePlayers, input),
});

mutation('unmergePlayers', {
  description: `Separates a merged handle, which regains its own history. ${NEEDS_ADMIN}`,
  input: 'A merge to undo.',
  fields: {
    league,
    player: field(String, 'Handle that was merged into another.'),
    ...reasonAndDryRun,
  },
  payload: playerCorrection,
  run: (input, context) => change(context, unmergePlayers, input),
});

mutation('configureRatingSystem', {
  description: `Changes the rating system or settings of a league and rates its whole log again. ${NEEDS_ADMIN}`,
  input: 'A new rating system or new settings for a league.',
  fields: {
    league,
    ratingSystem: field(String, 'Key of an installed rating system.'),
    settings: field(
      JsonScalar,
      "Settings that match the rating system's `settingsSchema`. Omitted settings take their defaults; `{}` means all defaults.",
    ),
    ...reasonAndDryRun,
  },
  payload: leagueCorrection,
  run: (input, context) => change(context, configureRatingSystem, input),
});

mutation('recomputeLeague', {
  description: `Rates a league's whole log again, for example after an upgrade of its rater. ${NEEDS_ADMIN}`,
  input: 'A league to rate again.',
  fields: { league, reason: reasonAndDryRun.reason },
  payload: leagueCorrection,
  run: (input, context) => change(context, recomputeLeague, input),
});

mutation('cancelRecompute', {
  description: `Cancels a recompute; the board stays as it is. A recompute that is over is not changed. ${NEEDS_ADMIN}`,
  input: 'A recompute to cancel.',
  fields: { recompute: field(ID, 'Global id of the recompute.') },
  payload: { recompute: optional(RecomputeType, 'The recompute; null if there is none.') },
  run: async (input, { app, access }) => ({
    recompute: await cancelRecompute(app, access, idNumber(app, 'Recompute', input.recompute), input.recompute),
  }),
});

function correctedMatches(needs: NeedsSeal, { matches }: ValuesOf<typeof theMatches>) {
  return matches.map(({ match, expectedVersion }) => ({ ...namedMatch(needs, match), expectedVersion }));
}

function namedMatch(needs: NeedsSeal, given: string): { readonly match: MatchKey | null; readonly given: string } {
  const key = leagueKey(needs, 'Match', given);
  return { match: key && { leagueId: key.leagueId, sequence: key.id }, given };
}
