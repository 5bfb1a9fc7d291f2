import { createHash } from 'node:crypto';
import type { TypedDocument } from '@openladder/client';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { EffectFragment } from '../../operations.js';
import { Delta, TableHead } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { type Ui, useUi } from '../../ui.js';
import { Reason } from '../fields.js';
import { Send, ThisForm } from '../form.js';
import type { Form } from '../form-data.js';
import { ANSWER } from '../kept-forms.js';
import { type ActionOptions, type AnyAction, mutation, type Params, withWord } from '../page.js';
import { places } from '../urls.js';
import { MovesChart } from './moves-chart.js';

type Move = NonNullable<EffectFragment['atMatch']>[number];

/** So many changes a plan shows; there may be as many as players. */
const MOST = 50;

/** What a mutation answers that is planned before it is applied. */
type Planned = Readonly<Record<string, { readonly effect: EffectFragment | null }>>;

/**
 * The end of a form that is planned before it is applied: why it is sent, what it would do, and the buttons. It can be applied when the
 * plan was seen, and whatever is changed after that asks for a plan again.
 * @param apply what the button says that applies it
 */
export function PlanEnd({ apply, children }: { readonly apply: string; readonly children?: ComponentChildren }) {
  const { t } = useUi();
  const { tried } = useContext(ThisForm)!;
  const isPlanned = tried !== null && tried.data !== null;
  return (
    <>
      <Reason required />
      {children}
      {isPlanned && (
        <section id={ANSWER} class="plan" aria-label={t.console.plan.title} tabIndex={-1}>
          <h3>{t.console.plan.title}</h3>
          <EffectTable effect={Object.values(tried.data as Planned)[0]!.effect} />
          <input type="hidden" name={PLAN.seen} value={tried.form.plan ?? ''} />
        </section>
      )}
      <div class="buttons">
        {/* To look needs no reason yet; the API says what else is missing. */}
        <Send looks={isPlanned ? 'plain' : undefined} skipsChecks>
          {isPlanned ? t.console.plan.again : t.console.plan.title}
        </Send>
        {isPlanned && (
          <Send name={PLAN.apply} value="yes">
            {apply}
          </Send>
        )}
      </div>
    </>
  );
}

/** Half of the smallest step that is shown. */
const SEEN = 0.05;

/** Whether a change shows: by a tenth of a point, now or at the peak, by a rank, or because there was none before. */
function isSeen({ delta, rankBefore, rankAfter, peakBefore, peakAfter }: EffectFragment['changes'][number]): boolean {
  return delta === null || Math.abs(delta) >= SEEN || rankBefore !== rankAfter || isMoved(peakBefore, peakAfter);
}

function isMoved(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && Math.abs(after - before) >= SEEN;
}

type Pair = readonly [before: number | null, after: number | null];

/** Writes pairs of values in so many digits that those that differ look different, all with as many. */
function pairFormat(pairs: readonly Pair[], { t, format }: Ui): (...pair: Pair) => string {
  const isFine = pairs.some(
    ([before, after]) => isMoved(before, after) && format.points(before!) === format.points(after!),
  );
  const value = (number: number | null) =>
    number === null ? t.none : isFine ? format.finePoints(number) : format.points(number);
  return (before, after) => `${value(before)} → ${value(after)}`;
}

/** Who moves, by how much, and which ranks: just after the corrected match, and today. @param effect null: nothing changes */
export function EffectTable({ effect }: { readonly effect: EffectFragment | null }) {
  const ui = useUi();
  const { t, format } = ui;
  const words = t.console.plan;
  const then = (effect?.atMatch ?? []).filter(({ before, after }) => isMoved(before.value, after.value));
  if (!effect || (effect.changeCount === 0 && then.length === 0)) return <p>{words.nothing}</p>;
  const seen = effect.changes.filter(isSeen);
  const shown = seen.slice(0, MOST);
  const charted = [...then, ...shown];
  const twoValues = pairFormat(
    [
      ...charted.map(({ before, after }) => [before.value, after.value] as const),
      ...shown.map(({ peakBefore, peakAfter }) => [peakBefore, peakAfter] as const),
    ],
    ui,
  );
  // Of changes that are not listed, nobody knows how small they are.
  const tiny = effect.changes.length - seen.length;
  const more = effect.changeCount - shown.length - tiny;
  const rank = (number: number | null) => (number === null ? t.none : format.count(number));
  return (
    <>
      {then.length > 0 && (
        <>
          <h4>{words.atMatch}</h4>
          <MovesChart moves={then} all={charted} />
          <table class="wide" aria-label={words.atMatch}>
            <MoveHeads />
            <tbody>
              {then.map((move) => (
                <tr>
                  <MoveCells move={move} twoValues={twoValues} />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p>
        {effect.changeCount === 0
          ? words.nothingToday
          : words.changes(effect.changeCount, format.count(effect.changeCount))}
      </p>
      <MovesChart moves={shown} all={charted} />
      {shown.length > 0 && (
        <table class="wide" aria-label={words.title}>
          <MoveHeads>
            <th scope="col" class="number">
              {t.rank}
            </th>
          </MoveHeads>
          <tbody>
            {shown.map(({ rankBefore, rankAfter, peakBefore, peakAfter, ...move }) => (
              <tr>
                <MoveCells move={move} twoValues={twoValues}>
                  {isMoved(peakBefore, peakAfter) && (
                    <span class="quiet">{words.peak(twoValues(peakBefore, peakAfter))}</span>
                  )}
                </MoveCells>
                <td class="number" data-label={t.rank}>
                  {rankBefore === rankAfter ? rank(rankAfter) : `${rank(rankBefore)} → ${rank(rankAfter)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p class="quiet">{words.more(more, format.count(more))}</p>}
      {tiny > 0 && <p class="quiet">{words.tiny(tiny, format.count(tiny))}</p>}
    </>
  );
}

function MoveHeads({ children }: { readonly children?: ComponentChildren }) {
  const { t } = useUi();
  return <TableHead columns={[t.player, [t.rating, 'number'], [t.change, 'number']]}>{children}</TableHead>;
}

interface MoveCellsProps {
  readonly move: Move;
  readonly twoValues: (...pair: Pair) => string;
  /** What follows the name. */
  readonly children?: ComponentChildren;
}

function MoveCells({ move: { player, before, after, delta }, twoValues, children }: MoveCellsProps) {
  const { t } = useUi();
  return (
    <>
      <th scope="row">
        <bdi>{nameOf(player)}</bdi> {children}
      </th>
      <td class="number" data-label={t.rating}>
        {twoValues(before.value, after.value)}
      </td>
      <td class="number" data-label={t.change}>
        <Delta delta={delta} />
      </td>
    </>
  );
}

/** Names of what forms with a plan say beside their fields. */
export const PLAN = { seen: '_plan', apply: '_apply' } as const;

/** What a mutation answers that corrects a league. */
interface Corrected {
  /** Null unless it is carried out in the background. */
  readonly recompute?: object | null;
}

/**
 * A mutation that is planned before it is applied: a dry run, which is shown, unless the form has the preview of just this and applies it.
 * The form records which preview it was. A plan needs no reason of its own.
 * @param contentOf all that it would do
 * @param done where one goes when it is applied
 */
export function planned<Data extends Readonly<Record<keyof Data, Corrected>>, Input>(
  document: TypedDocument<Data, { readonly input: Input }>,
  contentOf: (form: Form, params: Params) => Omit<NoInfer<Input>, 'dryRun' | 'reason'>,
  done: (params: Params, payload: Data[keyof Data], form: Form) => string,
  options: ActionOptions<Data> = {},
): AnyAction {
  const inputOf = (form: Form, params: Params) => {
    const content = contentOf(form, params);
    form.plan = createHash('sha256')
      .update(JSON.stringify([form.action, content]))
      .digest('base64url');
    const dryRun = !isApplied(form);
    return { ...content, dryRun, reason: form.text('reason') || (dryRun ? 'plan' : '') } as Input;
  };
  return mutation(
    document,
    inputOf,
    (params, data, form) => {
      if (!isApplied(form)) return null;
      const payload = Object.values(data)[0] as Data[keyof Data];
      return placeAfter(params, payload, () => done(params, payload, form));
    },
    options,
  );
}

/** Where one goes when a league was corrected: a long log is rated in the background. @param place where it was not */
export function placeAfter({ league }: Params, { recompute }: Corrected, place: () => string): string {
  return recompute ? withWord(places.league(league), 'recomputing') : place();
}

/** Whether the form applied the change of its preview. */
function isApplied(form: Form): boolean {
  return form.plan !== null && form.flag(PLAN.apply) && form.text(PLAN.seen) === form.plan;
}
