import type { ConsoleImportQuery } from '../../operations.js';
import { Fact, joined, Table, Time } from '../../parts/elements.js';
import { roleOf } from '../../parts/sides.js';
import { refusalText } from '../../texts/refusal.js';
import { isolated, useUi, useWords } from '../../ui.js';
import { matchFieldName } from '../field-labels.js';

/** An uploaded file of matches. */
export type Import = Extract<NonNullable<ConsoleImportQuery['node']>, { readonly fileName: string }>;

type Report = NonNullable<Import['report']>;
type Refusals = Report['refusals'];
type Example = Report['examples'][number];

interface PreviewProps {
  readonly report: Report;
  /** The time zone in which the file is read. */
  readonly zone: string;
  readonly columnOf: RefusalsProps['columnOf'];
  readonly address: string;
}

/** The preview of importing a file. */
export function ImportPreview({ report, zone, columnOf, address }: PreviewProps) {
  const { t, format, words } = useWords('imports');
  const { matches, known, refused, players, newPlayers, newPlayerExamples, problem, dateFormats } = report;
  return (
    <section class="plan" aria-label={t.console.plan.title}>
      <h2>{t.console.plan.title}</h2>
      {problem !== null && (
        <div class="refused" role="alert">
          <p>{words.problem}</p>
          <p>{problem}</p>
        </div>
      )}
      <dl class="numbers">
        <Fact name={words.wouldBeAdded}>{format.count(matches - known)}</Fact>
        {known > 0 && <Fact name={words.known}>{format.count(known)}</Fact>}
        <Fact name={words.refused}>{format.count(refused)}</Fact>
        {report.skipped > 0 && <Fact name={words.rowsSkipped}>{format.count(report.skipped)}</Fact>}
        <Fact name={words.newPlayers}>{`${format.count(newPlayers)} / ${format.count(players)}`}</Fact>
      </dl>
      {known > 0 && known === matches && <p class="notice">{words.allKnown}</p>}
      <Notes report={report} zone={zone} />
      {report.encoding === 'WINDOWS_1252' && <p class="notice">{words.westernLetters}</p>}
      <Examples examples={report.examples} zone={zone} />
      {newPlayerExamples.length > 0 && (
        <details>
          <summary>{words.whoIsNew(format.count(newPlayers))}</summary>
          <p>
            {joined(newPlayerExamples.map((player) => <bdi>{player}</bdi>))}
            {newPlayers > newPlayerExamples.length && ' …'}
          </p>
          <p class="hint">{words.whoIsNewWhy}</p>
        </details>
      )}
      <PlaceCounts report={report} />
      <ImportRefusals refusals={report.refusals} title={words.refusedByRule} columnOf={columnOf} address={address} />
      {dateFormats.length > 0 && <p class="notice">{words.dateFormats(dateFormats.join(', '))}</p>}
    </section>
  );
}

/** How many participants have a word instead of a place, by its meaning. */
function PlaceCounts({ report }: { readonly report: Report }) {
  const { format, words } = useWords('imports');
  return (
    <>
      {(['LAST', 'OUT'] as const).map((meaning) => {
        const found = report.words.filter((each) => each.meaning === meaning);
        const count = found.reduce((sum, each) => sum + each.count, 0);
        const list = found
          .map(({ count, word }) => `${format.count(count)} ${words.placeWord(word, null, '')}`)
          .join(', ');
        return count > 0 && <p>{words.placeCounts[meaning](count, format.count(count), list)}</p>;
      })}
    </>
  );
}

function Notes({ report, zone }: Pick<PreviewProps, 'report' | 'zone'>) {
  const { t, format, words } = useWords('imports');
  const { firstPlayedAt, lastPlayedAt, outOfOrder, renamed, renamedExamples, pairExample } = report;
  return (
    <>
      {firstPlayedAt && (
        <p>
          {words.played} <Time at={firstPlayedAt} zone={zone} isFixed /> –{' '}
          <Time at={lastPlayedAt} zone={zone} isFixed /> {words.inZone(zone)}{' '}
          {outOfOrder > 0 && words.outOfOrder(outOfOrder, format.count(outOfOrder))}
        </p>
      )}
      {renamed > 0 && (
        <p>
          {words.renamed(renamed, format.count(renamed))}{' '}
          {renamedExamples.slice(0, 3).map(({ name, handle }, index) => (
            <>
              {index > 0 && ', '}
              <bdi>{name}</bdi> → <bdi>{handle}</bdi>
            </>
          ))}
          {renamed > 3 ? ' …' : '.'} {words.keptNames}
        </p>
      )}
      {pairExample != null && <p class="notice">{t.named(isolated(pairExample), words.mayBePairs)}</p>}
    </>
  );
}

/** The first matches, as interpreted. */
function Examples({ examples, zone }: { readonly examples: readonly Example[]; readonly zone: string }) {
  const { t, words } = useWords('imports');
  if (examples.length === 0) return null;
  return (
    <Table
      class="wide"
      caption={<caption>{words.understood}</caption>}
      rows={examples}
      columns={[
        [
          t.match,
          ({ sides }) =>
            joined(
              sides.map((side) => <Side side={side} />),
              ' – ',
            ),
        ],
        [words.when, ({ playedAt }) => <Time at={playedAt} form="minute" zone={zone} isFixed />],
        [t.matchId, ({ externalId }) => <bdi>{externalId}</bdi>],
      ]}
    />
  );
}

function Side({ side: { name, role, score, placement, players } }: { readonly side: Example['sides'][number] }) {
  const { t, format } = useUi();
  return (
    <span>
      {name !== null && t.named(isolated(name), '')}
      {joined(
        players.map((player) => <bdi>{player}</bdi>),
        ' + ',
      )}
      {role !== null && (
        <span class="quiet">
          {' '}
          (<bdi>{roleOf(role, t)}</bdi>)
        </span>
      )}
      {score !== null && <strong> {format.decimal(score)}</strong>}
      {placement !== null && <span class="quiet"> {t.console.imports.place(format.count(placement))}</span>}
    </span>
  );
}

interface RefusalsProps {
  readonly refusals: Refusals;
  readonly title: string;
  /** The column of a match's field; null if unknown. */
  readonly columnOf: (field: string) => string | null;
  /** The page of the import; null if its file is deleted. */
  readonly address: string | null;
}

/** Omitted rows and matches, by rule. */
export function ImportRefusals({ refusals, title, columnOf, address }: RefusalsProps) {
  const ui = useUi();
  const { t, format } = ui;
  const words = t.console.imports;
  if (refusals.length === 0) return null;
  return (
    <>
      <Table
        class="wide"
        caption={<caption>{title}</caption>}
        rows={refusals}
        columns={[
          [words.field, ({ field }) => <FieldName field={field} column={columnOf(field)} />],
          [words.rule, (refusal) => <bdi>{refusalText(ui, refusal)}</bdi>],
          [
            words.lines,
            ({ lines, count }) =>
              lines.map((line) => format.count(line)).join(', ') + (count > lines.length ? ' …' : ''),
          ],
          [words.count, ({ count }) => format.count(count), 'number'],
        ]}
      />
      {refusals.some(({ rule }) => rule.startsWith('EXTERNAL_ID_USED')) && <p class="notice">{words.otherContent}</p>}
      {address !== null && (
        <p>
          <a href={`${address}/refused.csv`}>{words.refusedRows.link}</a>{' '}
          <span class="hint">{words.refusedRows.why}</span>
        </p>
      )}
    </>
  );
}

/** A column, and its side of the match. */
function FieldName({ field, column }: { readonly field: string; readonly column: string | null }) {
  const { t } = useUi();
  const own = matchFieldName(field, t);
  if (column === null || own === null) return <bdi>{own ?? field}</bdi>;
  return (
    <>
      <bdi>{column}</bdi> <span class="quiet">({own})</span>
    </>
  );
}
