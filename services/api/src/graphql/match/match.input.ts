import { Float, Int } from 'type-graphql';
import { field, inputType, optional } from '../declare.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { SideStatusEnum } from './match.type.js';

const ScoreAgainstInput = inputType(
  'ScoreAgainstInput',
  'Points earned against one opponent, in games that count them separately.',
  {
    opponent: field(String, 'Handle of a player on another side.'),
    score: field(Float, 'Points earned against the opponent.'),
  },
);

export const ParticipantInput = inputType('ParticipantInput', "One player's part in a match.", {
  player: field(
    String,
    "Handle of the player, who is one person in all leagues of the instance: 1 to 64 Unicode letters, digits and `_ . -`, not starting with `.` or `-`; case is ignored. An unknown handle creates a player if the league permits it. New handles use one script, with that script's digits; Chinese, Japanese and Korean may be mixed with Latin. Or an account that is linked to a player the league may know of, such as `discord:1234`; no handle has a colon. With `proposedHandle` or `displayName`, an account that is linked to nobody brings in a new player.",
  ),
  isGuest: optional(Boolean, 'Whether the player is a guest, who takes part but is not rated; false if omitted.'),
  score: optional(Float, 'Points that the player earned.'),
  minutesPlayed: optional(Float, 'Minutes played, 0 or more; the whole game if omitted.'),
  scoresAgainst: optional(
    [ScoreAgainstInput],
    'Points earned against individual opponents, at most 256, each opponent once.',
  ),
  displayName: optional(
    String,
    'Name to show for the player if this match brings them in; ignored if the league or everybody knows them already, or if it cannot be a display name. It is no part of the content of the match.',
  ),
  proposedHandle: optional(
    String,
    'For an account that is linked to nobody: text to make the handle of a new player from, to whom the account is then linked. If it cannot be a handle, characters are replaced; if the handle is taken or looks like a taken one, a number follows: `ann-2`. If only `displayName` is given, the handle is made from that. Ignored if the account is known, and in amendments. It is no part of the content of the match.',
  ),
});

export const SideInput = inputType('SideInput', 'One or more participants who win or lose together.', {
  status: optional(
    SideStatusEnum,
    'How the side ended the match; FINISHED if omitted. A side that did not finish needs no placement and no score; `League.statusRules` says how it is rated.',
  ),
  participants: field([ParticipantInput], 'At least 1; a match has at most 256 participants.'),
  placement: optional(
    Int,
    '1 is best; equal placements are a tie. Set it for all sides that finished, or for none; without placements, scores decide.',
  ),
  score: optional(Float, "Points of the side; the sum of its participants' points if omitted."),
  name: optional(String, 'Name of the team.'),
  role: optional(
    String,
    'Role of the side in the game, in 1 to 40 characters: `home`, `white`, `attacker`. A league that fits its chances can learn the value of the role.',
  ),
});

export const WEIGHT =
  'How much the match counts, greater than 0 and at most 1,000,000: 2 counts twice as much as 1. Rating systems that do not use it (`RatingSystem.usesWeight`) rate the match like any other, and the league stores the weight.';

export const DETAILS =
  'Anything else worth showing about the match, such as its map, its mode or a link to a replay: a JSON object of at most 2,048 bytes, nested at most 4 levels deep. It changes no rating.';

export const MatchInput = inputType('MatchInput', 'A match to submit.', {
  externalId: field(String, 'Your own id for the match, unique in the league. Sending the same match again is safe.'),
  playedAt: optional(
    DateTimeScalar,
    'When the match was played, at most 5 minutes in the future. Required: a match without it is rejected, but not the rest of the submission.',
  ),
  sides: field([SideInput], '2 to 200 sides, within the limits of the rating system.'),
  weight: optional(Float, `${WEIGHT} 1 if omitted.`),
  details: optional(JsonScalar, DETAILS),
});
