import type { ComponentChildren } from 'preact';
import { Brand } from '../layout.js';
import type { ConsoleHeadingFragment } from '../operations.js';
import { urls } from '../page.js';
import { NamedLink } from '../parts/elements.js';
import { Name } from '../parts/player.js';
import { type Ui, useUi } from '../ui.js';
import { ANSWER } from './kept-forms.js';
import {
  type AnyConsolePage,
  type ConsoleData,
  type ConsolePage,
  type ConsoleViewProps,
  runsPlatform,
  type Said,
  useConsole,
  type Viewer,
} from './page.js';
import { type ConsoleTab, places, TABS, tabPath } from './urls.js';

/** The top of every page of the console. @param viewer null: nobody is signed in */
export function ConsoleHeader({ viewer, version }: { readonly viewer: Viewer | null; readonly version: string }) {
  const { t, theme } = useUi();
  const links = (
    <nav aria-label={t.console.title}>
      {viewer && <a href={places.leagues}>{t.leagues}</a>}
      {viewer && <a href={places.tokens}>{t.console.tokens.title}</a>}
      {viewer && runsPlatform(viewer) && <a href={places.newLeague}>{t.console.newLeague}</a>}
      {theme.hasSite && <a href={urls.front}>{t.site}</a>}
      {viewer && <a href={urls.docs('changelog')}>{`v${version}`}</a>}
    </nav>
  );
  return (
    <header class="site console">
      <Brand href={places.leagues}>
        {theme.name} <span class="quiet">{t.console.title}</span>
      </Brand>
      {viewer ? (
        <Menu name={t.console.menu}>
          {links}
          <SignedIn viewer={viewer} />
        </Menu>
      ) : (
        links
      )}
    </header>
  );
}

/** Links that a phone shows on request; on wider screens, a style keeps them open. */
function Menu({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <details class="menu">
      <summary>{name}</summary>
      <div>{children}</div>
    </details>
  );
}

function SignedIn({ viewer }: { readonly viewer: Viewer }) {
  const { t } = useUi();
  const { formKey } = useConsole();
  return (
    <form id="sign-out" class="signed-in" method="post" action={places.signOut}>
      <input type="hidden" name="_key" value={formKey} />
      <span class="quiet">
        <span class="hidden">{t.console.signedInAs}</span> <Name name={viewer.name} />
      </span>
      <button type="submit" class="plain">
        {t.console.signOut}
      </button>
    </form>
  );
}

interface LeagueFrameProps {
  readonly league: ConsoleHeadingFragment;
  /** The tab of this page; omitted if the page is below one. */
  readonly tab?: ConsoleTab;
  /** The heading of the page, if it differs from its tab; null: it is further down. */
  readonly heading?: ComponentChildren;
}

/** The name of a league, the way to its pages, and the heading of the present one. */
export function LeagueFrame({ league, tab, heading }: LeagueFrameProps) {
  const { t } = useUi();
  const title = heading === undefined ? tab && t.console.tabs[tab] : heading;
  const { slug, name, archivedAt } = league;
  const isPrivate = league.visibility === 'PRIVATE';
  return (
    <>
      <header class="league">
        <p class="league-name">
          <NamedLink href={places.league(slug)} name={name} />
        </p>
        <p class="system">
          <SiteLink league={league} href={urls.league(slug)} otherwise={isPrivate && t.console.isPrivate}>
            {t.console.seeOnSite}
          </SiteLink>
        </p>
        <nav aria-label={t.league}>
          <Menu name={tab ? t.console.tabs[tab] : t.league}>
            {TABS.map((key) => (
              <a href={places[key](slug)} aria-current={key === tab ? 'page' : undefined}>
                {t.console.tabs[key]}
              </a>
            ))}
          </Menu>
        </nav>
        {archivedAt && <p class="notice">{t.console.archived}</p>}
      </header>
      {title && <h1>{title}</h1>}
    </>
  );
}

type Found<Data> = Data & { readonly league: NonNullable<Data[keyof Data & 'league']> };
export type TabProps<Data> = ConsoleViewProps<Found<Data>>;

interface TabPage<Data extends ConsoleData, Variables>
  extends Pick<ConsolePage<Data, Variables, Found<Data>>, 'document' | 'View'>,
    Partial<Omit<ConsolePage<Data, Variables, Found<Data>>, 'document' | 'View' | 'path' | 'find'>> {
  readonly scripts?: readonly string[];
}

/** A page that is a tab of every page of a league. */
export function tabPage<Data extends ConsoleData & { readonly league: ConsoleHeadingFragment | null }, Variables>(
  tab: ConsoleTab,
  { View, scripts, ...page }: TabPage<Data, Variables>,
): AnyConsolePage {
  return {
    path: tabPath(tab),
    variables: ({ params }) => ({ league: params.league! }),
    find: (data: Data) => data.league && data,
    head: ({ league }: Found<Data>, { t }) => ({
      title: `${t.console.tabs[tab]} · ${league.name}`,
      ...(scripts && { scripts }),
    }),
    View: (props: TabProps<Data>) => (
      <>
        <LeagueFrame league={props.model.league} tab={tab} />
        <View {...props} />
      </>
    ),
    ...page,
  };
}

/** The action before this page was opened, if its address says so; with the numbers in it, such as a version. */
export function saidIn(query: URLSearchParams, { t, format }: Ui): Said | null {
  const done: Readonly<Record<string, DoneWords>> = t.console.done;
  const what = query.get('done') ?? '';
  const words = Object.hasOwn(done, what) ? done[what]! : null;
  const numbers = query.getAll('of');
  // Only numbers: otherwise, others could write a link to this page with words of their own.
  if (words === null || !numbers.every((number) => /^\d{1,9}$/.test(number))) return null;
  if (typeof words !== 'string' && words.length !== numbers.length) return null;
  const text = typeof words === 'string' ? words : words(...numbers.map((number) => format.count(Number(number))));
  return { text, at: query.get('at') ?? '' };
}

type DoneWords = string | ((...numbers: string[]) => string);

/** The response to a form, which browsers show and begin to read. */
export function Answer({ class: looks = 'said', role = 'status', children }: AnswerProps) {
  return (
    <div id={ANSWER} class={looks} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}

interface AnswerProps {
  readonly class?: string;
  readonly role?: 'status' | 'alert';
  readonly children: ComponentChildren;
}

interface SiteLinkProps {
  readonly league: Pick<ConsoleHeadingFragment, 'visibility'>;
  readonly href: string;
  /** Shown in its place if the site has no such page. */
  readonly otherwise?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A link to a page of the site about a league, if the service has a site, and the league is public. */
export function SiteLink({ league, href, otherwise, children }: SiteLinkProps) {
  const { theme } = useUi();
  if (!theme.hasSite || league.visibility === 'PRIVATE') return <>{otherwise}</>;
  return <a href={href}>{children}</a>;
}
