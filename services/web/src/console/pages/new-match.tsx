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

/** Adds a match that no bot has reported, even a late one. */
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
/** With this many wins without points, it is no coincidence. */
const ENOUGH = 3;
/** People who enter a match this old, in milliseconds, usually enter others of that time. */
const OLD = 6 * 3_600_000;

/** The number of sides, and of players per side, of the largest of the newest matches. */
function usualIn({ matches: { nodes } }: League) {
  if (nodes.length === 0) return DUEL;
  const sides = nodes.map((match) => match.sides);
  return {
    sides: Math.max(...sides.map(({ length }) => length)),
    players: Math.max(...sides.flat().map(({ participants }) => participants.length)),
  };
}

/**
 * How results are entered, by the newest matches: by places in races, or by the winner, if no result has points; otherwise by
 * points. The initial values are what most matches have: places in their order, or the first side as the winner.
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

/** The number of sides, and of players on each, in the form: as requested, or as in the newest matches, within the limits of the league and of a page. */
function roomOf(league: League, request: PageRequest) {
  const { formats } = league.ratingSystem;
  const usual = usualIn(league);
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = formats;
  return {
    sides: within(Number(given(request, 'sides') ?? usual.sides), minSides, maxSides),
    players: within(Number(given(request, 'players') ?? usual.players), minPlayersPerSide, maxPlayersPerSide),
  };
}

/** @param most null or 0: no limit */
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

/** A side without a name yet. */
function emptySide(result: ReturnType<typeof usualResult>, index: number): SideInput {
  if (result === 'points') return EMPTY;
  return { ...EMPTY, ...(result === 'places' ? { placement: index + 1 } : { score: 1 - index }) };
}

/** The time of the previous match, if the address contains it; otherwise now. */
function timeOfPlay(request: PageRequest): Date {
  const text = given(request, 'playedAt') ?? '';
  const isUsual = /^\d{4}-\d\d-\d\dT/.test(text);
  return new Date((isUsual && Date.parse(text)) || request.now);
}

/** The minute of a moment: most matches are entered when they are over. */
function minuteOfPlay(now: Date): string {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString();
}

interface RoomProps {
  readonly league: League;
  readonly sides: number;
  readonly players: number;
}

/** Requests more or fewer sides and players, if the rating system leaves a choice. */
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
