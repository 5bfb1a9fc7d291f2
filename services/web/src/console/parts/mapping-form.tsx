import {
  type ColumnRoles,
  guessDateFormat,
  isExportForSpreadsheets,
  listedPlayers,
  listIn,
  MATCH_ROLES,
  mappingOf,
  namesBelow,
  PARTICIPANT_ROLES,
  SHARED_ROLES,
  unusedColumns,
  unusedResults,
} from '@openladder/columns';
import { isolated, useWords } from '../../ui.js';
import { CellChoice, Choice, called, TextField, Tick, TimeField, ZoneField } from '../fields.js';
import { Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import type { Import } from './import-report.js';

/** Formats that files often have, as suggestions. */
const DATE_FORMATS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'DD.MM.YYYY HH:mm', 'MM/DD/YYYY hh:mm A'];

interface MappingFormProps {
  readonly file: Import;
  readonly roles: ColumnRoles;
}

/** The first rows of a file, with a choice under the name of each column. */
export function MappingForm({ file, roles, leagueZone }: MappingFormProps & { readonly leagueZone: string }) {
  const { t, words } = useWords('imports');
  const { format, columns, rows, mapping, dateFormat, timeZone, startAt, every, idPrefix, report } = file;
  if (format === 'JSON_LINES') {
    return (
      <Form action="check" class="sheet wide" send={t.console.plan.title}>
        <p>{words.jsonLines}</p>
        <Rows file={file} roles={roles} />
      </Form>
    );
  }
  const below = namesBelow(columns, rows);
  const isByHand = mapping !== null && mapping !== mappingOf(columns, roles);
  return (
    <Form action="check" class="sheet wide" send={t.console.plan.title}>
      <h2>{words.columns}</h2>
      <p class="hint">{words.columnsWhy}</p>
      {below && <p class="notice">{words.namesBelow(listOf(below.filter(Boolean)))}</p>}
      {isExportForSpreadsheets(columns) && <p class="notice">{words.isForSpreadsheets}</p>}
      <Chosen columns={columns} roles={roles.roles} />
      <NotUsed file={file} roles={roles} />
      <Rows file={file} roles={roles} />
      <PlaceWords file={file} roles={roles} />
      <datalist id="date-formats">
        {[...(report?.dateFormats ?? []), ...DATE_FORMATS].map((each) => (
          <option value={each} />
        ))}
      </datalist>
      <TextField {...called(words, 'dateFormat')} value={dateFormat ?? usualFormat(file, roles)} list="date-formats" />
      <ZoneField {...called(words, 'timeZone')} value={timeZone ?? (areInUtc(columns, roles) ? 'UTC' : leagueZone)} />
      <TextField {...called(words, 'separator')} value={roles.separator} placeholder="," />
      <TextField {...called(words, 'sideRoles')} value={roles.sideRoles} placeholder="home, away" />
      <TextField {...called(words, 'skipped')} value={roles.skipped} placeholder="W/O" />
      <details open={roles.roles.includes('winner')}>
        <summary>{words.winner}</summary>
        <p class="hint">{words.winnerWhy}</p>
        <TextField name="first" label={words.first} value={roles.first} placeholder="H" />
        <TextField name="second" label={words.second} value={roles.second} placeholder="A" />
        <TextField name="draw" label={words.draw} value={roles.draw} placeholder="D" />
      </details>
      <details open={startAt !== null || !roles.roles.includes('date')}>
        <summary>{words.noDates}</summary>
        <p class="hint">{words.noDatesWhy}</p>
        <TimeField name="startAt" label={words.startAt} value={startAt} zone={leagueZone} />
        <TextField {...called(words, 'every')} value={every} placeholder="1m" />
      </details>
      <details open={isByHand || idPrefix !== null || roles.handles !== '' || report?.problem != null}>
        <summary>{t.more}</summary>
        <TextField {...called(words, 'missing')} value={roles.missing} placeholder="-1" />
        <Tick {...called(words, 'handles')} value={roles.handles !== ''} />
        <TextField {...called(words, 'idPrefix')} value={idPrefix} />
        <TextField {...called(words, 'mapping')} value={isByHand ? mapping : ''} rows={3} maxLength={4_000} />
      </details>
    </Form>
  );
}

/** The roles chosen so far: on a phone, most columns of a wide file are out of sight. */
function Chosen({ columns, roles }: Pick<ColumnRoles, 'roles'> & Pick<Import, 'columns'>) {
  const { words } = useWords('imports');
  const chosen = columns.flatMap((column, place) =>
    roles[place] ? [{ column, role: words.roles[roles[place]]! }] : [],
  );
  if (chosen.length === 0) return null;
  return (
    <p>
      {words.chosen}{' '}
      {chosen.map(({ column, role }, index) => (
        <>
          {index > 0 && ', '}
          <bdi>{column}</bdi> → {role}
        </>
      ))}
      .
    </p>
  );
}

/** Columns outside the mapping, those that may mark a match without a winner despite the mapping, and cells that may contain several players. */
function NotUsed({ file: { columns, rows }, roles }: MappingFormProps) {
  const { t, words } = useWords('imports');
  const results = unusedResults(columns, roles.roles, rows);
  const unused = unusedColumns(columns, roles);
  const lists = listedPlayers(columns, roles.roles, rows);
  const stillLists = listedPlayers(columns, roles.roles, rows, roles.separator);
  return (
    <>
      {unused.length > 0 && (
        <p>
          {words.notUsed} {listOf(unused)}.
        </p>
      )}
      {results.length > 0 && <p class="notice">{t.named(listOf(results), words.mayBeDraw)}</p>}
      {roles.separator !== '' && lists.length > 0 && (
        <p class="notice">{t.named(listOf(lists), words.areSeveral(roles.separator))}</p>
      )}
      {stillLists.length > 0 && <p class="notice">{t.named(listOf(stillLists), words.mayBeSeveral)}</p>}
    </>
  );
}

function listOf(columns: readonly string[]): string {
  return columns.map(isolated).join(', ');
}

/** Whether the name of a column of dates or times contains UTC. */
function areInUtc(columns: readonly string[], { roles }: Pick<ColumnRoles, 'roles'>): boolean {
  return columns.some((column, place) => roles[place] === 'date' && /^utc/i.test(column));
}

/** The likely format of the file's dates. */
function usualFormat({ rows, mapping, report }: Import, { roles }: ColumnRoles): string | null {
  if (report?.dateFormats.length === 1) return report.dateFormats[0]!;
  // An emptied field stays empty.
  return mapping === null ? guessDateFormat(roles, rows) : null;
}

function Rows({ file: { columns, rows }, roles }: MappingFormProps) {
  const { words } = useWords('imports');
  const roleWord = (role: string) => [role, words.roles[role]!] as const;
  const groups = [
    [words.eachRowIsMatch, MATCH_ROLES.map(roleWord)],
    [words.eachRowIsParticipant, PARTICIPANT_ROLES.map(roleWord)],
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too.
    <section class="sample" tabIndex={0} aria-label={words.firstRows}>
      <table aria-label={words.firstRows}>
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((column, place) => (
                <th scope="col">
                  <input type="hidden" name={`columns.${place}`} value={column} />
                  <CellChoice
                    name={`roles.${place}`}
                    label={<bdi>{column}</bdi>}
                    value={roles.roles[place]}
                    options={[['', words.unused], ...SHARED_ROLES.map(roleWord)]}
                    groups={groups}
                  />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const NAME = 'words.';

/** A word in the column of places, and the facts about it. */
interface PlaceWord {
  readonly word: string;
  /** How often it occurs; null if the file was not checked. */
  readonly count: number | null;
  /** Whether it means the last place by default. */
  readonly isKnown: boolean;
}

/** The words in the column of places: from a check, from the form, and from the first rows. */
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
    // Chosen words are in a list with commas.
    const isNew = word !== '' && Number.isNaN(Number(word)) && !word.includes(',') && !isAmong(word, seen);
    seen.push(word);
    return isNew;
  });
}

function isAmong(word: string, words: readonly string[]): boolean {
  return words.some((each) => each.toLowerCase() === word.toLowerCase());
}

/** The meaning of each word in the column of places, chosen by clicking, with the number of participants who have it. */
function PlaceWords({ file, roles }: { readonly file: Import; readonly roles: ColumnRoles }) {
  const { format, words } = useWords('imports');
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
export function wordsChosenIn(form: Sent, meaning: 'last' | 'out'): string {
  const words: string[] = [];
  for (let number = 0; form.values.has(`${NAME}${number}.word`); number++) {
    if (form.text(`${NAME}${number}`) === meaning) words.push(form.text(`${NAME}${number}.word`));
  }
  return words.join(',');
}
