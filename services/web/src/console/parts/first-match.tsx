import { adviceFor } from '@openladder/columns';
import type { ConsolePreviewRatingQuery, FormatsFragment } from '../../operations.js';
import { useWords } from '../../ui.js';

/** Names of the players of the previewed match. */
const NAMES = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hal', 'ida', 'jon', 'kim', 'leo'];

type Who = 'DUELS' | 'TEAMS' | 'UNEQUAL_TEAMS' | 'RACES';

/** How many players each side of a first match has. */
const SIDES: Readonly<Record<Who, readonly number[]>> = {
  DUELS: [1, 1],
  TEAMS: [2, 2],
  UNEQUAL_TEAMS: [3, 2],
  RACES: [1, 1, 1, 1, 1],
};

/** The kind of players by a preset's purpose, from the English words of its name; null if they name none. */
function whoOf(preset: string): Who | null {
  if (/\braces?\b/i.test(preset)) return 'RACES';
  if (/\bunequal teams\b/i.test(preset)) return 'UNEQUAL_TEAMS';
  return /\bteams?\b/i.test(preset) ? 'TEAMS' : null;
}

/** Whether a rating system is the one for races. */
function isForRaces(system: string): boolean {
  return adviceFor({ who: 'RACES', scores: 'NO', often: 'OFTEN', home: 'NO', want: 'FORESIGHT' }).system === system;
}

/**
 * A first match of a league that its rating system can rate: the names on each side.
 * @param preset name of the chosen one
 * @param asked the kind of players, from the admin's answers to the advice
 */
export function firstMatch(
  system: string,
  preset: string | null,
  asked: Who | undefined,
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: FormatsFragment,
): readonly (readonly string[])[] {
  const who = (preset === null ? null : whoOf(preset)) ?? asked ?? (isForRaces(system) ? 'RACES' : 'DUELS');
  const wanted: number[] = SIDES[who].slice(0, maxSides ?? undefined);
  while (wanted.length < minSides) wanted.push(1);
  let named = 0;
  return wanted.map((players) => {
    const size = Math.max(minPlayersPerSide, Math.min(players, maxPlayersPerSide ?? players));
    return Array.from({ length: size }, () => nameAt(named++));
  });
}

function nameAt(index: number): string {
  return NAMES[index] ?? `player ${index + 1}`;
}

/** The preview of a first match between newcomers. */
export function FirstMatch({ data: { previewRating } }: { readonly data: ConsolePreviewRatingQuery }) {
  const { t, format, locale, words } = useWords('newPage');
  const { sides, ifOutcome, matchesForRank } = previewRating ?? {};
  if (!sides || !ifOutcome) return null;
  const isRace = sides.length > 2;
  const captionOf = (placements: readonly number[]) => {
    if (isRace) return words.inThisOrder;
    const first = sides.filter((_, side) => placements[side] === 1);
    if (first.length > 1) return t.ifDraw;
    const { players } = first[0]!;
    return words.ifWins(new Intl.ListFormat(locale.tag).format(players), players.length);
  };
  return (
    <section class="plan" id="preview">
      <h2>{isRace ? words.previewRaceTitle : words.previewTitle}</h2>
      {ifOutcome.map(({ placements, changes }) => (
        <table>
          <caption>{captionOf(placements)}</caption>
          <tbody>
            {changes.map(({ player, before, after, delta }) => (
              <tr>
                <th scope="row">{player}</th>
                <td class="number">
                  {before.value === null ? t.none : format.tenths(before.value)} →{' '}
                  {after.value === null ? t.none : format.tenths(after.value)}
                </td>
                <td class="number delta">{delta === null ? t.none : format.delta(delta)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {matchesForRank != null && <p>{words.matchesForRank(matchesForRank, format.count(matchesForRank))}</p>}
    </section>
  );
}
