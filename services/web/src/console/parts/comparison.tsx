import type { CompareRatingSystemsMutation } from '@openladder/client/operations';
import { Calibration } from '../../parts/calibration.js';
import { TableHead } from '../../parts/elements.js';
import { presetWords } from '../../parts/system-words.js';
import { toldIn } from '../../texts/refusal.js';
import { useUi, useWords } from '../../ui.js';
import { places } from '../urls.js';

type Compared = NonNullable<CompareRatingSystemsMutation['compareRatingSystems']['systems']>[number];
type Baseline = NonNullable<CompareRatingSystemsMutation['compareRatingSystems']['baselines']>[number];

/** How well rating systems would have predicted the matches of a league, the best first, together with baselines. */
export function Comparison({ slug, data }: { readonly slug: string; readonly data: CompareRatingSystemsMutation }) {
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
  // The yardstick is among the systems.
  const guesses = (baselines ?? []).filter(({ baseline }) => baseline !== 'ELO');
  const lossOf = ({ evaluation }: Compared | Baseline) => evaluation?.logLoss ?? Number.POSITIVE_INFINITY;
  const byLoss = (one: Compared | Baseline, other: Compared | Baseline) => lossOf(one) - lossOf(other) || 0;
  const shown = systems.filter((compared) => compared !== twin).toSorted(byLoss);
  const rows = [...shown, ...guesses].toSorted(byLoss);
  const winnerOf = ({ system: { title }, isPresent, difference }: Compared) => {
    if (isPresent) return words.presentWins(title);
    // Differences are from the present system: less is better.
    return words.otherWins(title, difference?.high != null && difference.high < 0);
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
              <ComparedRow slug={slug} compared={row} marks={marksOf(row)} />
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
}

function ComparedRow({ slug, compared, marks }: ComparedRowProps) {
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
        {problem !== null && (
          <p class="quiet">
            {toldIn(ui, { rule: problemRule ?? undefined, parameters: problemParameters, message: problem })}
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
