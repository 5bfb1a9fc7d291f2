import { CancelImportDocument, CheckImportDocument, StartImportDocument } from '@openladder/client/operations';
import {
  type ColumnRoles,
  columnOf,
  guessRoles,
  guessSeparator,
  guessSideRoles,
  guessWinnerWords,
  mappingOf,
  missingRole,
  NO_WORDS,
  resultsAsBefore,
  rolesIn,
} from '@openladder/columns';
import {
  ConsoleImportDocument,
  type ConsoleImportQuery,
  ConsoleImportsDocument,
  type ConsoleImportsQuery,
} from '../../operations.js';
import { given, type PageRequest, urls } from '../../page.js';
import { NamedLink, NextPage, Time } from '../../parts/elements.js';
import { type Language, textsOf, useWords } from '../../ui.js';
import { called, FileField } from '../fields.js';
import { Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame, SiteLink, type TabProps, tabPage } from '../frame.js';
import { ANSWER } from '../kept-forms.js';
import { type ConsoleViewProps, defineConsolePage, mutation, useConsole, withWord } from '../page.js';
import { type Import, ImportPreview, ImportRefusals } from '../parts/import-report.js';
import { MappingForm, wordsChosenIn } from '../parts/mapping-form.js';
import { NobodyRanked } from '../parts/nobody-ranked.js';
import { UnderWay } from '../parts/under-way.js';
import { AddedMatches, restoreAdded, withdrawAdded } from '../parts/withdraw-import.js';
import { places } from '../urls.js';

type ListedImport = NonNullable<ConsoleImportsQuery['league']>['imports']['nodes'][number];

/** The form for uploading a file of matches, and earlier files. */
export const imports = tabPage('imports', {
  document: ConsoleImportsDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after') }),
  View: Imports,
  uploaded: (id, { params }) => places.import(params.league!, id),
});

function Imports({ model: { league }, request }: TabProps<ConsoleImportsQuery>) {
  const { words } = useWords('imports');
  const { slug, imports, archivedAt } = league;
  return (
    <>
      <p class="lead">{words.lead}</p>
      {!archivedAt && (
        <Form action="upload" hasFile send={words.upload}>
          <FileField {...called(words, 'file')} accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv" />
        </Form>
      )}
      {imports.nodes.length > 0 && (
        <section>
          <h2>{words.former}</h2>
          <ul class="entries">
            {imports.nodes.map((each) => (
              <ImportLine slug={slug} each={each} />
            ))}
          </ul>
        </section>
      )}
      <NextPage path={places.imports(slug)} query={request.query} pageInfo={imports.pageInfo} />
    </>
  );
}

function ImportLine({ slug, each }: { readonly slug: string; readonly each: ListedImport }) {
  const { format, words } = useWords('imports');
  const { id, fileName, status, accepted, requestedBy, requestedAt, error } = each;
  return (
    <li>
      <p>
        <NamedLink href={places.import(slug, id)} name={fileName} /> <span class="flag">{words.status[status]}</span>
      </p>
      {error && <p class="error">{error}</p>}
      <p class="facts">
        {accepted > 0 && <span>{words.added(accepted, format.count(accepted))}</span>}
        <span>
          <Time at={requestedAt} form="minute" /> · <bdi>{requestedBy}</bdi>
        </span>
      </p>
    </li>
  );
}

type League = NonNullable<ConsoleImportQuery['league']>;

interface Model {
  readonly league: League;
  readonly file: Import;
}

/** The meanings of a file's columns, the preview of its import, and the progress. */
export const importOf = defineConsolePage({
  path: '/console/l/:league/import/:import',
  document: ConsoleImportDocument,
  variables: ({ params }) => ({ league: params.league!, import: params.import! }),
  find: ({ league, node }: ConsoleImportQuery): Model | null => {
    const file = node && 'fileName' in node && node.league.slug === league?.slug ? node : null;
    return league && file && { league, file };
  },
  head: ({ file }) => ({ title: file.fileName, scripts: ['progress'] }),
  View: ImportPage,
  actions: {
    check: mutation(
      CheckImportDocument,
      (form, params, { language }) => ({ import: params.import, ...importPlanIn(form, language as Language) }),
      (params, _, form) => `${places.import(params.league, params.import)}?${wordsIn(form)}`,
    ),
    start: mutation(
      StartImportDocument,
      // The import is that of the shown check, or it is refused.
      (form, params) => ({ import: params.import, check: form.given('check') }),
      (params) => places.import(params.league, params.import),
    ),
    cancel: mutation(
      CancelImportDocument,
      (_, params) => ({ import: params.import }),
      ({ league }, { cancelImport }) =>
        withWord(places.imports(league), 'importCancelled', cancelImport.import!.accepted),
    ),
    withdraw: withdrawAdded,
    restore: restoreAdded,
  },
});

/** Names of the columns, as in the file. */
function columnsIn({ values }: Sent): string[] {
  const columns: string[] = [];
  for (let place = 0; values.has(`columns.${place}`); place++) columns.push(values.get(`columns.${place}`)!);
  return columns;
}

function chosenRoles(form: Sent): ColumnRoles {
  const roles = rolesIn(columnsIn(form).map((_, place) => form.text(`roles.${place}`)));
  const text = (name: string) => (name === 'last' || name === 'out' ? wordsChosenIn(form, name) : form.text(name));
  return { roles, ...wordsBy(text) };
}

function wordsBy(text: (name: string) => string): Omit<ColumnRoles, 'roles'> {
  const [first, second, draw] = [text('first'), text('second'), text('draw')];
  const [last, out] = [text('last'), text('out')];
  const [missing, skipped] = [text('missing'), text('skipped')];
  const rest = { sideRoles: text('sideRoles'), missing, skipped, handles: text('handles'), last, out };
  return { separator: text('separator'), first, second, draw, ...rest };
}

function importPlanIn(form: Sent, language: Language) {
  const isByHand = form.given('mapping') !== undefined || columnsIn(form).length === 0;
  const missing = isByHand ? null : missingRole(chosenRoles(form).roles, form.given('startAt') !== undefined);
  const isSkipOpen = !isByHand && chosenRoles(form).roles.includes('skip') && form.given('skipped') === undefined;
  if (isSkipOpen) form.refuse('skipped', { message: textsOf(language).console.imports.noSkipped });
  if (missing) form.refuse('roles.0', { message: textsOf(language).console.imports.missingRole[missing] });
  return {
    // A written mapping takes precedence over clicked roles.
    mapping: form.given('mapping') ?? mappingOf(columnsIn(form), chosenRoles(form)),
    dateFormat: form.given('dateFormat'),
    timeZone: form.given('timeZone'),
    startAt: form.time('startAt'),
    every: form.given('every'),
    idPrefix: form.given('idPrefix'),
  };
}

/** The clicked roles, for the address of the next page: the API stores the resulting mapping. */
function wordsIn(form: Sent): URLSearchParams {
  const { roles, ...rest } = chosenRoles(form);
  const words = new URLSearchParams({ roles: roles.join('.') });
  for (const [name, value] of Object.entries(rest)) if (value !== '') words.set(name, value);
  return words;
}

/** Roles that were clicked before, or that the names of the columns suggest. */
function rolesFor(request: PageRequest, { file: { columns, rows }, league }: Model): ColumnRoles {
  const chosen = given(request, 'roles')?.split('.');
  if (!chosen) {
    const earlier = mappingBefore(league, columns);
    const mayBeLists = earlier === null || hasSeparator(earlier);
    const guessed = guessRoles(columns, rows, mayBeLists);
    const roles = earlier === null ? guessed : resultsAsBefore(guessed, columns, earlier);
    const mayHaveRoles = earlier === null || /(^|;)\s*role\s*=/i.test(earlier);
    const sideRoles = mayHaveRoles ? guessSideRoles(columns, roles) : '';
    const separator = mayBeLists ? guessSeparator(roles, rows) : '';
    return { ...NO_WORDS, roles, separator, ...guessWinnerWords(roles, rows), sideRoles };
  }
  return {
    roles: rolesIn(columns.map((_, place) => chosen[place])),
    ...wordsBy((name) => given(request, name) ?? ''),
  };
}

/** The mapping of the newest imported file with these columns: without its roles or players, the matches would differ. */
function mappingBefore({ imports }: League, columns: readonly string[]): string | null {
  const same = imports.nodes.find((each) => each.accepted > 0 && each.columns.join('\n') === columns.join('\n'));
  return same?.mapping ?? null;
}

/** Whether a mapping allows several players per cell, like `side=team(",")`. */
function hasSeparator(mapping: string): boolean {
  const withoutNames = mapping.replaceAll(/"(?:[^"]|"")*"/g, '');
  return /(^|;)\s*(side|player)\s*=[^;]*\(/i.test(withoutNames);
}

function ImportPage({ model: { league, file }, request }: ConsoleViewProps<Model>) {
  const { format, words } = useWords('imports');
  const { tried, said } = useConsole();
  const { status, fileName, bytes } = file;
  const roles = rolesFor(request, { file, league });
  const isUnderWay = status === 'CHECKING' || status === 'IMPORTING';
  const isOpen = status === 'UPLOADED' || status === 'CHECKED' || status === 'FAILED';
  return (
    <>
      <LeagueFrame league={league} tab="imports" heading={null} />
      <NobodyRanked league={league} />
      <h1>
        <bdi>{fileName}</bdi>
      </h1>
      {/* Where browsers begin to read, unless a form has its own response. */}
      <p class="quiet" id={tried || said ? undefined : ANSWER} tabIndex={-1} data-live="status">
        {bytes < 1_000_000
          ? words.kilobytes(format.count(Math.ceil(bytes / 1_000)))
          : words.megabytes(format.decimal(bytes / 1_000_000))}{' '}
        · {words.status[status]}
      </p>
      <div data-live="import">
        <State league={league} file={file} roles={roles} now={request.now} />
        {isOpen && !league.archivedAt && <MappingForm file={file} roles={roles} leagueZone={league.timeZone} />}
        {!isUnderWay && !league.archivedAt && <AddedMatches file={file} />}
      </div>
    </>
  );
}

/** How long the file of a finished import is stored, in milliseconds: at least a day. */
const KEPT = 86_400_000;

type StateProps = Model & { readonly roles: ColumnRoles; readonly now: Date };

function State({ league, file, roles, now }: StateProps) {
  const { format, words } = useWords('imports');
  const { slug, timeZone } = league;
  const { status, report, accepted, replayed, refusals, error, addedMatches } = file;
  const address = places.import(slug, file.id);
  const isKept = now.getTime() - Date.parse(file.requestedAt) < KEPT;
  const inFile = (field: string) => columnOf(field, file.columns, roles);
  switch (status) {
    case 'UPLOADED':
      return null;
    case 'CHECKING':
    case 'IMPORTING':
      return <ImportProgress slug={slug} file={file} />;
    case 'FAILED':
      return (
        <div class="refused" role="alert">
          <p>{words.failed}</p>
          <p>{error}</p>
        </div>
      );
    case 'CANCELLED':
      return <p class="notice">{words.wasCancelled}</p>;
    case 'CHECKED': {
      const toAdd = report!.matches - report!.known;
      return (
        <>
          <ImportPreview report={report!} zone={file.timeZone ?? timeZone} columnOf={inFile} address={address} />
          {report!.problem === null && toAdd > 0 && (
            <Form
              action="start"
              class="bare"
              hidden={{ check: report!.check }}
              send={words.start(toAdd, format.count(toAdd))}
            />
          )}
        </>
      );
    }
    case 'DONE': {
      const isWithdrawn = accepted > 0 && addedMatches?.counting === 0;
      return (
        <section class="plan" role="status">
          <p>
            <strong>{words.done(accepted, format.count(accepted))}</strong>{' '}
            {isWithdrawn && <strong>{words.areWithdrawn(accepted)} </strong>}
            {replayed > 0 && words.replayed(replayed, format.count(replayed))}
          </p>
          <p>
            <SiteLink league={league} href={urls.league(slug)}>
              {words.seeBoard}
            </SiteLink>
          </p>
          <ImportRefusals
            refusals={refusals ?? []}
            title={words.refusedByRule}
            columnOf={inFile}
            address={isKept ? address : null}
          />
        </section>
      );
    }
  }
}

/** The progress of checking or importing a file. */
function ImportProgress({ slug, file }: { readonly slug: string; readonly file: Import }) {
  const { format, words } = useWords('imports');
  const { id, status, progress, accepted } = file;
  return (
    <section class="plan">
      <UnderWay progress={progress} action="cancel">
        <p>{status === 'CHECKING' ? words.checking : words.importing(accepted, format.count(accepted))}</p>
        <noscript>
          <p>
            <a href={places.import(slug, id)}>{words.look}</a>
          </p>
        </noscript>
      </UnderWay>
    </section>
  );
}
