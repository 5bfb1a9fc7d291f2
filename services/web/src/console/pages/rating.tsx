import {
  CancelComparisonDocument,
  CompareInBackgroundDocument,
  CompareRatingSystemsDocument,
  type CompareRatingSystemsMutation,
  ConfigureChancesDocument,
  ConfigureRatingSystemDocument,
  type ConfigureRatingSystemMutation,
  RecomputeLeagueDocument,
  TuneRatingSystemDocument,
} from '@openladder/client/operations';
import { ConsoleRatingDocument, type ConsoleRatingQuery } from '../../operations.js';
import { given } from '../../page.js';
import { displayedTo, nameOf } from '../../parts/player.js';
import { inWords } from '../../parts/system-words.js';
import { useWords } from '../../ui.js';
import { Choice, ReasonedForm } from '../fields.js';
import { Form } from '../form.js';
import { type TabProps, tabPage } from '../frame.js';
import { ANSWER } from '../kept-forms.js';
import { mutation, useConsole, withReason, withWord } from '../page.js';
import { Chances } from '../parts/chances.js';
import { Comparison } from '../parts/comparison.js';
import { applyPreset, configured, NobodyRanked } from '../parts/nobody-ranked.js';
import { PlanEnd, placeAfter, planned } from '../parts/plan.js';
import {
  type Preset,
  Presets,
  presetIn,
  SystemSettings,
  settingsIn,
  settingsOf,
  settingsOfAddress,
} from '../parts/system-settings.js';
import { Tuning, tuningIn } from '../parts/tuning.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleRatingQuery['league']>;
type System = ConsoleRatingQuery['ratingSystems'][number];
type Board = League['standings']['nodes'];

/** Share of the matches, the newest, on which fitted chances are measured. */
const HELD_OUT = 0.25;

/** The rating system of a league, suggestions for better predictions, and a preview of the board under another system. */
export const rating = tabPage('rating', {
  document: ConsoleRatingDocument,
  scripts: ['progress'],
  View: RatingPage,
  actions: {
    compare: mutation(
      CompareRatingSystemsDocument,
      (form, { league }) => {
        const ratingSystem = form.given('presetsOf');
        return { league, ...(ratingSystem !== undefined && { systems: [{ ratingSystem }], presets: true }) };
      },
      () => null,
    ),
    measure: mutation(
      CompareInBackgroundDocument,
      (_, { league }) => ({ league, systems: [], heldOut: HELD_OUT, inBackground: true }),
      ({ league }) => `${places.rating(league)}#chances`,
    ),
    cancelComparison: mutation(
      CancelComparisonDocument,
      (form) => ({ comparison: form.text('comparison') }),
      ({ league }, _, form) =>
        withWord(places.rating(league), form.flag('isTuning') ? 'tuningCancelled' : 'comparisonCancelled'),
    ),
    tune: mutation(
      TuneRatingSystemDocument,
      (form, { league }) => ({ league, ...tuningIn(form) }),
      ({ league }) => `${places.rating(league)}#tuning`,
    ),
    chances: mutation(
      ConfigureChancesDocument,
      (form, params) => ({ ...withReason(form, params), comparison: form.given('comparison') ?? null, dryRun: false }),
      'chancesSet',
    ),
    configure: planned(
      ConfigureRatingSystemDocument,
      (form, { league }) => ({ league, ratingSystem: form.text('ratingSystem'), settings: settingsIn(form) }),
      configured,
    ),
    applyPreset,
    recompute: mutation(RecomputeLeagueDocument, withReason, (params, { recomputeLeague }) =>
      placeAfter(params, recomputeLeague, () => withWord(places.league(params.league), 'recomputed')),
    ),
  },
});

function RatingPage({ model: { league, ratingSystems }, request }: TabProps<ConsoleRatingQuery>) {
  const { t, words } = useWords('ratingPage');
  const { tried } = useConsole();
  const systems = ratingSystems.map((system) => inWords(system, t));
  const { slug, archivedAt, ratingSystem } = league;
  const { system, raterVersion, trouble } = ratingSystem;
  // A preview may also come from the proposal of a search, whose address names no system.
  const planned = tried?.action === 'configure' ? tried.form.text('ratingSystem') : undefined;
  const chosen = systems.find(({ key }) => key === (given(request, 'system') ?? planned));
  const compared = tried?.action === 'compare' ? (tried.data as CompareRatingSystemsMutation | null) : null;
  return (
    <>
      <p class="lead">
        {t.named(words.now, '')}
        <strong>{system.title}</strong> {raterVersion}. {inWords(system, t).summary}
      </p>
      {trouble && (
        <p class="refused" role="alert">
          {words.trouble(trouble.message)}
        </p>
      )}
      {!archivedAt && <NobodyRanked league={league} />}
      {chosen && !archivedAt ? (
        <Candidate
          league={league}
          system={chosen}
          preset={presetIn(chosen, request)}
          wanted={settingsOfAddress(request)}
        />
      ) : (
        <>
          <section>
            <h2>{words.compare}</h2>
            <p class="lead quiet">{words.compareWhy}</p>
            <Form action="compare" send={t.compare}>
              <Choice
                {...{ name: 'presetsOf', label: words.compareWhat, value: '' }}
                options={[
                  ['', words.compareAll],
                  ...systems
                    .filter(({ presets }) => presets.length > 0)
                    .map(({ key, title }) => [key, words.comparePresets(title)] as const),
                ]}
              />
            </Form>
            {compared && (
              <section class="plan" id={ANSWER} tabIndex={-1} aria-label={words.compare}>
                <Comparison slug={slug} data={compared} schemas={systems} />
              </section>
            )}
          </section>
          <Chances league={league} />
          <Tuning league={league} systems={systems} wanted={given(request, 'tune')} />
          {!archivedAt && <Choices slug={slug} systems={systems} now={system.key} />}
          {!archivedAt && (
            <section>
              <h2>{words.again}</h2>
              <p class="lead quiet">{words.againWhy}</p>
              <ReasonedForm action="recompute" send={words.again} looks="plain" />
            </section>
          )}
        </>
      )}
    </>
  );
}

interface ChoicesProps {
  readonly slug: string;
  readonly systems: readonly System[];
  /** Key of the present system. */
  readonly now: string;
}

function Choices({ slug, systems, now }: ChoicesProps) {
  const { words } = useWords('ratingPage');
  return (
    <section>
      <h2>{words.choose}</h2>
      <ul class="entries">
        {systems.map(({ key, title, summary }) => (
          <li>
            <a href={places.ratingSystem(slug, key)}>{title}</a>{' '}
            {key === now && <span class="flag">{words.present}</span>}
            <p class="quiet">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CandidateProps {
  readonly league: League;
  readonly system: System;
  /** The preset whose settings are in the form; null: the present settings, or the defaults. */
  readonly preset: Preset | null;
  /** Settings that the form always contains. */
  readonly wanted: Readonly<Record<string, unknown>> | null;
}

function Candidate({ league, system, preset, wanted }: CandidateProps) {
  const { t, words } = useWords('ratingPage');
  const { tried } = useConsole();
  const { slug, ratingSystem, standings } = league;
  const isInUse = ratingSystem.system.key === system.key;
  const inUse = isInUse ? (ratingSystem.settings as Record<string, unknown>) : {};
  const values = wanted ?? (preset ? settingsOf(preset) : inUse);
  const own = tried?.action === 'configure' ? tried : null;
  const answer = own?.data as ConfigureRatingSystemMutation | null | undefined;
  const board = answer?.configureRatingSystem.effect?.standings;
  return (
    <section>
      <h2>{words.candidate(system.title)}</h2>
      <p class="lead">
        {system.summary} <a href={places.rating(slug)}>{t.console.newPage.other}</a>
      </p>
      <Presets path={places.rating(slug)} system={system} chosen={preset} />
      <Form action="configure" hidden={{ ratingSystem: system.key }}>
        <details open={isInUse || preset !== null || wanted !== null || own !== null}>
          <summary>{t.console.newPage.settings}</summary>
          <p class="hint">{t.console.newPage.settingsWhy}</p>
          <SystemSettings schema={system.settingsSchema} values={values} />
        </details>
        <PlanEnd apply={words.apply}>{board && <Boards today={standings.nodes} planned={board} />}</PlanEnd>
      </Form>
    </section>
  );
}

/** Two boards side by side. */
function Boards({ today, planned }: { readonly today: Board; readonly planned: Board }) {
  const { t, format, words } = useWords('ratingPage');
  return (
    <section class="plan" aria-label={words.boards}>
      <h3>{words.boards}</h3>
      <div class="boards">
        {[[t.today, today] as const, [words.wouldBe, planned] as const].map(([caption, board]) => (
          <table>
            <caption>{caption}</caption>
            <tbody>
              {board.length === 0 && (
                <tr>
                  <td>{words.nobodyRanked}</td>
                </tr>
              )}
              {board.map(({ rank, player, rating }) => (
                <tr>
                  <td class="number">{rank ?? t.none}</td>
                  <th scope="row">
                    <bdi>{nameOf(player)}</bdi>
                  </th>
                  <td class="number">{displayedTo(rating.display, { t, format })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}
