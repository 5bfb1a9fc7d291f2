import { Int } from 'type-graphql';
import { field, objectType, optional } from '../declare.js';
import { JsonScalar } from '../scalars.js';

export const MatchFormats = objectType('Formats', 'Matches that a rating system can rate.', {
  minSides: field(Int, 'Fewest sides in a match.'),
  maxSides: optional(Int, 'Most sides in a match; null if there is no limit.'),
  minPlayersPerSide: field(Int, 'Fewest players on a side.'),
  maxPlayersPerSide: optional(Int, 'Most players on a side; null if there is no limit.'),
});

export const OtherFormatsType = objectType(
  'OtherFormats',
  'Matches that a rating system can rate with another value of one setting.',
  {
    settings: field(JsonScalar, 'The setting and that value, such as `{ "multiplayer": "pairwise" }`.'),
    formats: field(MatchFormats, 'What it can rate with it.'),
  },
);

export const RatingPresetType = objectType(
  'RatingPreset',
  'Settings of a rating system that serve some leagues better than its defaults.',
  {
    name: field(String, 'What it is for, in a few words; unique in its rating system.'),
    reason: field(String, 'Why a league would choose it.'),
    settings: field(
      JsonScalar,
      'The settings that differ from the defaults; input of createLeague and configureRatingSystem.',
    ),
  },
);

export const UnrankableType = objectType(
  'Unrankable',
  'A rating system that gives nobody a rank in matches of some size.',
  {
    matches: field(Int, 'So many matches were tried between the same newcomers, and all are provisional.'),
    preset: optional(
      String,
      'Name of the preset of the rating system with which players have a rank; null if there is none.',
    ),
    presetSettings: optional(
      JsonScalar,
      'The settings with those of the preset, as input of createLeague; null without one.',
    ),
  },
);

export const RatingSystemType = objectType('RatingSystem', 'A rater: a way to turn matches into ratings.', {
  key: field(String, 'Stable name, for example `timed-glicko`.'),
  title: field(String, 'Display name.'),
  version: field(
    String,
    'Semantic version; the same version replays ratings exactly. If the rater is missing, the version that rated the league.',
  ),
  summary: field(String, 'What the rating system is good for.'),
  source: field(String, 'Where the rating system was published.'),
});
