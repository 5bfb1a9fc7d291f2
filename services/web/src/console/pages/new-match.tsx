import { randomUUID } from 'node:crypto';
import { type SideInput, SubmitMatchesDocument } from '@openladder/client/operations';
import { ConsoleNewMatchDocument, type ConsoleNewMatchQuery } from '../../operations.js';
import type { PageRequest } from '../../page.js';
import { useWords } from '../../ui.js';
import { given } from '../../urls.js';
import { called, TextField, TimeField } from '../fields.js';
import { Form } from '../form.js';
import { LeagueFrame } from '../frame.js';
import { resolveNewcomers } from '../names.js';
import { type ConsoleViewProps, defineConsolePage, mutation, withWord } from '../page.js';
import { NewPlayers, SidesFields, sideFieldIn, sidesIn } from '../parts/sides-form.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleNewMatchQuery['league']>;

/** Adds a match that no bot has reported, late ones too. */
export const newMatch = defineConsolePage({
  path: '/console/l/:league/new-match',
  document: ConsoleNewMatchDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }: ConsoleNewMatchQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.newMatch.title} · ${name}`, scripts: ['suggest'] }),
  formLimit: 1_000_000,
  View: NewMatch,
  actions: {
    submit: mutation(
      SubmitMatchesDocument,
      (form, { league }) => {
        const externalId = form.given('externalId') ?? form.text('_externalId');
        return { league, matches: [{ externalId, playedAt: form.time('playedAt'), sides: sidesIn(form) }] };
      },
      ({ league }, { submitMatches: { results } }) => {
        const [result] = results ?? [];
        const externalId = result && 'match' in result ? result.match.externalId : '';
        return withWord(places.match(league, externalId), 'added');
      },
      {
        prepare: (form, { league }, ask, t) => resolveNewcomers(form, league, ask, t),
        fieldOf: sideFieldIn,
        errors: ({ submitMatches: { errors, results } }) => [
          ...errors,
          ...(results ?? []).flatMap((result) =>
            // The fields of the form are those of one match.
            'error' in result ? [{ ...result.error, path: ['input', ...result.error.path.slice(3)] }] : [],
          ),
        ],
      },
    ),
  },
});

const EMPTY: SideInput = { participants: [] };
/** For the first match of a league. */
const DUEL = { sides: 2, players: 1 };
/** More than fit on a page. */
const MOST = 25;

/** How many sides the newest match has, and players on its largest. */
function usualIn({ matches: { nodes } }: League) {
  const [newest] = nodes;
  if (!newest) return DUEL;
  const players = newest.sides.map(({ participants }) => participants.length);
  return { sides: players.length, players: Math.max(...players) };
}

/** Whether they race here, and places decide, as in the newest match. */
function isByPlace({ matches: { nodes } }: League): boolean {
  const sides = nodes[0]?.sides ?? [];
  return sides.length > 2 && sides.some(({ placement }) => placement !== null);
}

/**
 * How many sides, and players on each, there is room for: as asked for, or as in the newest match, as far as the league can rate them and a page has room.
 */
function roomOf(league: League, request: PageRequest) {
  const { formats } = league.ratingSystem;
  const usual = usualIn(league);
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = formats;
  return {
    sides: within(Number(given(request, 'sides') ?? usual.sides), minSides, maxSides),
    players: within(Number(given(request, 'players') ?? usual.players), minPlayersPerSide, maxPlayersPerSide),
  };
}

/** @param most null or 0: as many as one likes */
function within(count: number, fewest: number, most: number | null): number {
  return Math.min(Math.max(Math.floor(count) || 0, fewest, 1), most || MOST);
}

function NewMatch({ model: league, request }: ConsoleViewProps<League>) {
  const { t, words } = useWords('newMatch');
  if (league.archivedAt) return <LeagueFrame league={league} />;
  const { sides, players } = roomOf(league, request);
  return (
    <>
      <LeagueFrame league={league} heading={words.title} />
      <p class="lead">{league.lateMatches === 'REPLAY' ? words.lead : words.leadReject}</p>
      <Room league={league} sides={sides} players={players} />
      <Form action="submit" hidden={{ _externalId: `console-${randomUUID()}` }} send={words.send}>
        <TimeField
          name="playedAt"
          label={t.console.matchForm.playedAt}
          value={minuteOf(request.now)}
          zone={league.timeZone}
          required
        />
        <SidesFields
          slug={league.slug}
          sides={Array<SideInput>(sides).fill(EMPTY)}
          more={{ sides: 0, players }}
          isByPlace={isByPlace(league)}
        />
        <NewPlayers />
        <p class="hint">{isByPlace(league) ? words.placesWhy : words.sidesWhy}</p>
        <details>
          <summary>{t.more}</summary>
          <TextField {...called(words, 'externalId')} maxLength={200} />
        </details>
      </Form>
    </>
  );
}

/** The minute that a moment is in: most matches are entered when they are over. */
function minuteOf(now: Date): string {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString();
}

interface RoomProps {
  readonly league: League;
  readonly sides: number;
  readonly players: number;
}

/** Asks for more or fewer sides and players, where the rating system leaves a choice. */
function Room({ league: { slug, ratingSystem }, sides, players }: RoomProps) {
  const { words } = useWords('newMatch');
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = ratingSystem.formats;
  if (minSides === maxSides && minPlayersPerSide === maxPlayersPerSide) return null;
  return (
    <form class="filters" action={places.newMatch(slug)}>
      <label>
        {words.sides} <input name="sides" inputMode="numeric" value={sides} maxLength={2} size={4} />
      </label>
      <label>
        {words.players} <input name="players" inputMode="numeric" value={players} maxLength={2} size={4} />
      </label>
      <button type="submit" class="plain">
        {words.resize}
      </button>
    </form>
  );
}
