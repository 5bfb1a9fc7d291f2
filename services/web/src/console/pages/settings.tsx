import { type StatusRule, UpdateLeagueDocument, type UpdateLeagueInput } from '@openladder/client/operations';
import { ConsoleSettingsDocument, type ConsoleSettingsQuery } from '../../operations.js';
import { Emblem } from '../../parts/league.js';
import type { Texts } from '../../texts/en/site.js';
import { useUi } from '../../ui.js';
import { Choice, FileField, Reason, TextField, Tick, TimeField, ZoneField } from '../fields.js';
import { Form, Send } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineAction, defineConsolePage, runsPlatform, withWord } from '../page.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleSettingsQuery['league']>;

/** Degrees of the colours to choose from. */
const HUES = [25, 55, 90, 145, 190, 250, 295, 345];
/** As in the API; what is a little larger gets its refusal. */
const MAX_PICTURE = 100_000;
const RULES: readonly StatusRule[] = ['LAST', 'UNRATED', 'AS_PLACED'];
const STATUSES = ['forfeit', 'didNotFinish', 'didNotStart', 'disqualified', 'nobodyFinished'] as const;

/** What is said about a league, who may read it, and what it takes for a rank. */
export const settings = defineConsolePage({
  path: '/console/l/:league/settings',
  document: ConsoleSettingsDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }: ConsoleSettingsQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.tabs.settings} · ${name}` }),
  View: Settings,
  fileLimit: MAX_PICTURE,
  actions: {
    picture: defineAction({
      document: UpdateLeagueDocument,
      variables: (form, { params }) => ({
        input: { league: params.league!, picture: form.file ?? '', reason: reasonIn(form) },
      }),
      done: ({ updateLeague }) => withWord(places.settings(updateLeague.league!.slug), 'saved'),
    }),
    removePicture: defineAction({
      document: UpdateLeagueDocument,
      variables: (form, { params }) => ({ input: { league: params.league!, picture: null, reason: reasonIn(form) } }),
      done: ({ updateLeague }) => withWord(places.settings(updateLeague.league!.slug), 'saved'),
    }),
    update: defineAction({
      document: UpdateLeagueDocument,
      variables: (form, { params }) => ({ input: { league: params.league!, ...changesIn(form) } }),
      done: ({ updateLeague }) => withWord(places.settings(updateLeague.league!.slug), 'saved'),
    }),
    move: defineAction({
      document: UpdateLeagueDocument,
      variables: (form, { params }) => ({
        input: { league: params.league!, slug: form.text('slug'), reason: reasonIn(form) },
      }),
      done: ({ updateLeague }) => withWord(places.settings(updateLeague.league!.slug), 'moved'),
    }),
  },
});

/** The reason for the audit log; the API has words for none. */
function reasonIn(form: Sent): string | undefined {
  return form.given('reason');
}

/** What was changed, and nothing else: another administrator may have changed the rest meanwhile. */
function changesIn(form: Sent): Omit<UpdateLeagueInput, 'league'> {
  const ifChanged = <T,>(name: string, value: T): T | undefined => (form.isChanged(name) ? value : undefined);
  const rules = STATUSES.filter((status) => form.isChanged(`statusRules.${status}`)).map((status) => [
    status,
    form.given(`statusRules.${status}`) as StatusRule | undefined,
  ]);
  return {
    name: ifChanged('name', form.text('name')),
    description: ifChanged('description', form.text('description')),
    hue: ifChanged('hue', form.integer('hue')),
    visibility: ifChanged('visibility', form.text('visibility') as UpdateLeagueInput['visibility']),
    openEntry: ifChanged('openEntry', form.flag('openEntry')),
    lateMatches: ifChanged('lateMatches', form.text('lateMatches') as UpdateLeagueInput['lateMatches']),
    opensAt: ifChanged('opensAt', form.time('opensAt')),
    timeZone: ifChanged('timeZone', form.text('timeZone')),
    minMatches: ifChanged('minMatches', form.integer('minMatches') ?? 0),
    activeWithin: ifChanged('activeWithin', form.integer('activeWithin')),
    queueWait: ifChanged('queueWait', form.integer('queueWait') ?? undefined),
    queueBand: ifChanged('queueBand', form.number('queueBand') ?? undefined),
    statusRules: rules.length > 0 ? Object.fromEntries(rules) : undefined,
    reason: reasonIn(form),
  };
}

function Settings({ model: league, viewer }: ConsoleViewProps<League>) {
  const { t } = useUi();
  const words = t.console.settings;
  const isArchived = league.archivedAt !== null;
  return (
    <>
      <LeagueFrame league={league} tab="settings" />
      <h1>{t.console.tabs.settings}</h1>
      <Form action="update" tellsChanges isDisabled={isArchived}>
        <fieldset>
          <legend>{words.about}</legend>
          <TextField name="name" label={words.name} value={league.name} required maxLength={100} />
          <TextField
            name="description"
            label={words.description}
            hint={words.descriptionWhy}
            value={league.description}
            rows={4}
            maxLength={2000}
          />
          <Choice name="hue" label={words.hue} value={String(league.hue ?? '')} options={huesOf(league, words)} />
          <Choice
            name="visibility"
            label={words.visibility}
            value={league.visibility}
            options={[
              ['PUBLIC', words.public],
              ['PRIVATE', words.private],
            ]}
          />
        </fieldset>
        <MatchRules league={league} />
        <RankRules league={league} />
        <fieldset>
          <legend>{words.queue}</legend>
          <TextField
            {...{ name: 'queueWait', label: words.queueWait, hint: words.queueWaitWhy }}
            {...{ type: 'number', step: 1, value: league.queue.wait, required: true }}
          />
          <TextField
            {...{ name: 'queueBand', label: words.queueBand, hint: words.queueBandWhy }}
            {...{ type: 'number', value: league.queue.band, required: true }}
          />
        </fieldset>
        {!isArchived && <Reason />}
        {!isArchived && <Send>{t.console.save}</Send>}
      </Form>
      {!isArchived && <Picture league={league} />}
      {!isArchived && runsPlatform(viewer) && <Address league={league} />}
    </>
  );
}

/** Colours in the order of their names in the texts, and the one that the league has if it is none of them. */
function huesOf({ hue }: League, words: Texts['console']['settings']): (readonly [string, string])[] {
  const other = hue === null || HUES.includes(hue) ? [] : [[String(hue), `${hue}°`] as const];
  return [['', words.hueOfSlug], ...HUES.map((one, index) => [String(one), words.hues[index]!] as const), ...other];
}

function MatchRules({ league }: { readonly league: League }) {
  const { t } = useUi();
  const words = t.console.settings;
  return (
    <fieldset>
      <legend>{words.matches}</legend>
      <Tick name="openEntry" label={words.openEntry} hint={words.openEntryWhy} value={league.openEntry} />
      <Choice
        name="lateMatches"
        label={words.lateMatches}
        hint={words.lateMatchesWhy}
        value={league.lateMatches}
        options={[
          ['REPLAY', words.lateReplay],
          ['REJECT', words.lateReject],
        ]}
      />
      <TimeField
        {...{ name: 'opensAt', label: words.opensAt, hint: words.opensAtWhy }}
        {...{ zone: league.timeZone, value: league.opensAt }}
      />
      <details>
        <summary>{words.unfinished}</summary>
        <p class="hint">{words.unfinishedWhy}</p>
        {STATUSES.map((status) => (
          <Choice
            name={`statusRules.${status}`}
            label={words.statuses[status]}
            value={league.statusRules[status]}
            options={RULES.map((rule) => [rule, words.rules[rule]] as const)}
          />
        ))}
      </details>
    </fieldset>
  );
}

function RankRules({ league }: { readonly league: League }) {
  const { t } = useUi();
  const words = t.console.settings;
  return (
    <fieldset>
      <legend>{words.board}</legend>
      <TextField
        {...{ name: 'minMatches', label: words.minMatches, hint: words.minMatchesWhy }}
        {...{ type: 'number', step: 1, value: league.minMatches }}
      />
      <TextField
        {...{ name: 'activeWithin', label: words.activeWithin, hint: words.activeWithinWhy }}
        {...{ type: 'number', step: 1, value: league.activeWithin }}
      />
      <ZoneField name="timeZone" label={words.timeZone} hint={words.timeZoneWhy} value={league.timeZone} />
    </fieldset>
  );
}

function Picture({ league: { picture, visibility, slug } }: { readonly league: League }) {
  const { t } = useUi();
  const words = t.console.settings;
  return (
    <section>
      <h2>{words.picture}</h2>
      {visibility === 'PUBLIC' && <Emblem league={{ slug, picture }} />}
      <Form action="picture" hasFile>
        <FileField
          name="picture"
          label={words.picture}
          hint={words.pictureWhy}
          accept="image/png,image/jpeg,image/webp"
        />
        <Reason />
        <Send>{words.pictureSend}</Send>
      </Form>
      {picture && (
        <Form action="removePicture">
          <Send looks="plain">{words.pictureRemove}</Send>
        </Form>
      )}
    </section>
  );
}

/** The slug is a matter of the platform: the old one stays taken. */
function Address({ league }: { readonly league: League }) {
  const { t } = useUi();
  const words = t.console.settings;
  return (
    <section>
      <h2>{words.address}</h2>
      <Form action="move">
        <TextField
          {...{ name: 'slug', label: words.slug, hint: words.slugWhy }}
          {...{ value: league.slug, required: true, maxLength: 64 }}
        />
        <Reason />
        <Send>{words.move}</Send>
      </Form>
    </section>
  );
}
