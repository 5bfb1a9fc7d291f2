import { Float, Int } from 'type-graphql';
import { connectionType, type FieldOf, field, nodeType, objectType, optional } from '../declare.js';
import { DateTimeScalar } from '../scalars.js';

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
    'Whether an admin has hidden the player from the boards of the league. Their matches are still rated, and everything else about them can be read.',
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

export const RatingConnection = connectionType('Rating', RatingType, 'ratings', { isPartly: true });

/** The argument with the roles of sides. */
export const roles: FieldOf<(string | null)[], true> = {
  type: [String],
  description:
    'What each side is in the game, such as `home` and `away`, in the order of `sides`; null for a side without a role. Omitted if no side has one.',
  nullable: 'itemsAndList',
};
