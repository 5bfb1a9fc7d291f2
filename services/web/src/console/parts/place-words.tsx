import { type ColumnRoles, listIn } from '@openladder/columns';
import { useUi } from '../../ui.js';
import { Choice } from '../fields.js';
import type { Form } from '../form-data.js';
import type { Import } from '../pages/import.js';

const NAME = 'words.';

/** A word in the column of places, and what is known of it. */
interface PlaceWord {
  readonly word: string;
  /** How often; null where the file was not checked. */
  readonly count: number | null;
  /** Whether it means the last place without being chosen. */
  readonly isKnown: boolean;
}

/** The words in the column of places: those that a check has found, those that were chosen, and those of the first rows. */
function placeWordsOf({ report, rows }: Import, { roles, last, out }: ColumnRoles): PlaceWord[] {
  const place = roles.indexOf('placement');
  if (place < 0) return [];
  const chosen = [...listIn(last), ...listIn(out)];
  const found = (report?.words ?? []).map(({ word, count, meaning }) => ({
    ...{ word, count, isKnown: meaning !== null && !isAmong(word, chosen) },
  }));
  const others = report ? chosen : [...chosen, ...rows.map((cells) => cells[place]?.trim() ?? '')];
  const seen: string[] = [];
  return [...found, ...others.map((word) => ({ word, count: null, isKnown: false }))].filter(({ word }) => {
    // Chosen words stand in a list with commas.
    const isNew = word !== '' && Number.isNaN(Number(word)) && !word.includes(',') && !isAmong(word, seen);
    seen.push(word);
    return isNew;
  });
}

function isAmong(word: string, words: readonly string[]): boolean {
  return words.some((each) => each.toLowerCase() === word.toLowerCase());
}

/** What each word in the column of places means, chosen by clicking, with how many participants have it. */
export function PlaceWords({ file, roles }: { readonly file: Import; readonly roles: ColumnRoles }) {
  const { t, format } = useUi();
  const words = t.console.imports;
  const found = placeWordsOf(file, roles);
  if (found.length === 0) return null;
  const chosenFor = (word: string) =>
    isAmong(word, listIn(roles.out)) ? 'out' : isAmong(word, listIn(roles.last)) ? 'last' : '';
  return (
    <fieldset>
      <legend>{words.placeWords}</legend>
      <p class="hint">{words.placeWordsWhy}</p>
      {found.map(({ word, count, isKnown }, number) => (
        <>
          <input type="hidden" name={`${NAME}${number}.word`} value={word} />
          <Choice
            name={`${NAME}${number}`}
            label={words.placeWord(word, count, format.count(count ?? 0))}
            value={chosenFor(word)}
            options={[
              ['', file.report === null ? words.placeMeanings.usual : words.placeMeanings[isKnown ? 'last' : 'none']],
              ...(isKnown ? [] : [['last', words.placeMeanings.last] as const]),
              ['out', words.placeMeanings.out],
            ]}
          />
        </>
      ))}
    </fieldset>
  );
}

/** The words that were given a meaning in a form, with commas between them. */
export function wordsChosenIn(form: Form, meaning: 'last' | 'out'): string {
  const words: string[] = [];
  for (let number = 0; form.values.has(`${NAME}${number}.word`); number++) {
    if (form.text(`${NAME}${number}`) === meaning) words.push(form.text(`${NAME}${number}.word`));
  }
  return words.join(',');
}
