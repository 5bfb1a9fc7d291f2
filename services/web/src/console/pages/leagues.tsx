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
      {shown.length === 0 ? (
        <p>{search ? t.noLeaguesFound(search) : t.noLeagues}</p>
      ) : (
        <LeaguesTable leagues={shown} now={request.now} />
      )}
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

function LeaguesTable({ leagues, now }: { readonly leagues: readonly League[]; readonly now: Date }) {
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
              <Concerns league={league} now={now} />
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

/** After so long without a verification, newer matches should have been verified. */
const STALE = 2 * 86_400_000;

/** What needs a look in a league, each with the way there; nothing if all is well. */
function Concerns({ league, now }: { readonly league: League; readonly now: Date }) {
  const { format, words } = useWords('overview');
  const { slug, attention, verification, archivedAt } = league;
  if (!attention || archivedAt) return null;
  const { webhooks, signals, hasFailedRecompute, possibleDuplicates } = attention;
  const duplicates = possibleDuplicates ?? 0;
  const isBroken = verification !== null && !verification.holds;
  const isStale =
    verification !== null && !verification.isCurrent && now.getTime() - Date.parse(verification.verifiedAt) > STALE;
  const concerns = [
    isBroken && [places.league(slug), words.notProved],
    isStale && [places.league(slug), words.staleVerification(format.day(verification.verifiedAt))],
    hasFailedRecompute && [`${places.league(slug)}#recomputes`, words.failedRecompute],
    webhooks > 0 && [places.webhooks(slug), words.failingWebhooks(webhooks, format.count(webhooks))],
    signals > 0 && [places.integrity(slug), words.signals(signals, format.count(signals))],
    duplicates > 0 && [
      `${places.players(slug)}?duplicates=yes`,
      words.duplicates(duplicates, format.count(duplicates)),
    ],
  ].filter((concern) => concern !== false);
  if (concerns.length === 0) return null;
  return (
    <ul class="concerns" aria-label={words.attention}>
      {concerns.map(([place, text]) => (
        <li>
          <a href={place}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
