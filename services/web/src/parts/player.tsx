import { urls } from '../urls.js';
import { Face } from './face.js';
import { Name } from './name.js';

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
