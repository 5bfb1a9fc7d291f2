import type { ComponentChildren } from 'preact';
import type { LeagueHeadingFragment } from '../operations.js';
import { urls, withQuery } from '../page.js';
import type { Texts } from '../texts/en/site.js';
import { useUi } from '../ui.js';
import { Fact, Time } from './elements.js';
import { accentOf } from './player.js';

/** The pages of a league, in their order, by the keys of their texts. */
const TABS = { board: urls.league, matchLog: urls.matches, live: urls.live, stats: urls.stats, about: urls.about };
type LeagueTab = keyof typeof TABS;

interface LeagueHeaderProps {
  readonly league: LeagueHeadingFragment;
  /** The current tab; null if the page belongs to none. */
  readonly tab: LeagueTab | null;
  /** What stands between the name and the links. */
  readonly children?: ComponentChildren;
}

/** The name of a league and links to its pages. On the board, the name is the main heading. */
export function LeagueHeader({ league, tab, children }: LeagueHeaderProps) {
  const { t } = useUi();
  const { slug, name, archivedAt, ratingSystem } = league;
  return (
    <header class="league" itemscope itemtype="https://schema.org/SportsOrganization">
      <Emblem league={league} />
      {tab === 'board' ? (
        <h1>
          <bdi itemprop="name">{name}</bdi>
        </h1>
      ) : (
        <p class="league-name">
          <a href={urls.league(slug)} itemprop="url">
            <bdi itemprop="name">{name}</bdi>
          </a>
        </p>
      )}
      <p class="system">
        {t.ratedBy} <a href={urls.about(slug)}>{ratingSystem.system.title}</a>
      </p>
      {children}
      <nav aria-label={t.league}>
        {Object.entries(TABS).map(([key, placeOf]) => (
          <a href={placeOf(slug)} aria-current={key === tab ? 'page' : undefined}>
            {t[key as LeagueTab]}
          </a>
        ))}
      </nav>
      {archivedAt !== null && <p class="notice">{t.isArchived}</p>}
    </header>
  );
}

interface RestNoticeProps {
  readonly league: { readonly slug: string; readonly nobodyRanked: { readonly restingSince: string | null } | null };
}

/** Why ratings differ from those of the board, which is as of the last match once nobody has a rank any more. */
export function RestNotice({ league: { slug, nobodyRanked } }: RestNoticeProps) {
  const { t, format } = useUi();
  if (!nobodyRanked?.restingSince) return null;
  return (
    <p class="notice">
      {t.restingWhy(format.day(nobodyRanked.restingSince))} <a href={urls.league(slug)}>{t.board}</a>
    </p>
  );
}

interface EmblemProps {
  readonly league: { readonly slug: string; readonly picture: { readonly name: string } | null };
}

/** The picture of a league; nothing if it has none. It only repeats the name beside it. */
export function Emblem({ league: { slug, picture } }: EmblemProps) {
  return picture && <img class="emblem" src={urls.emblem(slug, picture.name)} alt="" width={56} height={56} />;
}

/** The place where the script of a page that follows a league reports that it has lost the service. */
export function Connection() {
  const { t } = useUi();
  return <p class="connection" role="status" data-lost={t.connectionLost} />;
}

interface DownloadsProps {
  /** Address of the files, without their ending. */
  readonly address: string;
  /** The part of the list, and its order. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** A list as files, for spreadsheets and for programs. */
export function Downloads({ address, query = {} }: DownloadsProps) {
  const { t } = useUi();
  const chosen = Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)]);
  const file = (ending: string) => withQuery(address + ending, new URLSearchParams(), Object.fromEntries(chosen));
  return (
    <span>
      {t.named(t.download, '')}
      <a href={file('.csv')}>CSV</a> · <a href={file('.jsonl')}>JSON</a>
    </span>
  );
}

interface ProofProps {
  readonly verification: { readonly holds: boolean; readonly problems: number; readonly verifiedAt: string };
  readonly children?: ComponentChildren;
}

/** Whether the board was verified by a replay of the log. */
export function Proof({ verification: { holds, problems, verifiedAt }, children }: ProofProps) {
  const { t, format } = useUi();
  return (
    <section class={`proof ${holds ? 'holds' : 'broken'}`}>
      <p>
        <strong>{holds ? t.proved : t.notProved(problems, format.count(problems))}</strong>{' '}
        <Time at={verifiedAt} form="minute" />
      </p>
      {children}
    </section>
  );
}

interface LeagueTagProps {
  readonly league: { readonly slug: string; readonly name: string; readonly hue?: number | null };
}

/** The name of a league with its accent, in lists of several leagues. */
export function LeagueTag({ league }: LeagueTagProps) {
  return (
    <small class="league-tag" data-hue={accentOf(league)}>
      <bdi>{league.name}</bdi>
    </small>
  );
}

export type Term = keyof Texts['boards']['terms'];

/** The terms of a board. @param givesPoints whether its races give points */
export function boardTerms(isRacing: boolean, givesPoints: boolean): Term[] {
  const ofRaces: Term[] = givesPoints ? ['racePoints', 'starts', 'places'] : ['starts', 'places'];
  const own: Term[] = isRacing ? ['placeLine', ...ofRaces] : ['behind', 'line', 'record', 'form'];
  return ['rating', 'points', 'interval', 'movement', ...own, 'chance', 'provisional'];
}

/** The terms of a player's page. */
export function careerTerms(isRacing: boolean): Term[] {
  const own: Term[] = isRacing ? ['starts', 'places', 'fieldBeaten'] : ['record', 'form'];
  return ['rating', 'points', ...own, 'peak', 'rival', 'nemesis', 'change', 'expected', 'provisional'];
}

function isNamed(term: Term, { boards }: Texts): term is keyof Texts['boards']['termNames'] {
  return term in boards.termNames;
}

interface LegendProps {
  /** The terms of the page, in their order there. */
  readonly terms: readonly Term[];
  /** The league whose rules are explained elsewhere. */
  readonly slug: string;
}

/** The meanings of a page's words, abbreviations and units, one tap away. */
export function Legend({ terms, slug }: LegendProps) {
  const { t } = useUi();
  return (
    <details class="legend">
      <summary>{t.boards.legend}</summary>
      <dl>
        {terms.map((term) => (
          <Fact name={isNamed(term, t) ? t.boards.termNames[term] : t[term]}>{t.boards.terms[term]}</Fact>
        ))}
      </dl>
      <p>
        <a href={`${urls.about(slug)}#how`}>{t.boards.howTitle}</a>
      </p>
    </details>
  );
}
