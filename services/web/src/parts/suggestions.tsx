import { useUi } from '../ui.js';
import { Face, Name, type Named, nameOf } from './player.js';

interface SuggestionsProps {
  /** What was asked for; undefined if nothing. */
  readonly part: string | undefined;
  /** Players whose names contain it. */
  readonly players: readonly Named[];
  /** What precedes them; that it is a part of their names if omitted. */
  readonly question?: string;
  /** The address of the page for one of them. */
  readonly placeOf: (handle: string) => string;
}

/** Links to the players whom a part of a name, or a mistyped one, may mean; nothing if it is the handle of one of them. */
export function Suggestions({ part, players, question, placeOf }: SuggestionsProps) {
  const { t } = useUi();
  if (part === undefined || players.length === 0) return null;
  if (players.some(({ handle }) => handle.toLowerCase() === part.toLowerCase())) return null;
  return (
    <p class="suggestions">
      {question ?? t.didYouMean(part)}{' '}
      {players.map((player) => (
        <a href={placeOf(player.handle)} title={player.handle} rel="nofollow">
          <Face handle={player.handle} />
          <Name name={nameOf(player)} />
        </a>
      ))}
    </p>
  );
}
