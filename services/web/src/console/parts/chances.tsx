import type { ConsoleRatingQuery } from '../../operations.js';
import { Fact, Time } from '../../parts/elements.js';
import { roleOf } from '../../parts/sides.js';
import { useWords } from '../../ui.js';
import { ReasonedForm } from '../fields.js';
import { Form } from '../form.js';
import { withInterval } from './comparison.js';
import { ComparisonUnderWay, isUnderWay } from './under-way.js';

type League = NonNullable<ConsoleRatingQuery['league']>;
type Comparison = League['comparisons']['nodes'][number];
type Measurement = NonNullable<Comparison['systems']>[number];
type Fit = NonNullable<Measurement['fit']>;

/** The fit of a league's chances to its history, the proposal of a measurement, and the form to measure. */
export function Chances({ league }: { readonly league: League }) {
  const { format, words } = useWords('chances');
  const { archivedAt, chanceFit, comparisons, matchCount } = league;
  const newest = comparisons.nodes.find(
    ({ heldOutMatches, isTuning, status }) => !isTuning && (heldOutMatches !== null || status !== 'DONE'),
  );
  const present = newest?.systems?.find(({ isPresent }) => isPresent);
  return (
    <section id="chances" data-live="chances">
      <h2>{words.title}</h2>
      <p class="lead quiet">{words.lead}</p>
      {chanceFit ? (
        <>
          <p>
            <strong>{words.inUse(format.count(chanceFit.matches))}</strong>
          </p>
          <FitNumbers fit={chanceFit} />
        </>
      ) : (
        <p>{words.notInUse}</p>
      )}
      {newest && isUnderWay(newest) && <ComparisonUnderWay comparison={newest} />}
      {newest?.error && <p class="error">{newest.error}</p>}
      {newest && newest.status === 'DONE' && (
        <Measured
          comparison={newest}
          fit={present?.fit ?? null}
          miss={present?.heldOut?.miss ?? null}
          isInUse={chanceFit?.sequence === newest.sequence}
          mayApply={!archivedAt}
        />
      )}
      {chanceFit && !archivedAt && <ReasonedForm action="chances" of="own" send={words.own} looks="plain" />}
      {!comparisons.nodes.some(isUnderWay) && matchCount > 0 && (
        <Form action="measure" class="bare" send={newest ? words.again : words.measure} looks="plain" />
      )}
    </section>
  );
}

interface MeasuredProps {
  readonly comparison: Comparison;
  /** null: nothing could be measured. */
  readonly fit: Fit | null;
  /** Where the league's chances are miscalibrated; null: nowhere. */
  readonly miss: NonNullable<Measurement['heldOut']>['miss'];
  readonly isInUse: boolean;
  readonly mayApply: boolean;
}

function Measured({ comparison, fit, miss, isInUse, mayApply }: MeasuredProps) {
  const { format, words } = useWords('chances');
  if (isInUse) return null;
  return (
    <section class="plan">
      <p>
        {words.measured} <Time at={comparison.finishedAt} form="minute" />
      </p>
      {miss && (
        <p class="notice">
          {words.misses(format.percent(miss.predicted), format.percent(miss.actual), format.count(miss.count))}{' '}
          {fit?.isRecommended && (fit.evaluation.miss ? words.mendsPart : words.mends)}
        </p>
      )}
      {fit === null ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <p>
            <strong>{fit.isRecommended ? words.helps : isWorse(fit) ? words.harms : words.doesNotHelp}</strong>{' '}
            {words.onHeldOut(format.count(comparison.heldOutMatches!))}
          </p>
          <FitNumbers fit={fit} />
          {mayApply && !isWorse(fit) && (
            <ReasonedForm
              action="chances"
              of="fit"
              hidden={{ comparison: comparison.id }}
              send={words.apply}
              looks={fit.isRecommended ? undefined : 'plain'}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Whether the fit predicts the held-out matches worse, and this is unlikely to be chance. */
function isWorse({ gain }: Pick<Fit, 'gain'>): boolean {
  return gain.low !== null && gain.low > 0;
}

function FitNumbers({
  fit: { slope, sideAdvantage, sideRole, favouriteAdvantage, slopeBySides, gain },
}: {
  readonly fit: Pick<Fit, 'slope' | 'sideAdvantage' | 'sideRole' | 'favouriteAdvantage' | 'slopeBySides' | 'gain'>;
}) {
  const { t, format, words } = useWords('chances');
  // The first side's chance in an even match, which is clearer than log odds.
  const share = (logOdds: number) => format.percent(1 / (1 + Math.exp(-logOdds)));
  return (
    <>
      <dl class="numbers">
        <Fact name={words.slope}>{withInterval(slope.value, slope, format.expected)}</Fact>
        <Fact name={words.advantage(roleOf(sideRole, t))}>
          {sideAdvantage ? withInterval(sideAdvantage.value, sideAdvantage, share) : t.none}
        </Fact>
        <Fact name={words.gain}>{withInterval(gain.difference, gain, format.loss)}</Fact>
      </dl>
      <p class="quiet">{words.slopeWhy}</p>
      {favouriteAdvantage && (
        <p class="quiet">{favouriteAdvantage.value < 0 ? words.favouritesLess : words.favouritesMore}</p>
      )}
      {slopeBySides && <p class="quiet">{slopeBySides.value < 0 ? words.bySidesLess : words.bySidesMore}</p>}
    </>
  );
}
