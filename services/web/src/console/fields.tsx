import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Options } from '../parts/elements.js';
import { shownIn, useUi } from '../ui.js';
import { Form, type FormProps, fieldId, ThisForm } from './form.js';
import { BEFORE, MOMENT, ZONE } from './form-data.js';
import { places } from './urls.js';

interface FieldProps {
  /** As in the input of the mutation, with dots. */
  readonly name: string;
  readonly label: ComponentChildren;
  /** Advice for filling it in. */
  readonly hint?: ComponentChildren;
}

/** The name, the label and the hint of a field: texts contain the label under its name, and the hint under its name with `Why`. */
export function called<Words extends object, Name extends string & keyof Words>(words: Words, name: Name) {
  const texts = words as Readonly<Record<string, string>>;
  return { name, label: texts[name]!, hint: texts[`${name}Why`] };
}

/** @param before the initial value of the field */
function useField(name: string, hint: ComponentChildren, before = '') {
  const { id: form, tried, tellsChanges } = useContext(ThisForm)!;
  const id = fieldId(form, name);
  const errors = (tried?.errors ?? []).filter(({ field }) => field === name || field.startsWith(`${name}.`));
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  return {
    written: tried?.form.values.get(name) ?? undefined,
    wasSent: tried !== null,
    attributes: {
      id,
      name,
      'aria-describedby': described || undefined,
      'aria-invalid': errors.length > 0 ? ('true' as const) : undefined,
    },
    notes: (
      <>
        {tellsChanges && <input type="hidden" name={`${BEFORE}${name}`} value={before} />}
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {errors.length > 0 && (
          <p class="error" id={`${id}-error`}>
            {errors.map(({ message }) => message).join(' ')}
          </p>
        )}
      </>
    ),
  };
}

export interface TextFieldProps extends FieldProps {
  readonly value?: string | number | null | undefined;
  readonly type?: 'text' | 'number' | 'password' | 'url' | 'datetime-local';
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Steps of a number; `any` if omitted. */
  readonly step?: number;
  readonly placeholder?: string;
  /** The value that a browser may fill in, in terms of `autocomplete`; none if omitted. */
  readonly fill?: string;
  /** The initial number of lines, for a field of several. */
  readonly rows?: number;
  /** Slug of a league whose players are suggested; see the island suggest. */
  readonly playersOf?: string;
  /** Id of a list of suggestions on the page. */
  readonly list?: string;
}

/** A field to write in: a text, a number, a time of UTC. For times of a league, see TimeField. */
export function TextField({ name, label, hint, value, rows, type = 'text', fill = 'off', ...more }: TextFieldProps) {
  const { t, format } = useUi();
  const before = type === 'number' && typeof value === 'number' ? format.typed(value) : String(value ?? '');
  const { attributes, written, notes } = useField(name, hint, before);
  const shown = written ?? before;
  const { step, required, maxLength, placeholder, list, playersOf } = more;
  // The types of preact allow roles of a field by its type, which is only known at run time here.
  const keys: object = {
    // Fields of numbers round pasted values, and change with the wheel: a text with the right keyboard does neither.
    type: type === 'number' ? 'text' : type,
    inputMode: type === 'number' ? (step === 1 ? 'numeric' : 'decimal') : undefined,
    step: type === 'datetime-local' ? 1 : undefined,
    ...{ value: shown, autocomplete: fill, autocapitalize: 'off', spellcheck: false },
    ...{ required, maxLength, placeholder, list },
    ...(playersOf !== undefined && { 'data-suggest': playersOf, 'data-names': places.names(playersOf) }),
  };
  return (
    <div class="field">
      <label for={attributes.id} data-required={required ? t.console.required : undefined}>
        {label}
      </label>
      {rows === undefined ? (
        <input {...attributes} {...keys} />
      ) : (
        <textarea {...attributes} rows={rows} {...{ required, maxLength }}>
          {shown}
        </textarea>
      )}
      {notes}
    </div>
  );
}

interface TimeFieldProps extends FieldProps {
  readonly label: string;
  /** Its initial moment, in ISO 8601. */
  readonly value?: string | null;
  /** The zone in which it is shown and read. The label names it. */
  readonly zone: string;
  readonly required?: boolean;
}

/** A field for a day and a time in a time zone. */
export function TimeField({ value, zone, label, ...field }: TimeFieldProps) {
  return (
    <>
      <TextField
        {...field}
        {...{ type: 'datetime-local', label: `${label} (${zone})`, value: value ? shownIn(value, zone) : '' }}
      />
      <input type="hidden" name={`${ZONE}${field.name}`} value={zone} />
      {value && <input type="hidden" name={`${MOMENT}${field.name}`} value={value} />}
    </>
  );
}

type Pairs = readonly (readonly [value: string, text: string])[];

export interface ChoiceProps extends FieldProps {
  readonly value: string | null | undefined;
  /** The options, with their words. */
  readonly options: Pairs;
  /** Further options below titles. */
  readonly groups?: readonly (readonly [title: string, options: Pairs])[];
  /** The script that may choose for readers who have not chosen. */
  readonly chooser?: string | undefined;
}

/** A choice among some words. */
export function Choice(props: ChoiceProps) {
  return (
    <div class="field">
      <CellChoice {...props} />
    </div>
  );
}

/** The same in the head of a column. */
export function CellChoice({ name, label, hint, value, options, groups = [], chooser }: ChoiceProps) {
  const { attributes, written, notes } = useField(name, hint, value ?? '');
  const chosen = written ?? value ?? '';
  return (
    <>
      <label for={attributes.id}>{label}</label>
      <select {...attributes} data-chooser={written === undefined ? chooser : undefined}>
        <Options options={options} chosen={chosen} />
        {groups.map(([title, more]) => (
          <optgroup label={title}>
            <Options options={more} chosen={chosen} />
          </optgroup>
        ))}
      </select>
      {notes}
    </>
  );
}

/** A field for one file. @param accept kinds of files that a browser offers first, as in the attribute */
export function FileField({ name, label, hint, accept }: FieldProps & { readonly accept: string }) {
  const { attributes, notes } = useField(name, hint);
  return (
    <div class="field">
      <label for={attributes.id}>{label}</label>
      <input {...attributes} type="file" accept={accept} required />
      {notes}
    </div>
  );
}

/** A box to tick. */
export function Tick({ name, label, hint, value }: FieldProps & { readonly value: boolean }) {
  const { attributes, written, wasSent, notes } = useField(name, hint, value ? 'yes' : '');
  return (
    <div class="field tick">
      <label for={attributes.id}>
        <input {...attributes} type="checkbox" value="yes" checked={wasSent ? written !== undefined : value} /> {label}
      </label>
      {notes}
    </div>
  );
}

interface MoreProps {
  readonly summary: ComponentChildren;
  /** Whether it is open from the beginning. */
  readonly isOpen: boolean;
  /** The initial values of its fields, by name: it is also open if one was refused, or has another value. */
  readonly before: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

/** Rarely used fields, behind one line. */
export function More({ summary, isOpen, before, children }: MoreProps) {
  const { tried } = useContext(ThisForm)!;
  const names = Object.keys(before);
  const isRefused = (tried?.errors ?? []).some(({ field }) =>
    names.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  // Fields write numbers with the decimal mark of the language.
  const isAsBefore = (name: string, written = '') => [written, written.replace(',', '.')].includes(before[name]!);
  const isWritten = names.some((name) => tried !== null && !isAsBefore(name, tried.form.values.get(name) ?? ''));
  return (
    <details open={isOpen || isRefused || isWritten}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** The reason for an action, for the audit log. */
export function Reason({ required = false }: { readonly required?: boolean }) {
  const { t } = useUi();
  return (
    <TextField name="reason" label={t.console.reason} hint={t.console.reasonWhy} maxLength={200} required={required} />
  );
}

/** A form that ends with the reason for its action. @param props.isOptional whether it may be sent without one */
export function ReasonedForm({ children, isOptional = false, ...form }: FormProps & { readonly isOptional?: boolean }) {
  return (
    <Form {...form}>
      {children}
      <Reason required={!isOptional} />
    </Form>
  );
}

/** A time zone, chosen from all that this machine knows. */
export function ZoneField({ value, ...field }: FieldProps & Pick<ChoiceProps, 'chooser'> & { readonly value: string }) {
  const zones = Intl.supportedValuesOf('timeZone');
  const known = [...new Set([value, 'UTC', ...zones])];
  return <Choice {...field} value={value} options={known.map((zone) => [zone, zone.replaceAll('_', ' ')])} />;
}
