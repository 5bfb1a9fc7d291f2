import { randomUUID } from 'node:crypto';
import { type ComponentChildren, createContext } from 'preact';
import { useUi } from '../ui.js';
import { type FieldError, formId } from './form-data.js';
import { Answer } from './frame.js';
import { ANSWER, withoutWords } from './kept-forms.js';
import { type Tried, useConsole } from './page.js';

interface FormContext {
  /** Prefix of every field's id. */
  readonly id: string;
  /** The result of this form; null if it was not sent. */
  readonly tried: Tried | null;
  /** Whether its fields record their initial values. */
  readonly tellsChanges: boolean;
}

/** The form of a field. */
export const ThisForm = createContext<FormContext | null>(null);

export interface FormProps {
  /** The action of the page that the form requests. */
  readonly action: string;
  /** Which of several forms of the action this is. */
  readonly of?: string;
  /** Other actions that buttons of the form request. */
  readonly also?: readonly string[];
  readonly class?: string;
  /** Hidden values of the form, by name. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** Whether its fields record their initial values, so that only changed ones are sent on; see `Form.isChanged`. */
  readonly tellsChanges?: boolean;
  /** Whether it is read-only, as in an archived league. */
  readonly isDisabled?: boolean;
  /** Whether it has a field for a file. */
  readonly hasFile?: boolean;
  /** The purpose of the secret in the API's response, which is shown once. */
  readonly secret?: string;
  /** The label of the button at its end. If omitted, it has its own buttons. */
  readonly send?: string | undefined;
  readonly looks?: SendProps['looks'];
  readonly children?: ComponentChildren;
}

type Secrets = Readonly<Record<string, { readonly secret: string | null }>>;

/** A form of its page. Refused values stay in it, with the reasons above it and at each field. */
export function Form({
  action,
  of = '',
  also = [],
  class: kind = 'sheet',
  hidden = {},
  tellsChanges = false,
  isDisabled = false,
  hasFile,
  secret,
  send,
  looks,
  children,
}: FormProps) {
  const { formKey, url, tried, said } = useConsole();
  const { t } = useUi();
  const own = tried && [action, ...also].includes(tried.action) && tried.of === of ? tried : null;
  const id = formId(action, of);
  const [answer] = secret && own?.data ? Object.values(own.data as Secrets) : [];
  const made = answer?.secret ?? null;
  return (
    <form
      {...{ id, class: kind, method: 'post', action: `${withoutWords(url)}#${ANSWER}` }}
      {...(hasFile && { enctype: 'multipart/form-data' })}
    >
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="_action" value={action} />
      {of !== '' && <input type="hidden" name="_of" value={of} />}
      <input type="hidden" name="_once" value={randomUUID()} />
      {Object.entries(hidden).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
      {tried === null && said?.at === id && <Answer>{said.text}</Answer>}
      {made !== null && <Secret why={secret!} secret={made} />}
      {own?.isUnsent && <Answer class="notice">{t.console.unsent}</Answer>}
      {own && own.errors.length > 0 && <Refused errors={own.errors} id={id} written={own.form.values} />}
      {/* What is done is no longer in the form. */}
      <ThisForm.Provider value={{ id, tried: made === null ? own : null, tellsChanges }}>
        {isDisabled ? <fieldset disabled>{children}</fieldset> : children}
        {send && <Send looks={looks}>{send}</Send>}
      </ThisForm.Provider>
    </form>
  );
}

interface RefusedProps {
  readonly errors: readonly FieldError[];
  readonly id: string;
  readonly written: URLSearchParams;
}

function Refused({ errors, id, written }: RefusedProps) {
  const { t } = useUi();
  return (
    <Answer class="refused" role="alert">
      <p>{t.console.refused}</p>
      <ul>
        {errors.map(({ field, message }) => {
          const name = nearest(field, written);
          return <li>{name === null ? message : <a href={`#${fieldId(id, name)}`}>{message}</a>}</li>;
        })}
      </ul>
    </Answer>
  );
}

/** A secret that is shown only once. */
function Secret({ why, secret }: { readonly why: string; readonly secret: string }) {
  const { t } = useUi();
  return (
    <Answer class="plan secret">
      <p>{why}</p>
      <pre>
        <code>{secret}</code>
      </pre>
      {/* Scripts reveal it. */}
      <button type="button" class="plain" data-copied={t.console.copied} hidden>
        {t.console.copy}
      </button>
    </Answer>
  );
}

interface FoldProps {
  readonly summary: ComponentChildren;
  /** Ids of the forms in it: it is open if one of them has a response. */
  readonly forms: readonly string[];
  /** Whether it is open from the beginning. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** Rarely used forms, behind one line. */
export function Fold({ summary, forms, isOpen = false, children }: FoldProps) {
  const { tried, said } = useConsole();
  const answered = tried ? formId(tried.action, tried.of) : (said?.at ?? '');
  return (
    <details open={isOpen || forms.includes(answered)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** The form's field for an error: the API may name a part of it. */
function nearest(field: string, written: URLSearchParams): string | null {
  for (let name = field; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0))) {
    if (written.has(name)) return name;
  }
  return null;
}

/** The id of a field. */
export function fieldId(form: string, name: string): string {
  return `${form}.${name}`;
}

interface SendProps {
  readonly children: ComponentChildren;
  readonly looks?: 'plain' | 'danger' | undefined;
  /** With a value: only this button adds it to the form. `_action` requests another action than the form's own. */
  readonly name?: string;
  readonly value?: string;
  /** Whether it may be sent with required fields still empty. */
  readonly skipsChecks?: boolean;
}

/** A button that sends its form. */
export function Send({ children, looks, name, value, skipsChecks }: SendProps) {
  return (
    <button type="submit" class={looks} {...{ name, value }} formNoValidate={skipsChecks}>
      {children}
    </button>
  );
}
