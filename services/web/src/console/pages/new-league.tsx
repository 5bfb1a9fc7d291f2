import { CreateLeagueDocument, type CreateLeagueInput } from '@openladder/client/operations';
import { QUESTIONS } from '@openladder/columns';
import {
  ConsolePreviewRatingDocument,
  type ConsolePreviewRatingQuery,
  type ConsolePreviewRatingQueryVariables,
  ConsoleRatingSystemsDocument,
  type ConsoleRatingSystemsQuery,
  type FormatsFragment,
} from '../../operations.js';
import { enumParam, given, type PageRequest } from '../../page.js';
import { inWords, presetWords } from '../../parts/system-words.js';
import type { Texts } from '../../texts/en/site.js';
import { useUi, useWords } from '../../ui.js';
import { Choice, called, TextField, ZoneField } from '../fields.js';
import { Form, Send } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { type Action, type ConsoleViewProps, defineConsolePage, mutation, useConsole, withWord } from '../page.js';
import { Advice } from '../parts/advice.js';
import { FirstMatch, firstMatch } from '../parts/first-match.js';
import {
  choiceText,
  Presets,
  presetIn,
  SystemSettings,
  settingSchemas,
  settingsIn,
  settingsOf,
} from '../parts/system-settings.js';
import { places } from '../urls.js';

type System = ConsoleRatingSystemsQuery['ratingSystems'][number];

/** A first match, rated by the settings in the form. */
const preview: Action<ConsolePreviewRatingQuery, ConsolePreviewRatingQueryVariables> = {
  document: ConsolePreviewRatingDocument,
  variables: (form) => {
    const sides = form
      .text('_sides')
      .split('|')
      .map((side) => side.split('+'));
    // For a race, one order is more informative than a winner for each side.
    const placements = sides.length > 2 ? sides.map((_, side) => side + 1) : null;
    return { ratingSystem: form.text('ratingSystem'), settings: settingsIn(form), sides, placements };
  },
  errors: ({ previewRating }) => previewRating?.errors ?? [],
  done: () => null,
};

/** Opens a league: the choice of its rating system, then its settings, with a preview of a first match. */
export const newLeague = defineConsolePage({
  path: '/console/new',
  document: ConsoleRatingSystemsDocument,
  variables: (request) => {
    const [system, preset] = [given(request, 'system'), given(request, 'preset') ?? null];
    return { isChosen: system !== undefined, system: system ?? '', preset };
  },
  find: (data: ConsoleRatingSystemsQuery) => data,
  isForPlatform: true,
  head: (_, { t }) => ({ title: t.console.newLeague, scripts: ['own-zone'] }),
  View: NewLeague,
  actions: {
    preview,
    create: mutation(CreateLeagueDocument, leagueInput, (_, { createLeague }, form) => {
      const placeOf = form.text('_then') === 'import' ? places.imports : places.league;
      return withWord(placeOf(createLeague.league!.slug), 'created');
    }),
  },
});

function leagueInput(form: Sent): CreateLeagueInput {
  const name = form.text('name');
  return {
    name,
    slug: form.given('slug') ?? slugOf(name),
    description: form.text('description'),
    visibility: form.text('visibility') as CreateLeagueInput['visibility'],
    timeZone: form.given('timeZone'),
    ratingSystem: form.text('ratingSystem'),
    settings: settingsIn(form),
  };
}

/** A slug from a name: its letters and digits without accents, with dashes between. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
}

function NewLeague({ model, request }: ConsoleViewProps<ConsoleRatingSystemsQuery>) {
  const { t } = useUi();
  const { tried } = useConsole();
  const systems = model.ratingSystems.map((system) => inWords(system, t));
  const preview = tried?.action === 'preview' ? (tried.data as ConsolePreviewRatingQuery | null) : null;
  const chosen = systems.find(({ key }) => key === given(request, 'system'));
  return (
    <>
      <h1>{t.console.newLeague}</h1>
      {chosen ? (
        <SettingsForm
          system={chosen}
          preset={presetIn(chosen, request)}
          who={enumParam(request, 'who', QUESTIONS.who)}
          races={(preview ?? model).chosen?.races ?? null}
          preview={preview}
        />
      ) : (
        <Systems systems={systems} request={request} />
      )}
    </>
  );
}

function Systems({ systems, request }: { readonly systems: readonly System[]; readonly request: PageRequest }) {
  const { t, words } = useWords('newPage');
  return (
    <>
      <p class="lead">{words.choose}</p>
      <Advice request={request} systems={systems} />
      <h2>{words.all}</h2>
      <ul class="cards">
        {systems.map(({ key, title, summary, settingsSchema, formats, otherFormats }) => (
          <li class="card">
            <h3>
              <a href={`${places.newLeague}?${new URLSearchParams({ system: key })}`}>{title}</a>
            </h3>
            <p class="whole about">{summary}</p>
            <Takes formats={formats} />
            {otherFormats.map(({ settings, formats }) => (
              <Takes setting={settingText(settingsSchema, settings as object, t)} formats={formats} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A setting and its value, with the labels of the rating system's form. */
function settingText(schema: unknown, settings: object, t: Texts): string {
  const schemas = Object.fromEntries(settingSchemas(schema));
  return Object.entries(settings)
    .map(([name, value]) => t.named(schemas[name]?.title ?? name, choiceText(String(value), t)))
    .join(', ');
}

interface TakesProps {
  /** The setting with which it rates them; omitted if that is the default. */
  readonly setting?: string;
  readonly formats: FormatsFragment;
}

/** Which matches a rating system can rate. */
function Takes({ setting, formats }: TakesProps) {
  const { words } = useWords('newPage');
  return (
    <p class="facts">
      {setting !== undefined && <span>{words.withSetting(setting)}</span>}
      <span>{words.sides(formats.minSides, formats.maxSides)}</span>
      <span>{words.perSide(formats.minPlayersPerSide, formats.maxPlayersPerSide)}</span>
    </p>
  );
}

interface SettingsFormProps {
  readonly system: System;
  /** The preset whose settings are in the form; null: the defaults. */
  readonly preset: System['presets'][number] | null;
  /** The kind of players, from the admin's answers to the advice. */
  readonly who: (typeof QUESTIONS.who)[number] | undefined;
  /** Why nobody would have a rank in races; null if somebody would. */
  readonly races: NonNullable<ConsoleRatingSystemsQuery['chosen']>['races'];
  readonly preview: ConsolePreviewRatingQuery | null;
}

function SettingsForm({ system, preset, who, races, preview }: SettingsFormProps) {
  const { t, format, words } = useWords('newPage');
  const { tried } = useConsole();
  const { key, title, summary, formats, settingsSchema } = system;
  const match = firstMatch(key, preset?.name ?? null, who, preset?.formats ?? formats);
  return (
    <>
      <p class="lead">
        <strong>{t.named(title, '')}</strong>
        {summary} <a href={places.newLeague}>{words.other}</a>
      </p>
      <Presets path={places.newLeague} system={system} chosen={preset} />
      {races && (
        <section class="notice">
          <p>{words.unrankable(format.count(races.matches), races.preset && presetWords(key, races.preset, t).name)}</p>
          {races.preset !== null && (
            <a href={`${places.newLeague}?${new URLSearchParams({ system: key, preset: races.preset })}`}>
              {t.console.ratingPage.applyPreset(presetWords(key, races.preset, t).name)}
            </a>
          )}
        </section>
      )}
      <Form
        action="create"
        also={['preview']}
        hidden={{ ratingSystem: key, _sides: match.map((side) => side.join('+')).join('|') }}
      >
        <fieldset>
          <legend>{t.league}</legend>
          <TextField name="name" label={t.console.settings.name} required maxLength={100} />
          <TextField name="slug" label={t.console.settings.slug} hint={words.slugWhy} maxLength={64} />
          <TextField name="description" label={t.console.settings.description} rows={3} maxLength={2000} />
          <Choice
            name="visibility"
            label={t.console.settings.visibility}
            value="PUBLIC"
            options={Object.entries({ PUBLIC: t.console.settings.public, PRIVATE: t.console.settings.private })}
          />
          <ZoneField {...called(t.console.settings, 'timeZone')} value="UTC" chooser="own-zone" />
        </fieldset>
        <details open={tried !== null}>
          <summary>{words.settings}</summary>
          <p class="hint">{words.settingsWhy}</p>
          <SystemSettings schema={settingsSchema} values={settingsOf(preset)} />
        </details>
        {preview && <FirstMatch data={preview} />}
        <div class="buttons">
          <Send looks="plain" name="_action" value="preview" skipsChecks>
            {match.length > 2 ? words.previewRace : words.preview}
          </Send>
          <Send>{words.create}</Send>
          <Send looks="plain" name="_then" value="import">
            {words.createAndImport}
          </Send>
        </div>
      </Form>
    </>
  );
}
