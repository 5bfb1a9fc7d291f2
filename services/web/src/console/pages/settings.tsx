import { type StatusRule, UpdateLeagueDocument, type UpdateLeagueInput } from '@openladder/client/operations';
import { ConsoleSettingsDocument, type ConsoleSettingsQuery } from '../../operations.js';
import { Emblem } from '../../parts/league.js';
import type { Texts } from '../../texts/en/site.js';
import { useWords } from '../../ui.js';
import { Choice, called, FileField, Reason, ReasonedForm, TextField, Tick, TimeField, ZoneField } from '../fields.js';
import { Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { type TabProps, tabPage } from '../frame.js';
import { mutation, runsPlatform, withWord } from '../page.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleSettingsQuery['league']>;

/** Hues to choose from, in degrees. */
const HUES = [25, 55, 90, 145, 190, 250, 295, 345];
/** As in the API, which refuses slightly larger ones itself. */
const MAX_PICTURE = 100_000;
const RULES: readonly StatusRule[] = ['LAST', 'UNRATED', 'AS_PLACED'];
const STATUSES = ['forfeit', 'didNotFinish', 'didNotStart', 'disqualified', 'nobodyFinished'] as const;

/** The description of a league, its visibility, and the conditions for a rank. */
export const settings = tabPage('settings', {
  document: ConsoleSettingsDocument,
  View: Settings,
  fileLimit: MAX_PICTURE,
  actions: {
    picture: changing((form) => ({ picture: form.file ?? '', reason: form.given('reason') })),
    removePicture: changing(() => ({ picture: null })),
    update: changing(settingChanges),
    move: changing((form) => ({ slug: form.text('slug'), reason: form.given('reason') }), 'moved'),
  },
});

type Changes = Omit<UpdateLeagueInput, 'league'>;

/** A form that changes something. If no reason is given, the audit log has the API's own words. */
function changing(settingChanges: (form: Sent) => Changes, word = 'saved') {
  return mutation(
    UpdateLeagueDocument,
    (form, { league }) => ({ league, ...settingChanges(form) }),
    (_, { updateLeague }) => withWord(places.settings(updateLeague.league!.slug), word),
  );
}

/** Only the changed values: another administrator may have changed the rest meanwhile. */
function settingChanges(form: Sent): Changes {
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
    placePoints: ifChanged('placePoints', form.numbers('placePoints')),
    queueWait: ifChanged('queueWait', form.integer('queueWait') ?? undefined),
    queueBand: ifChanged('queueBand', form.number('queueBand') ?? undefined),
    statusRules: rules.length > 0 ? Object.fromEntries(rules) : undefined,
    reason: form.given('reason'),
  };
}

function Settings({ model: { league }, viewer }: TabProps<ConsoleSettingsQuery>) {
  const { t, format, words } = useWords('settings');
  const isArchived = league.archivedAt !== null;
  return (
    <>
      <Form action="update" tellsChanges isDisabled={isArchived} send={isArchived ? undefined : t.console.save}>
        <fieldset>
          <legend>{words.about}</legend>
          <TextField name="name" label={words.name} value={league.name} required maxLength={100} />
          <TextField {...called(words, 'description')} value={league.description} rows={4} maxLength={2000} />
          <Choice name="hue" label={words.hue} value={String(league.hue ?? '')} options={huesOf(league, words)} />
          <Choice
            name="visibility"
            label={words.visibility}
            value={league.visibility}
            options={Object.entries({ PUBLIC: words.public, PRIVATE: words.private })}
          />
        </fieldset>
        <MatchRules league={league} />
        <fieldset>
          <legend>{t.board}</legend>
          <TextField {...called(words, 'minMatches')} type="number" step={1} value={league.minMatches} />
          <TextField {...called(words, 'activeWithin')} type="number" step={1} value={league.activeWithin} />
          <TextField {...called(words, 'placePoints')} value={league.placePoints?.map(format.typed).join(' ')} />
          <ZoneField {...called(words, 'timeZone')} value={league.timeZone} />
        </fieldset>
        <fieldset>
          <legend>{words.queue}</legend>
          <TextField {...called(words, 'queueWait')} type="number" step={1} value={league.queue.wait} required />
          <TextField {...called(words, 'queueBand')} type="number" value={league.queue.band} required />
        </fieldset>
        {!isArchived && <Reason />}
      </Form>
      {!isArchived && <Picture league={league} />}
      {/* Slugs are for platform administrators: the old one stays taken. */}
      {!isArchived && runsPlatform(viewer) && (
        <section>
          <h2>{words.address}</h2>
          <ReasonedForm action="move" send={words.move} isOptional>
            <TextField {...called(words, 'slug')} value={league.slug} required maxLength={64} />
          </ReasonedForm>
        </section>
      )}
    </>
  );
}

/** Colours in the order of their names in the texts, and the league's own if it is not among them. */
function huesOf({ hue }: League, words: Texts['console']['settings']): (readonly [string, string])[] {
  const other = hue === null || HUES.includes(hue) ? [] : [[String(hue), `${hue}°`] as const];
  return [['', words.hueOfSlug], ...HUES.map((one, index) => [String(one), words.hues[index]!] as const), ...other];
}

function MatchRules({ league }: { readonly league: League }) {
  const { t, words } = useWords('settings');
  return (
    <fieldset>
      <legend>{t.matchLog}</legend>
      <Tick {...called(words, 'openEntry')} value={league.openEntry} />
      <Choice
        {...called(words, 'lateMatches')}
        value={league.lateMatches}
        options={Object.entries({ REPLAY: words.lateReplay, REJECT: words.lateReject })}
      />
      <TimeField {...called(words, 'opensAt')} zone={league.timeZone} value={league.opensAt} />
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

function Picture({ league: { picture, visibility, slug } }: { readonly league: League }) {
  const { words } = useWords('settings');
  return (
    <section>
      <h2>{words.picture}</h2>
      {visibility === 'PUBLIC' && <Emblem league={{ slug, picture }} />}
      <ReasonedForm action="picture" hasFile send={words.pictureSend} isOptional>
        <FileField {...called(words, 'picture')} accept="image/png,image/jpeg,image/webp" />
      </ReasonedForm>
      {picture && <Form action="removePicture" send={words.pictureRemove} looks="plain" />}
    </section>
  );
}
