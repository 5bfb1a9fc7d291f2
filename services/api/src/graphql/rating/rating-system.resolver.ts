import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type Preset, type Rater, RaterFault } from '@openladder/rating';
import { Int } from 'type-graphql';
import { checkWithin } from '../../kit/paging/page.js';
import { makeList } from '../../kit/paging/response-size.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import { Unavailable } from '../../kit/unavailable.js';
import { orElse } from '../../raters/apart.js';
import { isRaterMissing, type MissingRater, NO_FORMATS } from '../../raters/raters.js';
import { otherFormats, type SettingValues } from '../../raters/rating-system.js';
import { MAX_SIDES_TRIED, whyUnrankable } from '../../reading/nobody-ranked.js';
import { type Context, standIn } from '../context.js';
import { computeFields, field, type Of, objectType, optional, queries } from '../declare.js';
import { JsonScalar } from '../scalars.js';

export const MatchFormats = objectType('Formats', 'Matches that a rating system can rate.', {
  minSides: field(Int, 'Fewest sides in a match.'),
  maxSides: optional(Int, 'Most sides in a match; null if there is no limit.'),
  minPlayersPerSide: field(Int, 'Fewest players on a side.'),
  maxPlayersPerSide: optional(Int, 'Most players on a side; null if there is no limit.'),
});

const OtherFormatsType = objectType(
  'OtherFormats',
  'Matches that a rating system can rate with another value of one setting.',
  {
    settings: field(JsonScalar, 'The setting and that value, such as `{ "multiplayer": "pairwise" }`.'),
    formats: field(MatchFormats, 'What it can rate with it.'),
  },
);

const RatingPresetType = objectType(
  'RatingPreset',
  'Settings of a rating system that serve some leagues better than its defaults.',
  {
    name: field(String, 'What it is for, in a few words; unique in its rating system.'),
    reason: field(String, 'Why a league would choose it.'),
    settings: field(
      JsonScalar,
      'The settings that differ from the defaults; input of createLeague and configureRatingSystem.',
    ),
    formats: field(
      MatchFormats,
      'What the rating system can rate with these settings; all 0 if it does not say.',
      ({ rater, settings }: Preset<unknown> & { readonly rater: Rater }, { outcome }) =>
        formatsOf(rater, { ...defaultSettings<SettingValues>(rater.settings), ...(settings as object) }, outcome),
    ),
  },
);

const UnrankableType = objectType('Unrankable', 'A rating system that gives nobody a rank in matches of some size.', {
  matches: field(Int, 'So many matches were tried between the same newcomers, and all are provisional.'),
  preset: optional(
    String,
    'Name of the preset of the rating system with which players have a rank; null if there is none.',
  ),
  presetSettings: optional(
    JsonScalar,
    'The settings with those of the preset, as input of createLeague; null without one.',
  ),
});

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

/** Points that a rater costs, with its settings. */
const FIELDS = 200;

queries({
  ratingSystems: field([RatingSystemType], 'The installed raters, ordered by key.', (_root, { app, size }) => {
    const raters = [...app.raters.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return makeList(size, raters.length * FIELDS, raters);
  }),
  ratingSystem: optional(
    RatingSystemType,
    'The rater with this key; null if none is installed.',
    { args: { key: field(String, 'For example `zonestats`, `performance`, `timed-glicko`.') } },
    (_root, { app }, { key }) => app.raters.get(key) ?? null,
  ),
});

computeFields<Rater | MissingRater>(RatingSystemType, {
  isInstalled: field(
    Boolean,
    'Whether this service has the rater. A league whose rater is missing is readable, but its matches are refused with RATER_MISSING.',
    (rater) => !isRaterMissing(rater),
  ),
  // Some kilobytes of JSON.
  settingsSchema: field(
    JsonScalar,
    'JSON Schema of the settings; each has a default and a description with its meaning, unit and source.',
    { cost: { work: 100 } },
    (rater) => rater.settings,
  ),
  defaultSettings: field(JsonScalar, 'Default value of every setting.', { cost: { work: 20 } }, (rater) =>
    defaultSettings(rater.settings),
  ),
  presets: field([RatingPresetType], 'Settings to choose instead of the defaults; empty if there are none.', (rater) =>
    isRaterMissing(rater) ? [] : (rater.presets ?? []).map((preset) => ({ ...preset, rater })),
  ),
  // Some hundreds of matches are rated.
  unrankable: optional(
    UnrankableType,
    'For choosing settings before creating a league: with which preset players have a rank, if nobody has one with these settings after many matches. Null if somebody has one, if the rating system with these settings does not rate such matches, or if it fails.',
    {
      args: {
        sides: field(Int, `Sides of each match, with a player each: 2 to ${MAX_SIDES_TRIED}.`, {
          defaultValue: MAX_SIDES_TRIED,
        }),
        preset: optional(
          String,
          'Name of a preset of the rating system, whose settings apply where `settings` has none.',
        ),
        settings: optional(JsonScalar, 'Settings; those omitted have their defaults.'),
      },
      cost: { work: 5_000 },
    },
    async (rater, { app, outcome }, { sides, preset, settings }) => {
      checkWithin('sides', sides, 2, MAX_SIDES_TRIED);
      if (isRaterMissing(rater)) return null;
      const chosen = preset == null ? null : presetOf(rater, preset);
      try {
        return await whyUnrankable(app, rater.key, { ...(chosen?.settings as object), ...(settings as object) }, sides);
      } catch (error) {
        if (!(error instanceof Unavailable || error instanceof RaterFault)) throw error;
        standIn(outcome);
        return null;
      }
    },
  ),
  usesWeight: field(
    Boolean,
    'Whether a match counts by its `weight`. False if the rating system ignores weights: they are stored, and every match counts alike.',
    (rater) => !isRaterMissing(rater) && rater.usesWeight === true,
  ),
  formats: field(
    MatchFormats,
    'What the rating system can rate with its default settings; all 0 if it does not say.',
    (rater, { outcome }) =>
      isRaterMissing(rater) ? NO_FORMATS : formatsOf(rater, defaultSettings(rater.settings), outcome),
  ),
  otherFormats: field(
    [OtherFormatsType],
    'What else it can rate with another value of one setting than the default; empty if there is no such setting.',
    (rater, { outcome }) => (isRaterMissing(rater) ? [] : otherFormatsOf(rater, outcome)),
  ),
});

/** Each of the other formats once. */
function otherFormatsOf(rater: Rater, outcome: Context['outcome']): Of<typeof OtherFormatsType>[] {
  const settings = defaultSettings<SettingValues>(rater.settings);
  const known = [formatsOf(rater, settings, outcome)];
  const isNew = ({ formats }: Of<typeof OtherFormatsType>) => {
    if (known.some((one) => isDeepStrictEqual(one, formats))) return false;
    known.push(formats);
    return true;
  };
  return orElse(
    () => [...otherFormats({ rater, settings })].filter(isNew),
    () => {
      standIn(outcome);
      return [];
    },
  );
}

/** @throws Refused if the rater has no preset with this name */
function presetOf({ presets = [] }: Rater, name: string): Preset<unknown> {
  const preset = presets.find((each) => each.name === name);
  if (preset) return preset;
  const values = [...presets.map((each) => each.name), 'null'];
  throw new Refused(refuse('ONE_OF', ['preset'], { field: 'preset', values, value: shown(name) }));
}

/** The formats that a rater can rate with some settings: none if it is missing, or fails. */
export function formatsOf(
  rater: Rater | undefined,
  settings: unknown,
  outcome: Context['outcome'],
): Of<typeof MatchFormats> {
  if (!rater) return NO_FORMATS;
  return orElse(
    () => rater.formats(settings),
    () => {
      standIn(outcome);
      return NO_FORMATS;
    },
  );
}
