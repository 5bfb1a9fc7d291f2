import { urls } from '../urls.js';
import { Face } from './face.js';

/** Where a word begins within a name: AmberSparrow, wild_badger. */
const JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[_.-])(?=[^_.-])/u;
/** Names of fewer letters fit everywhere. */
const LONG = 9;

/** A name that somebody chose. It may be in a right-to-left script, and must not reorder the text around it. A long one breaks between words first. */
export function Name({ name }: { readonly name: string }) {
  if (name.length < LONG) return <bdi>{name}</bdi>;
  return (
    <bdi>
      {name.split(JOINTS).map((word, index) => (
        <>
          {index > 0 && <wbr />}
          {word}
        </>
      ))}
    </bdi>
  );
}

/** The names of a player. */
export interface Named {
  readonly handle: string;
  readonly displayName?: string | null;
}

/** The name to show for a player. */
export function nameOf({ handle, displayName }: Named): string {
  return displayName || handle;
}

interface PlayerLinkProps {
  readonly slug: string;
  readonly player: Named;
}

/** A player by face and name, with a link to their page in the league. */
export function PlayerLink({ slug, player }: PlayerLinkProps) {
  const name = nameOf(player);
  return (
    <a
      class="player"
      href={urls.player(slug, player.handle)}
      title={name === player.handle ? undefined : player.handle}
    >
      <Face handle={player.handle} />
      <Name name={name} />
    </a>
  );
}

/** A rating as its system displays it. What follows the number, such as its stability, is smaller. */
export function Shown({ display }: { readonly display: string }) {
  const end = display.indexOf(' ');
  if (end < 0) return <>{display}</>;
  return (
    <>
      {display.slice(0, end)}
      <small>{display.slice(end)}</small>
    </>
  );
}
