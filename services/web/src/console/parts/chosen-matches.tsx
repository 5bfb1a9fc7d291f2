import { RestoreMatchesDocument, VoidMatchesDocument } from '@openladder/client/operations';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { useUi } from '../../ui.js';
import { ThisForm } from '../form.js';
import type { Form } from '../form-data.js';
import { type Params, type Tried, withWord } from '../page.js';
import { planned } from './plan.js';

/** Name of the boxes of a form, each with a match as its value. */
const NAME = 'matches';

/** A match in a list. */
export interface ListedMatch {
  /** Its global id. */
  readonly id: string;
  readonly version: number;
}

/** A box that selects a match for one correction of all selected matches. */
export function Chosen({ match, children }: ChosenProps) {
  const { t } = useUi();
  const { tried } = useContext(ThisForm)!;
  const isChosen = isChosenIn(tried, match);
  const isStale = isChosen && !tried!.form.values.getAll(NAME).includes(boxOf(match));
  return (
    <label>
      <input type="checkbox" name={NAME} value={boxOf(match)} checked={isChosen} /> {children}
      {isStale && <span class="flag"> {t.console.changedSince}</span>}
    </label>
  );
}

interface ChosenProps {
  readonly match: ListedMatch;
  /** The label of the box. */
  readonly children: ComponentChildren;
}

/** Whether a match was selected in the sent form, in whatever version. */
export function isChosenIn(tried: Tried | null, { id }: ListedMatch): boolean {
  return tried?.form.values.getAll(NAME).some((value) => value.startsWith(`${id} `)) ?? false;
}

function boxOf({ id, version }: ListedMatch): string {
  return `${id} ${version}`;
}

function chosenIn(form: Form): { match: string; expectedVersion: number }[] {
  // A match of two signals has two boxes.
  return [...new Set(form.values.getAll(NAME))].map((value) => {
    const [match = '', version] = value.split(' ');
    return { match, expectedVersion: Number.parseInt(version ?? '', 10) || 0 };
  });
}

function choiceInput(form: Form, { league }: Params) {
  return { league, matches: chosenIn(form) };
}

type PlaceOf = (slug: string) => string;

/** The action that withdraws all selected matches in one correction, after its preview. @param placeOf the page with the form */
export function withdrawFrom(placeOf: PlaceOf) {
  return planned(VoidMatchesDocument, choiceInput, ({ league }, { matches }) =>
    withWord(placeOf(league), 'withdrawnAll', matches?.length ?? 0),
  );
}

/** The action that restores them. */
export function restoreFrom(placeOf: PlaceOf) {
  return planned(RestoreMatchesDocument, choiceInput, ({ league }, { matches }) =>
    withWord(placeOf(league), 'restoredAll', matches?.length ?? 0),
  );
}
