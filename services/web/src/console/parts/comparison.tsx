import type { CompareRatingSystemsMutation } from '@openladder/client/operations';
import { Calibration } from '../../parts/calibration.js';
import { TableHead } from '../../parts/elements.js';
import { presetWords } from '../../parts/system-words.js';
import { refusalText } from '../../texts/refusal.js';
import { useUi, useWords } from '../../ui.js';
import { places } from '../urls.js';
import { choiceText, settingSchemas } from './system-settings.js';

type Compared = NonNullable<CompareRatingSystemsMutation['compareRatingSystems']['systems']>[number];
type Baseline = NonNullable<CompareRatingSystemsMutation['compareRatingSystems']['baselines']>[number];

interface ComparisonProps {
  readonly slug: string;
  readonly data: CompareRatingSystemsMutation;
  /** The rating systems with what they call their settings. */
  readonly schemas: readonly { readonly key: string; readonly settingsSchema?: unknown }[];
}

/** Settings that are named where two of a rating system are compared. */
const MAX_NAMED = 3;

/** How well rating systems would have predicted the matches of a league, the best first, among what guesses would have. */
export function Comparison({ slug, data, schemas }: ComparisonProps) {
  const { t, format, words } = useWords('ratingPage');
  const { matches, systems, baselines } = data.compareRatingSystems;
  if (matches === null || !systems) return null;
  const present = systems.find(({ isPresent }) => isPresent);
  const twin =
    present && systems.find((other) => other !== present && other.preset === null && isSameSystem(other, present));
  const marksOf = ({ system: { key }, preset, isPresent }: Compared) => {
    const hasOthers = systems.filter(({ system }) => system.key === key).length > 1;
    return [
      ...(isPresent ? [words.present] : []),
      ...(isPresent && twin ? [words.sameByDefaults] : []),
      ...(preset === null ? [] : [words.preset(presetWords(key, preset, t).name)]),
      ...(preset === null && !isPresent && hasOthers ? [words.defaults] : []),
    ];
  };
  const settingsOf = ({ system: { key }, settings }: Compared) =>
    inWhichDiffer(shown.filter(({ system }) => system.key === key).map((one) => one.settings)).map((name) => {
      const schema = schemas.find((one) => one.key === key)?.settingsSchema ?? {};
      const title = settingSchemas(schema).find(([own]) => own === name)?.[1].title ?? name;
      const value = (settings as Settings)[name];
      return t.named(title, typeof value === 'number' ? format.exact(value) : choiceText(String(value), t));
    });
  /** What tells it from the others: its title, and of several with it what they are marked by. */
  const nameOf = (compared: Compared) => {
    const isOnly = shown.filter(({ system }) => system.key === compared.system.key).length === 1;
    const marks = marksOf(compared).filter((mark) => mark !== words.present && mark !== words.sameByDefaults);
    const [detail] = marks.length > 0 ? marks : settingsOf(compared);
    return isOnly || detail === undefined ? compared.system.title : `${compared.system.title} (${detail})`;
  };
  // The yardstick is among the systems.
  const guesses = (baselines ?? []).filter(({ baseline }) => baseline !== 'ELO');
  const lossOf = ({ evaluation }: Compared | Baseline) => evaluation?.logLoss ?? Number.POSITIVE_INFINITY;
  const byLoss = (one: Compared | Baseline, other: Compared | Baseline) => lossOf(one) - lossOf(other) || 0;
  const shown = systems.filter((compared) => compared !== twin).toSorted(byLoss);
  const rows = [...shown, ...guesses].toSorted(byLoss);
  const winnerOf = (compared: Compared) => {
    const { isPresent, difference } = compared;
    if (isPresent) return words.presentWins(nameOf(compared));
    // Differences are those from the one in use: less is better.
    return words.otherWins(nameOf(compared), difference?.high != null && difference.high < 0);
  };
  return (
    <>
      <p>{words.compared(matches, format.count(matches))}</p>
      {shown[0]?.evaluation && <p>{winnerOf(shown[0])}</p>}
      <table class="wide" aria-label={words.compare}>
        <TableHead
          columns={[words.system, [`${words.loss} ▲`, 'number'], [words.difference, 'number'], [words.right, 'number']]}
        />
        <tbody>
          {rows.map((row) =>
            'baseline' in row ? (
              <tr class="quiet">
                <th scope="row">{words.baselines[row.baseline]}</th>
                <Figures of={row.evaluation} difference={null} />
              </tr>
            ) : (
              <ComparedRow slug={slug} compared={row} marks={marksOf(row)} settings={settingsOf(row)} />
            ),
          )}
        </tbody>
      </table>
      {shown.map(
        (compared) =>
          compared.evaluation &&
          compared.evaluation.calibration.length > 0 && (
            <details>
              <summary>{t.named([compared.system.title, ...marksOf(compared)].join(', '), words.calibration)}</summary>
              <Calibration
                of="chances"
                groups={compared.evaluation.calibration.map(({ predicted, actual, count }) => ({
                  ...{ expected: predicted, scored: actual, count },
                }))}
              />
            </details>
          ),
      )}
    </>
  );
}

type Settings = Readonly<Record<string, unknown>>;

/** Names of the first settings in which some of a rating system differ. */
function inWhichDiffer(all: readonly unknown[]): string[] {
  const [first, ...others] = all as readonly Settings[];
  const differ = (name: string) => others.some((other) => other[name] !== first![name]);
  return Object.keys(first ?? {})
    .filter(differ)
    .slice(0, MAX_NAMED);
}

/** Whether two settings of a rating system make no difference to the log. */
function isSameSystem(one: Compared, other: Compared): boolean {
  const figures = ({ system, evaluation }: Compared) => JSON.stringify([system.key, evaluation]);
  return one.evaluation !== null && figures(one) === figures(other);
}

interface ComparedRowProps {
  readonly slug: string;
  readonly compared: Compared;
  /** Its distinguishing settings, if it is in use or could be mistaken for the one that is. */
  readonly marks: readonly string[];
  /** Those in which others of the same rating system differ, in words. */
  readonly settings: readonly string[];
}

function ComparedRow({ slug, compared, marks, settings }: ComparedRowProps) {
  const ui = useUi();
  const words = ui.t.console.ratingPage;
  const { system, preset, evaluation, difference, worseThan } = compared;
  const { problem, problemRule, problemParameters } = compared;
  return (
    <tr>
      <th scope="row">
        <a href={places.ratingSystem(slug, system.key, preset)}>{system.title}</a>{' '}
        {marks.map((mark) => (
          <>
            <span class="flag">{mark}</span>{' '}
          </>
        ))}
        {worseThan && (
          <>
            <span class="flag">{words.guess}</span>{' '}
          </>
        )}
        {evaluation?.miss && <span class="flag">{words.misses}</span>}
        {settings.length > 0 && <p class="quiet">{settings.join(' · ')}</p>}
        {problem !== null && (
          <p class="quiet">
            {refusalText(ui, { rule: problemRule ?? undefined, parameters: problemParameters, message: problem })}
          </p>
        )}
      </th>
      <Figures of={evaluation} difference={difference} />
    </tr>
  );
}

interface FiguresProps {
  readonly of: { readonly logLoss: number; readonly accuracy: number | null } | null;
  readonly difference: Compared['difference'];
}

function Figures({ of, difference }: FiguresProps) {
  const { t, format, words } = useWords('ratingPage');
  return (
    <>
      <td class="number" data-label={words.loss}>
        {of ? format.loss(of.logLoss) : t.none}
      </td>
      <td class="number" data-label={words.difference}>
        {difference ? withInterval(difference.difference, difference, format.loss) : t.none}
      </td>
      <td class="number" data-label={words.right}>
        {of?.accuracy == null ? t.none : format.percent(of.accuracy)}
      </td>
    </>
  );
}

type Interval = { readonly low: number | null; readonly high: number | null };

/** A number with its interval, if there are enough matches for one. */
export function withInterval(value: number, { low, high }: Interval, show: (value: number) => string): string {
  return low === null || high === null ? show(value) : `${show(value)} (${show(low)} … ${show(high)})`;
}
