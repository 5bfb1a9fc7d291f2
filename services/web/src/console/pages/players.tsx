import { RegisterPlayersDocument } from '@openladder/client/operations';
import { ConsolePlayersDocument, type ConsolePlayersQuery } from '../../operations.js';
import { given, withQuery } from '../../page.js';
import { NamedLink, NextPage } from '../../parts/elements.js';
import { nameOf } from '../../parts/player.js';
import { useWords } from '../../ui.js';
import { TextField } from '../fields.js';
import { Form } from '../form.js';
import { type TabProps, tabPage } from '../frame.js';
import { MAX_NAMED, registering, repeatedIn } from '../names.js';
import { mutation } from '../page.js';
import { places } from '../urls.js';

type Duplicates = NonNullable<NonNullable<ConsolePlayersQuery['league']>['possibleDuplicates']>;

/** The players of a league, possible duplicates, and new players. */
export const players = tabPage('players', {
  document: ConsolePlayersDocument,
  variables: (request) => ({
    league: request.params.league!,
    search: given(request, 'search'),
    after: given(request, 'after'),
    duplicates: given(request, 'duplicates') === 'yes',
    from: given(request, 'from'),
  }),
  formLimit: 1_000_000,
  View: Players,
  actions: {
    register: mutation(
      RegisterPlayersDocument,
      (form, { league }) => registering(league, form.lines('players')),
      'registered',
      {
        prepare: async (form, { league }, _ask, t) => {
          const names = form.lines('players');
          const words = t.console.players;
          const named = registering(league, names).displayNames?.length ?? 0;
          const tooMany = named > MAX_NAMED ? [words.tooMany(MAX_NAMED, named)] : [];
          return [...repeatedIn(names).map(words.repeated), ...tooMany].map((message) => ({
            field: 'players',
            message,
          }));
        },
        fieldOf: () => 'players',
      },
    ),
  },
});

function Players({ model: { league }, request }: TabProps<ConsolePlayersQuery>) {
  const { t, format, words } = useWords('players');
  const { slug, players, possibleDuplicates, archivedAt } = league;
  const path = places.players(slug);
  return (
    <>
      <p class="lead">{words.lead}</p>
      <search>
        <form class="filters" action={path}>
          <label>
            {words.search}{' '}
            <input type="search" name="search" value={given(request, 'search')} maxLength={64} spellcheck={false} />
          </label>
          <button type="submit">{t.find}</button>
        </form>
      </search>
      <p class="facts">
        <span>{t.players(players.totalCount, format.count(players.totalCount))}</span>
        <a href={`${path}?duplicates=yes`}>{words.duplicates}</a>
      </p>
      {possibleDuplicates && <DuplicatesList slug={slug} duplicates={possibleDuplicates} />}
      {players.nodes.length === 0 && <p>{words.none}</p>}
      <ul class="names">
        {players.nodes.map((player) => (
          <li>
            <NamedLink href={places.player(slug, player.handle)} name={nameOf(player)} />{' '}
            {player.displayName && <span class="quiet">{player.handle}</span>}
          </li>
        ))}
      </ul>
      <NextPage path={path} query={request.query} pageInfo={players.pageInfo} />
      {archivedAt === null && (
        <section>
          <h2>{words.register}</h2>
          <Form action="register" send={words.register}>
            <TextField name="players" label={words.handles} hint={words.registerWhy} rows={4} required />
          </Form>
        </section>
      )}
    </>
  );
}

function DuplicatesList({ slug, duplicates }: { readonly slug: string; readonly duplicates: Duplicates }) {
  const { t, format, words } = useWords('players');
  const { pairs, searchedTo } = duplicates;
  const further = withQuery(places.players(slug), new URLSearchParams({ duplicates: 'yes' }), {
    from: searchedTo ?? undefined,
  });
  return (
    <section class="plan">
      {pairs.length === 0 && <p>{words.noDuplicates}</p>}
      <ul class="entries">
        {pairs.map(({ player, other, reasons, days }) => (
          <li>
            <p>
              <bdi>{nameOf(player)}</bdi> · <bdi>{nameOf(other)}</bdi>{' '}
              <a href={`${places.player(slug, other.handle)}?${new URLSearchParams({ into: player.handle })}#merge`}>
                {t.console.playerPage.applyMerge} <span class="hidden">{`${player.handle}, ${other.handle}`}</span>
              </a>
            </p>
            <p class="quiet">
              {[...reasons.map((reason) => words.alike[reason]), words.apart(days, format.count(days))].join(' ')}
            </p>
          </li>
        ))}
      </ul>
      {searchedTo && (
        <p>
          <a href={further}>{words.furtherDuplicates}</a>
        </p>
      )}
    </section>
  );
}
