import { ConfigureRatingSystemDocument } from '@openladder/client/operations';
import { presetWords } from '../../parts/system-words.js';
import { useWords } from '../../ui.js';
import { Form } from '../form.js';
import { mutation, type Params, withReason, withWord } from '../page.js';
import { places } from '../urls.js';
import { placeAfter } from './plan.js';

interface Unranked {
  readonly slug: string;
  readonly ratingSystem?: { readonly system: { readonly key?: string; readonly title?: string } };
  readonly nobodyRanked: {
    readonly reason: string;
    readonly mostMatches: number;
    readonly preset: string | null;
    readonly presetSettings?: unknown;
  } | null;
}

/** Matches after which the cause is a rating system without a preset, and not the short history. */
const MANY_MATCHES = 50;

/** Reports that the rating system gives nobody a rank, and names a preset that does: with a button to apply it, or a link to the form. */
export function NobodyRanked({ league }: { readonly league: Unranked }) {
  const { t, format, words } = useWords('ratingPage');
  const { slug, ratingSystem, nobodyRanked } = league;
  if (nobodyRanked?.reason !== 'TOO_UNCERTAIN') return null;
  const { mostMatches, preset, presetSettings } = nobodyRanked;
  if (preset === null && mostMatches < MANY_MATCHES) return null;
  const key = ratingSystem?.system.key;
  const name = preset && presetWords(key, preset, t).name;
  return (
    <section class="notice" id="nobody-ranked">
      <p>{words.unrankable(format.count(mostMatches), name)}</p>
      {preset !== null && presetSettings === undefined && (
        <a href={`${places.rating(slug)}#nobody-ranked`}>{t.console.tabs.rating}</a>
      )}
      {preset !== null && presetSettings !== undefined && (
        <Form
          action="applyPreset"
          class=""
          hidden={{
            ratingSystem: key,
            settings: JSON.stringify(presetSettings),
            reason: words.presetReason(name!),
          }}
          send={words.applyPreset(name!)}
        />
      )}
    </section>
  );
}

/** Configures the rating system of a league by one click. */
export const applyPreset = mutation(
  ConfigureRatingSystemDocument,
  (form, params) => ({
    ...withReason(form, params),
    ratingSystem: form.text('ratingSystem'),
    settings: form.json('settings'),
    dryRun: false,
  }),
  (params, { configureRatingSystem }) => placeAfter(params, configureRatingSystem, () => configured(params)),
);

/** The page after the rating system is configured. */
export function configured({ league }: Params): string {
  return withWord(places.rating(league), 'configured');
}
