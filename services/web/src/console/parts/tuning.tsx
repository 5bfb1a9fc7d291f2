import type { ConsoleRatingQuery } from '../../operations.js';
import { Table, Time } from '../../parts/elements.js';
import { Marked } from '../../parts/system-words.js';
import { useWords } from '../../ui.js';
import { called, TextField, Tick } from '../fields.js';
import { Form } from '../form.js';
import type { Form as SentForm } from '../form-data.js';
import { places } from '../urls.js';
import { withInterval } from './comparison.js';
import { choiceText, type SettingSchema, SettingsAsTheyAre, settingSchemas } from './system-settings.js';
import { ComparisonUnderWay, isUnderWay } from './under-way.js';

type League = NonNullable<ConsoleRatingQuery['league']>;
type System = ConsoleRatingQuery['ratingSystems'][number];
type Comparison = League['comparisons']['nodes'][number];
type Found = NonNullable<Comparison['tuning']>;
type Settings = Readonly<Record<string, unknown>>;

/** The default number of settings that a search tries. */
const EVALUATIONS = 200;
const ONLY = 'only.';

interface TuningProps {
  readonly league: League;
  readonly systems: readonly System[];
  /** Key of the rating system to search; the present one if omitted. */
  readonly wanted: string | undefined;
}

/** A search for better settings: the form, its progress, and its result. */
export function Tuning({ league, systems, wanted }: TuningProps) {
  const { words } = useWords('tuning');
  const { comparisons, matchCount, ratingSystem } = league;
  const newest = comparisons.nodes.find(({ isTuning }) => isTuning);
  // The result of an earlier search stays until another one has a result.
  const finished = comparisons.nodes.find(({ tuning }) => tuning);
  const system =
    systems.find(({ key }) => key === wanted) ??
    systems.find(({ key }) => key === ratingSystem.system.key) ??
    systems[0];
  const mayStart = matchCount > 0 && !comparisons.nodes.some(isUnderWay);
  return (
    <section id="tuning" data-live="tuning">
      <h2>{words.title}</h2>
      <p class="lead quiet">{words.lead}</p>
      {newest && isUnderWay(newest) && <ComparisonUnderWay comparison={newest} words={words} />}
      {newest?.error && <p class="error">{newest.error}</p>}
      {finished?.tuning && <Proposal league={league} systems={systems} comparison={finished} found={finished.tuning} />}
      {mayStart && system && <SettingsToFind slug={league.slug} systems={systems} system={system} />}
    </section>
  );
}

interface SearchProps {
  readonly slug: string;
  readonly systems: readonly System[];
  /** The system to search. */
  readonly system: System;
}

function SettingsToFind({ slug, systems, system }: SearchProps) {
  const { words } = useWords('tuning');
  return (
    <>
      <nav class="pages" aria-label={words.systems}>
        {systems.map(({ key, title }) => (
          <a
            href={`${places.rating(slug)}?${new URLSearchParams({ tune: key })}#tuning`}
            aria-current={key === system.key ? 'true' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Form action="tune" hidden={{ ratingSystem: system.key }} send={words.search}>
        <details>
          <summary>{words.only(system.title)}</summary>
          <fieldset aria-label={words.only(system.title)}>
            {settingSchemas(system.settingsSchema)
              .filter(([, setting]) => isSearched(setting))
              .map(([name, { title, description = '' }]) => (
                <Tick name={`${ONLY}${name}`} label={title ?? name} hint={<Marked text={description} />} value />
              ))}
          </fieldset>
        </details>
        <TextField {...called(words, 'evaluations')} type="number" step={1} value={EVALUATIONS} />
      </Form>
    </>
  );
}

/** Whether a search can change a setting: a text without a list of values has no neighbours. */
function isSearched({ type, enum: values }: SettingSchema): boolean {
  return values !== undefined || type !== 'string';
}

/** The request of a search form. */
export function tuningIn(form: SentForm) {
  const only = [...form.values.keys()].filter((name) => name.startsWith(ONLY)).map((name) => name.slice(ONLY.length));
  return {
    ratingSystem: form.text('ratingSystem'),
    only,
    evaluations: form.integer('evaluations') ?? EVALUATIONS,
  };
}

interface ProposalProps {
  readonly league: League;
  readonly systems: readonly System[];
  readonly comparison: Comparison;
  readonly found: Found;
}

function Proposal({ league, systems, comparison, found }: ProposalProps) {
  const { format, words } = useWords('tuning');
  const compared = comparison.systems ?? [];
  const before = compared.find(({ isPresent }) => isPresent);
  const after = compared.find(
    ({ system, settings }) =>
      system.key === found.system.key && isSame(settings as Settings, found.settings as Settings),
  );
  const isNew = after !== before;
  const schema = systems.find(({ key }) => key === found.system.key)?.settingsSchema;
  const difference = after?.heldOutDifference;
  const isStale = before !== undefined && !isInUse(league, systems, before);
  const isWorse = (difference?.low ?? 0) > 0;
  const verdict = found.isRecommended ? words.better : isWorse ? words.worse : words.unsure;
  return (
    <section class="plan">
      <h3>{words.found(found.system.title)}</h3>
      <p>
        <strong>{isNew ? verdict : words.none}</strong>{' '}
        {words.tried(found.evaluations, format.count(found.evaluations))} {found.isTimeOver && words.timeOver}{' '}
        <Time at={comparison.finishedAt} form="minute" />
      </p>
      {isStale && <p>{words.stale}</p>}
      {isNew && (
        <>
          {before?.heldOut && after?.heldOut && (
            <p>
              {words.measured(
                comparison.heldOutMatches!,
                format.count(comparison.heldOutMatches!),
                format.loss(before.heldOut.logLoss),
                format.loss(after.heldOut.logLoss),
              )}{' '}
              {difference && difference.low === null && words.tooFew}
              {difference &&
                difference.low !== null &&
                words.difference(withInterval(difference.difference, difference, format.loss))}
            </p>
          )}
          {schema !== undefined && <Beside league={league} schema={schema} found={found} />}
          {schema !== undefined && !league.archivedAt && !isWorse && (
            <Form
              action="configure"
              class="bare"
              hidden={{ ratingSystem: found.system.key }}
              send={words.open}
              looks={found.isRecommended ? undefined : 'plain'}
            >
              <SettingsAsTheyAre schema={schema} values={found.settings as Settings} />
            </Form>
          )}
        </>
      )}
    </section>
  );
}

interface BesideProps {
  readonly league: League;
  readonly schema: unknown;
  readonly found: Found;
}

/** The found settings, compared with the present ones, or with the defaults of a rating system that is not in use. */
function Beside({ league: { ratingSystem }, schema, found }: BesideProps) {
  const { t, format, words } = useWords('tuning');
  const isOwn = ratingSystem.system.key === found.system.key;
  const now = withDefaults(schema, isOwn ? ratingSystem.settings : {});
  const then = withDefaults(schema, found.settings);
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return value ? t.console.yes : t.console.no;
    return typeof value === 'number' ? format.exact(value) : choiceText(String(value), t);
  };
  return (
    <Table
      class="wide"
      label={words.found(found.system.title)}
      rows={settingSchemas(schema)}
      columns={[
        [t.setting, ([name, { title }]) => title ?? name],
        [isOwn ? t.console.ratingPage.now : words.defaults, ([name]) => shown(now[name]), 'number'],
        [
          words.proposed,
          ([name]) => (now[name] === then[name] ? shown(then[name]) : <strong>{shown(then[name])}</strong>),
          'number',
        ],
      ]}
    />
  );
}

/** Whether a league still has the system with which it was compared. */
function isInUse(
  { ratingSystem }: League,
  systems: readonly System[],
  { system, settings }: NonNullable<Comparison['systems']>[number],
): boolean {
  const schema = systems.find(({ key }) => key === ratingSystem.system.key)?.settingsSchema ?? {};
  const own = withDefaults(schema, ratingSystem.settings);
  return system.key === ratingSystem.system.key && isSame(withDefaults(schema, settings), own);
}

function withDefaults(schema: unknown, settings: unknown): Settings {
  const defaults = settingSchemas(schema).map(([name, setting]) => [name, setting.default]);
  return { ...Object.fromEntries(defaults), ...(settings as Settings) };
}

/** Whether settings, which are flat by contract, have the same values. */
function isSame(one: Settings, other: Settings): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
