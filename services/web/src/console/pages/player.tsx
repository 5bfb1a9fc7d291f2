import {
  ErasePlayerDocument,
  HidePlayerDocument,
  LinkAccountDocument,
  MergePlayersDocument,
  ShowPlayerDocument,
  UnlinkAccountDocument,
  UnmergePlayersDocument,
  UpdatePlayerDocument,
} from '@openladder/client/operations';
import { ConsolePlayerDocument, type ConsolePlayerQuery } from '../../operations.js';
import { given, urls } from '../../page.js';
import { Time } from '../../parts/elements.js';
import { displayedTo, nameOf } from '../../parts/player.js';
import { useWords } from '../../ui.js';
import { called, ReasonedForm, TextField, Tick } from '../fields.js';
import { Fold, Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame, SiteLink } from '../frame.js';
import { resolvePlayers } from '../names.js';
import {
  type ConsoleViewProps,
  defineConsolePage,
  mutation,
  type Params,
  runsPlatform,
  withReason,
  withWord,
} from '../page.js';
import { PlanEnd, planned } from '../parts/plan.js';
import { places } from '../urls.js';

type League = NonNullable<ConsolePlayerQuery['league']>;
type Player = NonNullable<ConsolePlayerQuery['player']>;

interface Model {
  readonly league: League;
  readonly player: Player;
}

function playerPlace({ league, player }: Params, word: string, handle = player): string {
  return withWord(places.player(league, handle), word);
}

function onBoards(form: Sent, params: Params) {
  return { ...withReason(form, params), player: params.player };
}

/** A player of a league: names, accounts, merges, and the end of all personal data. */
export const player = defineConsolePage({
  path: '/console/l/:league/p/:player',
  document: ConsolePlayerDocument,
  variables: ({ params }) => ({ league: params.league!, player: params.player! }),
  find: ({ league, player }: ConsolePlayerQuery): Model | null => (league && player ? { league, player } : null),
  head: ({ league, player }) => ({ title: `${nameOf(player)} · ${league.name}`, scripts: ['suggest'] }),
  View: PlayerPage,
  actions: {
    rename: mutation(
      UpdatePlayerDocument,
      (form, { player }) => ({
        player,
        ...(form.isChanged('handle') && { handle: form.text('handle') }),
        ...(form.isChanged('displayName') && { displayName: form.given('displayName') ?? null }),
        ...(form.isChanged('country') && { country: form.given('country') ?? null }),
        ...(form.isChanged('links') && { links: form.text('links').split(/\s+/).filter(Boolean) }),
        reason: form.text('reason'),
      }),
      (params, { updatePlayer }) => playerPlace(params, 'renamed', updatePlayer.player!.handle),
    ),
    link: mutation(
      LinkAccountDocument,
      (form, { player }) => ({ player, account: form.text('account'), reason: form.text('reason') }),
      'linked',
    ),
    unlink: mutation(
      UnlinkAccountDocument,
      (form) => ({ account: form.text('account'), reason: form.text('reason') }),
      'unlinked',
    ),
    merge: planned(
      MergePlayersDocument,
      (form, { league, player }) => ({ league, player, into: form.text('into') }),
      ({ league, player }, _, form) => withWord(places.merged(league, form.text('into'), player), 'merged'),
      {
        prepare: (form, { league }, ask, t) =>
          resolvePlayers(form, { league, fields: ['into'], mayBeNew: false }, ask, t),
      },
    ),
    unmerge: planned(
      UnmergePlayersDocument,
      (form, { league }) => ({ league, player: form.text('player') }),
      (params) => playerPlace(params, 'unmerged'),
    ),
    hide: mutation(HidePlayerDocument, onBoards, 'hidden'),
    show: mutation(ShowPlayerDocument, onBoards, 'shown'),
    erase: mutation(
      ErasePlayerDocument,
      (form, { player }) => ({
        ...{ player, confirm: form.text('confirm'), inMatches: form.flag('inMatches'), reason: form.text('reason') },
      }),
      ({ league }) => withWord(places.players(league), 'erased'),
    ),
  },
});

function PlayerPage({ model: { league, player }, request, viewer }: ConsoleViewProps<Model>) {
  const { t, format, words } = useWords('playerPage');
  const { slug, rating, archivedAt } = league;
  const { handle, displayName, country, links, formerHandles } = player;
  const into = rating && rating.player.handle !== handle ? rating.player : null;
  const isOpen = archivedAt === null && into === null;
  return (
    <>
      <LeagueFrame league={league} heading={<bdi>{nameOf(player)}</bdi>} />
      <p class="facts">
        {displayName && <span>{handle}</span>}
        {formerHandles.length > 0 && (
          <span>
            {t.formerly} {formerHandles.join(', ')}
          </span>
        )}
        {into ? (
          <a href={`${places.merged(slug, into.handle, handle)}#unmerge`}>{words.mergedInto(nameOf(into))}</a>
        ) : rating ? (
          <>
            <SiteLink
              league={league}
              href={urls.player(slug, handle)}
              otherwise={displayedTo(rating.display, { t, format })}
            >
              {displayedTo(rating.display, { t, format })}
            </SiteLink>
            {rating.isHidden && <span class="flag">{t.hidden}</span>}
            <span>{t.matches(rating.matchesPlayed, format.count(rating.matchesPlayed))}</span>
            <span>
              {t.lastPlayed} <Time at={rating.lastPlayedAt} />
            </span>
          </>
        ) : (
          <span>{words.notRated}</span>
        )}
      </p>
      <h2>{words.names}</h2>
      <ReasonedForm action="rename" tellsChanges send={t.console.save}>
        <TextField {...called(words, 'handle')} value={handle} required maxLength={64} />
        <TextField {...called(words, 'displayName')} value={displayName} />
        <TextField {...called(words, 'country')} value={country} maxLength={2} />
        <TextField {...called(words, 'links')} rows={3} value={links.map(({ url }) => url).join('\n')} />
      </ReasonedForm>
      <Accounts player={player} />
      {isOpen && rating && (
        <Fold summary={rating.isHidden ? words.show : words.hide} forms={['hide', 'show']}>
          <p class="lead">{words.hideWhy}</p>
          <ReasonedForm action={rating.isHidden ? 'show' : 'hide'} send={rating.isHidden ? words.show : words.hide} />
        </Fold>
      )}
      {isOpen && (
        <>
          <h2 id="merging">{words.merge}</h2>
          <p class="lead">{words.mergeWhy}</p>
          <Form action="merge">
            <TextField
              {...called(words, 'into')}
              {...{ value: given(request, 'into'), playersOf: slug, required: true, maxLength: 200 }}
            />
            <PlanEnd apply={words.applyMerge} />
          </Form>
          <Fold summary={words.unmerge} forms={['unmerge']} isOpen={given(request, 'merged') !== undefined}>
            <p class="lead">{words.unmergeWhy}</p>
            <Form action="unmerge">
              <TextField name="player" label={words.merged} value={given(request, 'merged')} required maxLength={200} />
              <PlanEnd apply={words.applyUnmerge} />
            </Form>
          </Fold>
        </>
      )}
      {runsPlatform(viewer) && (
        <Fold summary={words.erase} forms={['erase']}>
          <p class="lead">{words.eraseWhy}</p>
          <ReasonedForm action="erase" send={words.erase} looks="danger">
            <TextField name="confirm" label={words.confirm(handle)} required maxLength={64} />
            <Tick {...called(words, 'inMatches')} value={false} />
          </ReasonedForm>
        </Fold>
      )}
    </>
  );
}

function Accounts({ player: { accounts } }: { readonly player: Player }) {
  const { words } = useWords('playerPage');
  return (
    <section>
      <h2>{words.accounts}</h2>
      {accounts.length === 0 && <p>{words.noAccounts}</p>}
      <ul class="entries">
        {accounts.map(({ provider, id }) => {
          const account = `${provider}:${id}`;
          return (
            <li>
              <p>
                <code>{account}</code>
              </p>
              <ReasonedForm action="unlink" of={account} hidden={{ account }} send={words.unlink} looks="plain" />
            </li>
          );
        })}
      </ul>
      <ReasonedForm action="link" send={words.link}>
        <TextField {...called(words, 'account')} required maxLength={200} />
      </ReasonedForm>
    </section>
  );
}
