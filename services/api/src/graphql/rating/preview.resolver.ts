import { Float, Int } from 'type-graphql';
import { outcomesWork } from '../../reading/prediction.js';
import { previewRating } from '../../reading/preview-rating.js';
import { field, type Of, objectType, optional, queries } from '../declare.js';
import { orErrors } from '../mutation.js';
import { checkTime, DateTimeScalar, JsonScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';
import { RatingValueType, roles } from './rating.type.js';

const PreviewedSide = objectType('PreviewedSide', "A previewed side's chance to win.", {
  players: field([String], 'The names, in the order requested.'),
  winProbability: field(Float, 'Chance to win, 0 to 1; the chances of all sides add up to 1.'),
});

const PreviewedChange = objectType('PreviewedChange', "What an outcome would do to one newcomer's rating.", {
  player: field(String, 'The name, as requested.'),
  before: field(RatingValueType, 'The rating of a newcomer.'),
  after: field(RatingValueType, 'The rating after the match.'),
  delta: optional(Float, 'Points gained; null if the value before or after is null.'),
});

const PreviewedOutcome = objectType('PreviewedOutcome', 'What one outcome would do to the ratings of newcomers.', {
  placements: field([Int], 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.', {
    cost: { predictedLength: ({ sides }) => sides },
  }),
  changes: field([PreviewedChange], 'The ratings that would change.', {
    cost: { predictedLength: ({ players }) => players },
  }),
});

const PreviewRatingPayload = objectType(
  'PreviewRatingPayload',
  'Result of previewRating: the effect of a first match between newcomers.',
  {
    sides: optional([PreviewedSide], 'The sides, in the order requested; null if the request was refused.', {
      cost: { predictedLength: ({ sides }) => sides },
    }),
    ifOutcome: optional(
      [PreviewedOutcome],
      'One outcome for each side as the winner, and one for a draw between all sides, or the one of `placements`; null if the request was refused.',
      { cost: { predictedLength: ({ sides }) => sides + 1 } },
    ),
    matchesForRank: optional(
      Int,
      'Rated matches that a player needs for a rank by this rating system: 1 or more; null if the request was refused.',
    ),
    errors: field(
      [UserError],
      'Why the request was refused, one error for each wrong setting; empty if it was accepted.',
    ),
  },
);

queries({
  previewRating: optional(
    PreviewRatingPayload,
    'Effect of a first match between newcomers under a rating system with these settings; for choosing settings before creating a league. Null if the rating system fails; `errors` says why.',
    {
      args: {
        ratingSystem: field(String, 'Key of the rating system.'),
        sides: field([[String]], 'Any names on each side, at most 100 in all, each once; they need not be players.'),
        settings: optional(JsonScalar, 'Settings; those omitted have their defaults.'),
        roles,
        placements: optional(
          [Int],
          'Placements of the sides, 1 for the first, as the only outcome to preview. If omitted, each side wins once, and there is a draw.',
        ),
        at: optional(DateTimeScalar, 'When the match is played. Now if omitted, or if the time has passed.'),
      },
      cost: { work: (_, { sides, players }) => outcomesWork(sides, players) },
    },
    (
      _root,
      { app, size },
      { ratingSystem, sides, settings, roles, placements, at },
    ): Promise<Of<typeof PreviewRatingPayload>> => {
      return orErrors(async () => {
        const match = { at: checkTime('at', at) ?? null, roles: roles ?? null, placements: placements ?? null };
        return previewRating(app, ratingSystem, settings ?? {}, sides, size, match);
      }) as Promise<Of<typeof PreviewRatingPayload>>;
    },
  ),
});
