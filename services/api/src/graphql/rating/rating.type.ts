import { Float, Int } from 'type-graphql';
import type { RatingMove } from '../../rating/rating.js';
import { connectionType } from '../connection.js';
import { type FieldOf, field, nodeType, objectType, optional } from '../declare.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

export const RatingType = nodeType('Rating', "A player's current rating in a league.", {
  value: optional(Float, 'Rating in points; null if the player is not rated yet.'),
  deviation: optional(
    Float,
    "One standard deviation of the value, in points, as of the last match or the league's latest midnight, whichever is later; null if the rater has none.",
  ),
  score: optional(Float, 'What the board is sorted by, highest first; null sorts last.'),
  display: field(String, 'The rating as the rater formats it for display.'),
  isProvisional: field(
    Boolean,
    'Whether the player has no rank: the rating is too uncertain, they have played too few or too old matches for `League.minMatches` and `League.activeWithin`, or they are hidden.',
  ),
  isHidden: field(
    Boolean,
    'Whether an admin has hidden the player from the boards of the league. Their matches are rated as before, and everything else about them can be read.',
  ),
  matchesPlayed: field(Int, 'Number of rated matches.'),
  wins: field(Int, "Number of rated matches that the player's side won outright."),
  draws: field(Int, "Number of rated matches in which the player's side shared first place."),
  losses: field(Int, "Number of rated matches in which another side finished ahead of the player's."),
  peak: optional(Float, 'Highest value after any match; null if the player has had none.'),
  lastPlayedAt: optional(DateTimeScalar, "When the player's newest rated match was played; null if there is none."),
});

export const RatingValueType = objectType('RatingValue', 'A rating at one moment.', {
  value: optional(Float, 'Rating in points; null if the player was not rated yet.'),
  deviation: optional(Float, 'One standard deviation, in points; null if the rater has none.'),
});

export const ContributionType = objectType('Contribution', "One opponent's part in a rating change.", {
  opponentValue: optional(Float, "The opponent's value before the match; null if they had none."),
  expected: field(Float, 'Expected score against the opponent, 0 to 1.'),
  actual: field(Float, 'Score against the opponent: 1 for a win, 0.5 for a tie, 0 for a loss.'),
  weight: field(Float, "Weight of the pair in the rater's own unit, 0 or more."),
  delta: optional(
    Float,
    "Points gained from the opponent; null if the player's value before or after is null. The deltas and the points of `RatingChange.adjustments` add up to the change.",
  ),
});

export const AdjustmentType = objectType(
  'Adjustment',
  'A cause of a rating change other than the opponents, for example a cap or a floor.',
  {
    reason: field(
      String,
      "The rating system's own short name for it. Of those that are built in: `cap`, `fading`, `floor`, `luck`, `period`.",
    ),
    points: field(Float, 'Points gained by it.'),
  },
);

export const RatingChangeType = nodeType('RatingChange', "What one match did to one player's rating.", {
  before: field(
    RatingValueType,
    "The rating just before the match: the rating after the player's previous match, adjusted for the time since. Not adjusted if the rating system cannot restore its states.",
  ),
  after: field(RatingValueType, 'The rating just after the match.'),
  delta: optional(
    Float,
    'Points gained by the match; the contributions and adjustments add up to it. Equals `after` minus `before`, except that changes due to time are left out. Null if the value before or after is null.',
  ),
  expectedScore: field(Float, 'Sum of the expected scores against all opponents.'),
  actualScore: field(Float, 'Sum of the scores against all opponents.'),
  revision: field(Int, "Revision of the league's ratings with this change; later revisions left it unchanged."),
});

export const StandingType = objectType('Standing', 'A place on the board.', {
  rank: optional(
    Int,
    'Starts at 1; equal scores share a rank. Null for provisional players, who are below all others.',
  ),
  rating: field(RatingType, "The player's rating."),
});

export const RatingConnection = connectionType('Rating', RatingType, 'ratings', { isPartly: true });
export const RatingChangeConnection = connectionType('RatingChange', RatingChangeType, 'rating changes');
export const StandingConnection = connectionType('Standing', StandingType, 'standings', {
  counts: 'places on the board',
});

const RatingMoveCauseEnum = enumOf<NonNullable<RatingMove['cause']>>(
  'RatingMoveCause',
  'Why a correction moves a rating.',
  {
    CORRECTED: "The player's own matches were corrected, also those as a guest.",
    FOLLOWED: 'The player has since met somebody whose rating the correction moves.',
  },
);

export const RatingMoveType = objectType('RatingMove', "Change of a player's rating.", {
  before: field(RatingValueType, 'The rating before.'),
  after: field(RatingValueType, 'The rating after.'),
  rankBefore: optional(Int, 'Rank before, from 1; null without a rank, and in predictions.'),
  rankAfter: optional(Int, 'Rank after, from 1; null without a rank, and in predictions.'),
  peakBefore: optional(
    Float,
    'Highest value after any match, before the change; null if there was none, and where it was not compared.',
  ),
  peakAfter: optional(
    Float,
    'Highest value after any match, after the change; null if there is none, and where it was not compared.',
  ),
  cause: optional(
    RatingMoveCauseEnum,
    'Why a correction moves the rating; null if it rates the whole log again, and in predictions.',
  ),
});

export const PredictedSideType = objectType('PredictedSide', "A side's chance to win.", {
  winProbability: field(
    Float,
    'Chance to win, 0 to 1; a draw counts as half a win. The chances of all sides add up to 1.',
  ),
  place: field(Int, 'The place that the chances foresee: 1 for the greatest chance; equal chances share a place.'),
});

export const PredictedOutcomeType = objectType(
  'PredictedOutcome',
  'What one outcome would do to the ratings if the match were played now.',
  {
    placements: field([Int], 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.', {
      cost: { predictedLength: ({ sides }) => sides },
    }),
  },
);

export const PredictionType = objectType(
  'Prediction',
  "Each side's chance to win, and what each outcome would do to the ratings. Ratings that change with time are taken as of now.",
  {},
);

/** The argument with the roles of sides. */
export const roles: FieldOf<(string | null)[], true> = {
  type: [String],
  description:
    'What each side is in the game, such as `home` and `away`, in the order of `sides`; null for a side without a role. Omitted if no side has one.',
  nullable: 'itemsAndList',
};
