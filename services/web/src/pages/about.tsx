import { SiteAboutDocument, type SiteAboutQuery } from '../operations.js';
import { definePage, given, urls, type ViewProps } from '../page.js';
import { Fact, NextPage, Table, Time } from '../parts/elements.js';
import { LeagueHeader, Proof } from '../parts/league.js';
import { luckDiscount, UPSET } from '../parts/luck.js';
import { nameOf } from '../parts/player.js';
import { shortLineOf } from '../parts/sides.js';
import { inWords, Marked } from '../parts/system-words.js';
import { inTenths } from '../parts/why.js';
import { isolated, useUi } from '../ui.js';

type League = NonNullable<SiteAboutQuery['league']>;

/** How a league is rated, in words and settings; the verification of its board; and every revision of its ratings. */
export const about = definePage({
  path: '/l/:league/about',
  document: SiteAboutDocument,
  variables: (request) => ({
    league: request.params.league!,
    after: given(request, 'after'),
    locale: request.language,
  }),
  find: ({ league }) => league,
  head: ({ name, ratingSystem }, { t }, { query }) => ({
    title: `${t.about} · ${name}`,
    description: t.aboutDescription(name, ratingSystem.system.title),
    isUnlisted: query.size > 0,
  }),
  View: About,
});

function About({ model: league, request }: ViewProps<League>) {
  const { t } = useUi();
  const { description, ratingSystem, verification } = league;
  const system = inWords(ratingSystem.system, t);
  const { title, summary, source } = system;
  return (
    <>
      <LeagueHeader league={league} tab="about" />
      <h1 class="hidden">{t.about}</h1>
      {description && <p class="lead">{description}</p>}
      {verification && (
        <Proof verification={verification}>
          <p class="quiet">{verification.isCurrent ? t.provedWhy : `${t.provedWhy} ${t.provedBefore}`}</p>
        </Proof>
      )}
      <How league={league} />
      <section>
        <h2>{t.ratedBy}</h2>
        <p class="lead">
          <strong>{title}</strong> {ratingSystem.raterVersion}
        </p>
        <p class="lead">{summary}</p>
        <p class="lead quiet">
          {t.named(t.source, '')}
          {/^https?:\/\/\S+$/.test(source) ? <a href={source}>{source}</a> : source}
        </p>
        <ShownSettings schema={system.settingsSchema} settings={ratingSystem.settings} />
      </section>
      <Rules league={league} />
      <Revisions league={league} query={request.query} />
    </>
  );
}

interface SettingsSchema {
  readonly properties?: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>;
}

function ShownSettings({ schema, settings: given }: { readonly schema: unknown; readonly settings: unknown }) {
  const { t, format } = useUi();
  const { properties = {} } = (schema ?? {}) as SettingsSchema;
  const settings = Object.entries(given as Readonly<Record<string, unknown>>);
  const shown = (value: unknown) => {
    if (typeof value === 'number') return format.exact(value);
    if (typeof value === 'boolean') return value ? t.console.yes : t.console.no;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  if (settings.length === 0) return null;
  return (
    <Table
      class="settings"
      caption={<caption>{t.settings}</caption>}
      rows={settings}
      columns={[
        [
          t.setting,
          ([name]) => (
            <>
              {properties[name]?.title} <code>{name}</code>
            </>
          ),
        ],
        [t.value, ([, value]) => shown(value), 'number'],
        [t.meaning, ([name]) => <Marked text={properties[name]?.description ?? ''} />],
      ]}
    />
  );
}

function Rules({ league }: { readonly league: League }) {
  const { t } = useUi();
  const { lateMatches, openEntry, timeZone, refreshedThrough, createdAt } = league;
  return (
    <section>
      <h2>{t.rules}</h2>
      <dl class="numbers">
        <Fact name={t.console.settings.lateMatches}>{lateMatches === 'REPLAY' ? t.lateReplay : t.lateReject}</Fact>
        <Fact name={t.entry}>{openEntry ? t.openEntry : t.closedEntry}</Fact>
        <Fact name={t.days}>{t.daysEnd(timeZone)}</Fact>
        <Fact name={t.boardThrough}>
          <Time at={refreshedThrough} form="minute" />
        </Fact>
        <Fact name={t.since}>
          <Time at={createdAt} />
        </Fact>
      </dl>
    </section>
  );
}

function Revisions({
  league: { slug, revisions },
  query,
}: {
  readonly league: League;
  readonly query: URLSearchParams;
}) {
  const { t, format } = useUi();
  return (
    <section>
      <h2>{t.revisions}</h2>
      <p class="quiet">{t.revisionsWhy}</p>
      <Table
        label={t.revisions}
        rows={revisions.nodes}
        columns={[
          [t.revision, ({ revision }) => format.count(revision)],
          [
            t.system,
            ({ system, raterVersion }) => (
              <>
                {system.title} <span class="quiet">{raterVersion}</span>
              </>
            ),
          ],
          [t.shownSince, ({ appliedAt }) => <Time at={appliedAt} form="minute" />],
        ]}
      />
      <NextPage path={urls.about(slug)} query={query} pageInfo={revisions.pageInfo} />
    </section>
  );
}

/** How ratings work in a league, for its players: from its settings, with the effect of its newest match as an example. */
function How({ league }: { readonly league: League }) {
  const { t, format } = useUi();
  const { slug, matchesForRank, activeWithin, lateMatches, ratingSystem, newest } = league;
  const [match] = newest.nodes;
  const words = t.boards.how;
  const settings = ratingSystem.settings as Readonly<Record<string, unknown>>;
  const { initialRating } = settings;
  const luck = luckDiscount(settings);
  const changed = (match?.sides ?? []).flatMap(({ participants }) =>
    participants.flatMap(({ player, ratingChange }) => (ratingChange ? [{ player, ...ratingChange }] : [])),
  );
  const rules = [
    typeof initialRating === 'number' && words.begin(format.points(initialRating)),
    words.gain,
    luck &&
      words.luck({
        deserved: format.percent(luck.deserved),
        even: format.percent(luck.even),
        chance: format.percent(UPSET),
        upset: format.percent(luck.upset),
      }),
    matchesForRank > 1 && t.provisionalBelow(matchesForRank, format.count(matchesForRank)),
    activeWithin !== null && t.provisionalAsleep(activeWithin, format.count(activeWithin)),
    words.replay,
    words.late[lateMatches],
  ];
  const shown = (value: number) => format.rating(value.toFixed(1));
  /** The effect of the match itself; `delta` also includes the effect of time since the previous match. */
  const sum = (before: number, after: number) => {
    const [end, change] = [inTenths(after), inTenths(after - before)];
    return `${shown(end - change)} ${format.delta(change)} = ${shown(end)}`;
  };
  return (
    <section id="how">
      <h2>{t.boards.howTitle}</h2>
      <ul class="rules">{rules.map((rule) => rule && <li>{rule}</li>)}</ul>
      {match && changed.length > 0 && (
        <>
          <h3>{words.example}</h3>
          <p>
            <a href={urls.match(slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>
          </p>
          <ul class="rules">
            {changed.slice(0, 2).map(({ player, before, after, explanation }) => (
              <li>
                {t.named(isolated(nameOf(player)), explanation)}{' '}
                {before.value !== null && after.value !== null && <b>{sum(before.value, after.value)}</b>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
