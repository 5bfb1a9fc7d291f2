import { nameOf } from '../../parts/player.js';
import { Delta } from '../../parts/results.js';
import { useUi } from '../../ui.js';
import { Send } from '../form.js';
import { ANSWER } from '../kept-forms.js';
import type { Tried } from '../page.js';
import { PLAN } from '../plan.js';

/** The effect of a correction or its preview, as reported by the API. */
export interface Effect {
  readonly changeCount: number;
  readonly changes: readonly {
    readonly player: { readonly handle: string; readonly displayName: string | null };
    readonly before: { readonly value: number | null };
    readonly after: { readonly value: number | null };
    readonly delta: number | null;
    readonly rankBefore: number | null;
    readonly rankAfter: number | null;
  }[];
}

/** So many changes a plan shows; there may be as many as players. */
const MOST = 50;

interface PlanButtonsProps {
  /** What came of the form; null where it was not sent. */
  readonly tried: Tried | null;
  /** The effect in the answer. */
  readonly effectOf: (data: never) => Effect | null;
  /** The words of the buttons. */
  readonly words: { readonly plan: string; readonly apply: string };
}

/**
 * The end of a form that is planned before it is applied: what it would do, and the buttons. It can be applied when the plan was
 * seen, and whatever is changed after that asks for a plan again.
 */
export function PlanButtons({ tried, effectOf, words }: PlanButtonsProps) {
  const { t } = useUi();
  const isPlanned = tried !== null && tried.data !== null;
  return (
    <>
      {isPlanned && (
        <section id={ANSWER} class="plan" aria-label={t.console.plan.title} tabIndex={-1}>
          <h3>{t.console.plan.title}</h3>
          <EffectTable effect={effectOf(tried.data as never)} />
          <input type="hidden" name={PLAN.seen} value={tried.form.plan ?? ''} />
        </section>
      )}
      <div class="buttons">
        {/* To look needs no reason yet; the API says what else is missing. */}
        <Send looks={isPlanned ? 'plain' : undefined} skipsChecks>
          {isPlanned ? t.console.plan.again : words.plan}
        </Send>
        {isPlanned && (
          <Send name={PLAN.apply} value="yes">
            {words.apply}
          </Send>
        )}
      </div>
    </>
  );
}

/** Half of the smallest step that is shown. */
const SEEN = 0.05;

/** Whether a change shows: by a tenth of a point, by a rank, or because there was none before. */
function isSeen({ delta, rankBefore, rankAfter }: Effect['changes'][number]): boolean {
  return delta === null || Math.abs(delta) >= SEEN || rankBefore !== rankAfter;
}

/** Who moves, by how much, and which ranks. @param effect null: nothing changes */
export function EffectTable({ effect }: { readonly effect: Effect | null }) {
  const { t, format } = useUi();
  const words = t.console.plan;
  if (!effect || effect.changeCount === 0) return <p>{words.nothing}</p>;
  const seen = effect.changes.filter(isSeen);
  const shown = seen.slice(0, MOST);
  // Of changes that are not listed, nobody knows how small they are.
  const tiny = effect.changes.length - seen.length;
  const more = effect.changeCount - shown.length - tiny;
  const value = (number: number | null) => (number === null ? t.none : format.points(number));
  const rank = (number: number | null) => (number === null ? t.none : format.count(number));
  return (
    <>
      <p>{words.changes(effect.changeCount, format.count(effect.changeCount))}</p>
      {shown.length > 0 && (
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">{t.player}</th>
              <th scope="col" class="number">
                {t.rating}
              </th>
              <th scope="col" class="number">
                {t.change}
              </th>
              <th scope="col" class="number">
                {t.rank}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ player, before, after, delta, rankBefore, rankAfter }) => (
              <tr>
                <th scope="row">
                  <bdi>{nameOf(player)}</bdi>
                </th>
                <td class="number" data-label={t.rating}>
                  {value(before.value)} → {value(after.value)}
                </td>
                <td class="number" data-label={t.change}>
                  <Delta delta={delta} />
                </td>
                <td class="number" data-label={t.rank}>
                  {rankBefore === rankAfter ? rank(rankAfter) : `${rank(rankBefore)} → ${rank(rankAfter)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p class="quiet">{words.more(format.count(more))}</p>}
      {tiny > 0 && <p class="quiet">{words.tiny(tiny, format.count(tiny))}</p>}
    </>
  );
}
