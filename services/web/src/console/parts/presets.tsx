import type { ConsoleRatingQuery } from '../../operations.js';
import type { PageRequest } from '../../page.js';
import { presetWords } from '../../parts/system-words.js';
import { useUi } from '../../ui.js';
import { given } from '../../urls.js';

/** Settings to choose beside the defaults, as a rating system names them. */
export type Preset = Pick<
  ConsoleRatingQuery['ratingSystems'][number]['presets'][number],
  'name' | 'reason' | 'settings'
>;

/** The preset that the address of a page names; null where it names none. */
export function presetIn<Known extends Preset>(
  { presets }: { readonly presets: readonly Known[] },
  request: PageRequest,
): Known | null {
  return presets.find(({ name }) => name === given(request, 'preset')) ?? null;
}

/** What a preset says differently from the defaults. */
export function settingsOf(preset: Preset | null): Readonly<Record<string, unknown>> {
  return (preset?.settings ?? {}) as Readonly<Record<string, unknown>>;
}

interface PresetsProps {
  /** Of the page that takes the preset from its query. */
  readonly path: string;
  readonly system: { readonly key: string; readonly presets: readonly Preset[] };
  readonly chosen: Preset | null;
}

/** Links that fill the form of the page with the settings of a preset. */
export function Presets({ path, system: { key, presets }, chosen }: PresetsProps) {
  const { t } = useUi();
  if (presets.length === 0) return null;
  return (
    <section>
      <h2>{t.console.presets}</h2>
      <ul class="entries">
        {presets.map((preset) => {
          const words = presetWords(key, preset.name, t);
          return (
            <li>
              <a
                href={`${path}?${new URLSearchParams({ system: key, preset: preset.name })}`}
                aria-current={preset === chosen ? 'true' : undefined}
              >
                {words.name}
              </a>
              <p class="quiet">{words.reason ?? preset.reason}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
