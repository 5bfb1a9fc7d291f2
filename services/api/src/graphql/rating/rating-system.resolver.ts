import { defaultSettings, type Preset, type Rater, RaterFault } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, Int, type MaybePromise, Query, Resolver, Root } from 'type-graphql';
import { makeList } from '../../kit/paging/response-size.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import { Unavailable } from '../../kit/unavailable.js';
import { orElse } from '../../raters/apart.js';
import { isRaterMissing, type MissingRater, NO_FORMATS } from '../../raters/missing-rater.js';
import { MAX_SIDES_TRIED, type Unrankable, whyUnrankable } from '../../reading/unrankable.js';
import { computed, computeFields } from '../computed.js';
import { type Context, standIn } from '../context.js';
import type { Of } from '../declare.js';
import { Cost } from '../limits/cost.js';
import { JsonScalar } from '../scalars.js';
import { MatchFormats, RatingPresetType, RatingSystemType, UnrankableType } from './rating-system.type.js';

/** Points that a rater costs, with its settings. */
const FIELDS = 200;

@Resolver(() => RatingSystemType)
export class RatingSystemResolver {
  @Query(() => [RatingSystemType], { description: 'The installed raters, ordered by key.' })
  ratingSystems(@Ctx() { app, size }: Context): MaybePromise<readonly Rater[]> {
    const raters = [...app.raters.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return makeList(size, raters.length * FIELDS, raters);
  }

  @Query(() => RatingSystemType, {
    nullable: true,
    description: 'The rater with this key; null if none is installed.',
  })
  ratingSystem(
    @Arg('key', () => String, { description: 'For example `zonestats`, `performance`, `timed-glicko`.' }) key: string,
    @Ctx() { app }: Context,
  ): Rater | null {
    return app.raters.get(key) ?? null;
  }

  @FieldResolver(() => Boolean)
  isInstalled(@Root() rater: Rater | MissingRater): boolean {
    return !isRaterMissing(rater);
  }

  // Some kilobytes of JSON.
  @Cost({ work: 100 })
  @FieldResolver(() => JsonScalar)
  settingsSchema(@Root() rater: Rater | MissingRater): unknown {
    return rater.settings;
  }

  @Cost({ work: 20 })
  @FieldResolver(() => JsonScalar)
  defaultSettings(@Root() rater: Rater | MissingRater): unknown {
    return defaultSettings(rater.settings);
  }

  @FieldResolver(() => [RatingPresetType])
  presets(@Root() rater: Rater | MissingRater): readonly Preset<unknown>[] {
    return isRaterMissing(rater) ? [] : (rater.presets ?? []);
  }

  // Some hundreds of matches are rated.
  @Cost({ work: 5_000 })
  @FieldResolver(() => UnrankableType, {
    nullable: true,
    description:
      'For choosing settings before creating a league: with which preset players have a rank, if nobody has one with these settings after many matches. Null if somebody has one, if the rating system with these settings does not rate such matches, or if it fails.',
  })
  async unrankable(
    @Root() rater: Rater | MissingRater,
    @Ctx() { app, outcome }: Context,
    @Arg('sides', () => Int, {
      defaultValue: MAX_SIDES_TRIED,
      description: `Sides of each match, with a player each: 2 to ${MAX_SIDES_TRIED}.`,
    })
    sides: number,
    @Arg('preset', () => String, {
      nullable: true,
      description: 'Name of a preset of the rating system, whose settings count where `settings` says nothing.',
    })
    preset?: string,
    @Arg('settings', () => JsonScalar, { nullable: true, description: 'Settings; those omitted have their defaults.' })
    settings?: object,
  ): Promise<Unrankable | null> {
    if (sides < 2 || sides > MAX_SIDES_TRIED) {
      throw new Refused(refuse('RANGE', ['sides'], { field: 'sides', min: 2, max: MAX_SIDES_TRIED, value: sides }));
    }
    if (isRaterMissing(rater)) return null;
    const chosen = preset == null ? null : presetOf(rater, preset);
    try {
      return await whyUnrankable(app, rater.key, { ...(chosen?.settings as object), ...settings }, sides);
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof RaterFault)) throw error;
      standIn(outcome);
      return null;
    }
  }
}

computeFields<Rater | MissingRater>(RatingSystemType, {
  usesWeight: computed(
    Boolean,
    'Whether a match counts by its `weight`. False if the rating system ignores weights: they are stored, and every match counts alike.',
    (rater) => !isRaterMissing(rater) && rater.usesWeight === true,
  ),
  formats: computed(
    MatchFormats,
    'What the rating system can rate with its default settings; all 0 if it does not say.',
    (rater, { outcome }) =>
      isRaterMissing(rater) ? NO_FORMATS : formatsOf(rater, defaultSettings(rater.settings), outcome),
  ),
});

/** @throws Refused if the rater has no preset with this name */
function presetOf({ presets = [] }: Rater, name: string): Preset<unknown> {
  const preset = presets.find((each) => each.name === name);
  if (preset) return preset;
  const values = [...presets.map((each) => each.name), 'null'];
  throw new Refused(refuse('ONE_OF', ['preset'], { field: 'preset', values, value: shown(name) }));
}

/** What a rater can rate with some settings: nothing if it is missing, or fails. */
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
