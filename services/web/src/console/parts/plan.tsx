import { createHash } from 'node:crypto';
import type { TypedDocument } from '@openladder/client';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { EffectFragment } from '../../operations.js';
import { useUi } from '../../ui.js';
import { Reason } from '../fields.js';
import { Send, ThisForm } from '../form.js';
import type { Form } from '../form-data.js';
import { ANSWER } from '../kept-forms.js';
import { type ActionOptions, type AnyAction, mutation, type Params, withWord } from '../page.js';
import { places } from '../urls.js';
import { EffectTable } from './effect.js';

/** The response of a mutation that is previewed before it is applied. */
type Planned = Readonly<Record<string, { readonly effect: EffectFragment | null }>>;

/**
 * The end of a form that is previewed before it is applied: the reason, the preview, and the buttons. It can be applied after the
 * preview, and any change after that requires another preview.
 * @param apply the label of the button that applies it
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
        {/* A preview needs no reason yet; the API reports other missing values. */}
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

/** Names of the hidden values of forms with a preview. */
export const PLAN = { seen: '_plan', apply: '_apply' } as const;

/** The response of a mutation that corrects a league. */
interface Corrected {
  /** Null unless it is carried out in the background. */
  readonly recompute?: object | null;
}

/**
 * A mutation that is previewed before it is applied: a dry run, which is shown, unless the form has the preview of exactly this change and
 * applies it. The form records its preview. A preview needs no reason.
 * @param contentOf its whole effect
 * @param done the page after it is applied
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

/** The page after a correction: a long log is rated in the background. @param place the page if it was not */
export function placeAfter({ league }: Params, { recompute }: Corrected, place: () => string): string {
  return recompute ? withWord(places.league(league), 'recomputing') : place();
}

/** Whether the form applied the change of its preview. */
function isApplied(form: Form): boolean {
  return form.plan !== null && form.flag(PLAN.apply) && form.text(PLAN.seen) === form.plan;
}
