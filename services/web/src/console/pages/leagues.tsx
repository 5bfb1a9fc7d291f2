import { ConsoleLeaguesDocument, type ConsoleLeaguesQuery } from '../../operations.js';
import { given, urls } from '../../page.js';
import { NamedLink, NextPage, Table, Time } from '../../parts/elements.js';
import { useUi, useWords } from '../../ui.js';
import { type ConsoleViewProps, defineConsolePage, runsPlatform, useConsole } from '../page.js';
import { places } from '../urls.js';

type League = ConsoleLeaguesQuery['leagues']['nodes'][number];

/** The leagues that the session may run. */
export const leagues = defineConsolePage({
  path: '/console',
  document: ConsoleLeaguesDocument,
  variables: (request) => ({
    search: given(request, 'search'),
    after: given(request, 'after'),
    includeArchived: given(request, 'archived') === 'yes',
  }),
  find: (data: ConsoleLeaguesQuery) => data,
  head: (_, { t }) => ({ title: t.leagues }),
  View: Leagues,
});

function Leagues({ model, request, viewer }: ConsoleViewProps<ConsoleLeaguesQuery>) {
  const { t } = useUi();
  const isForAll = runsPlatform(viewer);
  const search = given(request, 'search');
  const withArchived = given(request, 'archived') === 'yes';
  // Admins of some leagues see only those, however many others they could read.
  const own = (model.viewer?.leagues ?? []).filter(({ archivedAt }) => withArchived || archivedAt === null);
  const shown = isForAll ? model.leagues.nodes : own;
  return (
    <>
      <h1>{t.leagues}</h1>
      <search>
        <form class="filters" action={places.leagues}>
          {isForAll && (
            <label>
              {t.search} <input type="search" name="search" value={search} maxLength={100} />
            </label>
          )}
          <label>
            <input type="checkbox" name="archived" value="yes" checked={withArchived} /> {t.console.withArchived}
          </label>
          <button type="submit">{t.show}</button>
        </form>
      </search>
      {isForAll && model.leagues.unreachable.length > 0 && <p>{t.someUnreachable}</p>}
      {shown.length === 0 ? <p>{search ? t.noLeaguesFound(search) : t.noLeagues}</p> : <LeaguesTable leagues={shown} />}
      {isForAll && shown.length === 0 && !search && (
        <p>
          <a href={places.newLeague}>{t.console.advice.first}</a>
        </p>
      )}
      {isForAll && <NextPage path={places.leagues} query={request.query} pageInfo={model.leagues.pageInfo} />}
      {isForAll && <Version />}
    </>
  );
}

/** The running version, and the one after a restart. */
function Version() {
  const { words } = useWords('version');
  const { version, installedVersion, command } = useConsole().service;
  const installed = installedVersion();
  return (
    <section id="version">
      <h2>{words.title}</h2>
      <p>
        {words.runs(version)} <a href={urls.docs('changelog')}>{words.changes}</a>,{' '}
        <a href={urls.docs('upgrading')}>{words.upgrading}</a>
      </p>
      {installed !== version && (
        <p class="notice">
          {words.installed(installed)} <code>{command} migrate --dry-run</code>
        </p>
      )}
    </section>
  );
}

function LeaguesTable({ leagues }: { readonly leagues: readonly League[] }) {
  const { t, format } = useUi();
  return (
    <Table
      class="wide"
      label={t.leagues}
      rows={leagues}
      columns={[
        [
          t.league,
          (league) => (
            <>
              <NamedLink href={places.league(league.slug)} name={league.name} />{' '}
              {league.visibility === 'PRIVATE' && <span class="flag">{t.console.private}</span>}
              {league.archivedAt && <span class="flag">{t.console.archivedShort}</span>}
              <OldVersion league={league} />
            </>
          ),
        ],
        [t.playersHere, ({ playerCount }) => format.count(playerCount), 'number'],
        [t.matchLog, ({ matchCount }) => format.count(matchCount), 'number'],
        [t.lastMatch, ({ lastMatchAt, timeZone }) => <Time at={lastMatchAt} zone={timeZone} />],
      ]}
    />
  );
}

/** A league that another version of its rating system has rated, and that waits for its recompute, with a link to a preview of it. */
function OldVersion({ league: { slug, ratingSystem } }: { readonly league: Pick<League, 'slug' | 'ratingSystem'> }) {
  const { t } = useUi();
  const { raterVersion, system } = ratingSystem;
  if (raterVersion === system.version) return null;
  return (
    <p class="quiet">
      <a href={places.ratingSystem(slug, system.key)}>
        {t.console.version.ratedBy(system.title, raterVersion, system.version)}
      </a>
    </p>
  );
}
