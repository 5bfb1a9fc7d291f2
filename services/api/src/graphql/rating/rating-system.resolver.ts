import { defaultSettings, type Preset, type Rater } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, type MaybePromise, Query, Resolver, Root } from 'type-graphql';
import { makeList } from '../../kit/paging/response-size.js';
import { orElse } from '../../raters/apart.js';
import { isRaterMissing, type MissingRater, NO_FORMATS } from '../../raters/missing-rater.js';
import { type Context, standIn } from '../context.js';
import { Cost } from '../limits/cost.js';
import { JsonScalar } from '../scalars.js';
import { MatchFormats, RatingPresetType, RatingSystemType } from './rating-system.type.js';

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

  @FieldResolver(() => Boolean)
  usesWeight(@Root() rater: Rater | MissingRater): boolean {
    return !isRaterMissing(rater) && rater.usesWeight === true;
  }

  @FieldResolver(() => MatchFormats)
  formats(@Root() rater: Rater | MissingRater, @Ctx() { outcome }: Context): MatchFormats {
    return isRaterMissing(rater) ? NO_FORMATS : formatsOf(rater, defaultSettings(rater.settings), outcome);
  }
}

/** What a rater can rate with some settings: nothing if it is missing, or fails. */
export function formatsOf(rater: Rater | undefined, settings: unknown, outcome: Context['outcome']): MatchFormats {
  if (!rater) return NO_FORMATS;
  return orElse(
    () => rater.formats(settings),
    () => {
      standIn(outcome);
      return NO_FORMATS;
    },
  );
}
