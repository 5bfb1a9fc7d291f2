import { randomUUID } from 'node:crypto';
import { type SideInput, SubmitMatchesDocument } from '@openladder/client/operations';
import { ConsoleNewMatchDocument, type ConsoleNewMatchQuery } from '../../operations.js';
import { given, type PageRequest } from '../../page.js';
import { useWords } from '../../ui.js';
import { called, TextField, TimeField } from '../fields.js';
import { Form } from '../form.js';
import { LeagueFrame } from '../frame.js';
import { resolveSides } from '../names.js';
import { type ConsoleViewProps, defineConsolePage, mutation, withWord } from '../page.js';
import { NewPlayers, SidesFields, sideFieldIn, sidesIn } from '../parts/sides-form.js';
import { places } from '../urls.js';
import { MatchName } from './matches.js';

type League = NonNullable<ConsoleNewMatchQuery['league']>;

/** Adds a match that no bot has reported, late ones too. */
export const newMatch = defineConsolePage({
  path: '/console/l/:league/new-match',
  document: ConsoleNewMatchDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }: ConsoleNewMatchQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.newMatch.title} · ${name}`, scripts: ['suggest', 'draft'] }),
  formLimit: 1_000_000,
  View: NewMatch,
  actions: {
    submit: mutation(
      SubmitMatchesDocument,
      (form, { league }) => {
        const externalId = form.given('externalId') ?? form.text('_externalId');
        return { league, matches: [{ externalId, playedAt: form.time('playedAt'), sides: sidesIn(form) }] };
      },
      ({ league }, _data, form) => {
        const playedAt = form.time('playedAt')!;
        const isOld = Date.now() - Date.parse(playedAt) > OLD;
        const search = isOld ? `?${new URLSearchParams({ playedAt })}` : '';
        return withWord(places.newMatch(league) + search, 'added');
      },
      {
        prepare: (form, { league }, ask, t) => resolveSides(form, league, ask, t),
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
/** So many wins without points are no chance. */
const ENOUGH = 3;
/** People who enter a match this old, in milliseconds, usually enter others of that time. */
const OLD = 6 * 3_600_000;

/** How many sides the largest of the newest matches has, and players on a side. */
function usualIn({ matches: { nodes } }: League) {
  if (nodes.length === 0) return DUEL;
  const sides = nodes.map((match) => match.sides);
  return {
    sides: Math.max(...sides.map(({ length }) => length)),
    players: Math.max(...sides.flat().map(({ participants }) => participants.length)),
  };
}

/**
 * What decides here, by the newest matches: places in races, or who won, where no result says by how much; else points. What most
 * matches have is in the form from the beginning: places in their order, or the first side as the winner.
 */
function usualResult({ matches: { nodes } }: League, sides: number): 'places' | 'win' | 'points' {
  if (sides > 2) {
    const race = nodes.find((match) => match.sides.length > 2);
    const isByPlace = race ? race.sides.some(({ placement }) => placement !== null) : nodes.length === 0;
    return isByPlace ? 'places' : 'points';
  }
  const isWin = nodes.every(({ sides: [one, other, ...more] }) => {
    return (
      more.length === 0 &&
      [one, other].every((side) => [0, 0.5, 1].includes(side?.score ?? -1)) &&
      one!.score! + other!.score! === 1
    );
  });
  return isWin && nodes.length >= ENOUGH ? 'win' : 'points';
}

/**
 * How many sides, and players on each, there is room for: as asked for, or as in the newest matches, as far as the league can rate them and a page has room.
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
  const result = usualResult(league, sides);
  return (
    <>
      <LeagueFrame league={league} heading={words.title} />
      <p class="lead">{league.lateMatches === 'REPLAY' ? words.lead : words.leadReject}</p>
      <Room league={league} sides={sides} players={players} />
      <Form action="submit" hidden={{ _externalId: `console-${randomUUID()}` }} send={words.send}>
        <TimeField
          name="playedAt"
          label={t.console.matchForm.playedAt}
          value={minuteOfPlay(timeOfPlay(request))}
          zone={league.timeZone}
          required
        />
        <SidesFields
          slug={league.slug}
          sides={Array.from({ length: sides }, (_, index) => emptySide(result, index))}
          morePlayers={players}
          isByPlace={result === 'places'}
        />
        <NewPlayers />
        <p class="hint">{{ places: words.placesWhy, win: words.winWhy, points: words.sidesWhy }[result]}</p>
        <details>
          <summary>{t.more}</summary>
          <TextField {...called(words, 'externalId')} maxLength={200} />
        </details>
      </Form>
      {league.matches.nodes.length > 0 && (
        <section>
          <h2>{t.newestResults}</h2>
          <ul class="entries">
            {league.matches.nodes.map((match) => (
              <li>
                <MatchName slug={league.slug} match={match} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A side still to be named. */
function emptySide(result: ReturnType<typeof usualResult>, index: number): SideInput {
  if (result === 'points') return EMPTY;
  return { ...EMPTY, ...(result === 'places' ? { placement: index + 1 } : { score: 1 - index }) };
}

/** When the match before was played, if the address says so; else now. */
function timeOfPlay(request: PageRequest): Date {
  const text = given(request, 'playedAt') ?? '';
  const isUsual = /^\d{4}-\d\d-\d\dT/.test(text);
  return new Date((isUsual && Date.parse(text)) || request.now);
}

/** The minute that a moment is in: most matches are entered when they are over. */
function minuteOfPlay(now: Date): string {
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
