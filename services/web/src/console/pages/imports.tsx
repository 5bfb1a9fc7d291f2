import { ConsoleImportsDocument, type ConsoleImportsQuery } from '../../operations.js';
import { NamedLink, NextPage, Time } from '../../parts/elements.js';
import { useUi } from '../../ui.js';
import { given } from '../../urls.js';
import { called, FileField } from '../fields.js';
import { Form, Send } from '../form.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineConsolePage } from '../page.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleImportsQuery['league']>;
type Import = League['imports']['nodes'][number];

/** Where a file of matches is handed in, and those that were. */
export const imports = defineConsolePage({
  path: '/console/l/:league/import',
  document: ConsoleImportsDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after') }),
  find: ({ league }: ConsoleImportsQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.tabs.imports} · ${name}` }),
  View: Imports,
  uploaded: (id, { params }) => places.import(params.league!, id),
});

function Imports({ model: league, request }: ConsoleViewProps<League>) {
  const { t } = useUi();
  const words = t.console.imports;
  const { slug, imports, archivedAt } = league;
  return (
    <>
      <LeagueFrame league={league} tab="imports" />
      <p class="lead">{words.lead}</p>
      {!archivedAt && (
        <Form action="upload" hasFile>
          <FileField {...called(words, 'file')} accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv" />
          <Send>{words.upload}</Send>
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

function ImportLine({ slug, each }: { readonly slug: string; readonly each: Import }) {
  const { t, format } = useUi();
  const words = t.console.imports;
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
