import { useUi } from '../ui.js';
import type { Named } from './player.js';
import { groundOf, titleOf } from './sides.js';

interface Competing {
  readonly name: string | null;
  readonly role?: string | null;
  readonly participants: readonly { readonly player: Named }[];
}

/** The role of each side in a SportsEvent of schema.org: home and away team if exactly one of two is at home. */
export function competingAs(sides: readonly Pick<Competing, 'role'>[]): ('homeTeam' | 'awayTeam' | 'competitor')[] {
  const grounds = sides.map(groundOf);
  const isAtHome = sides.length === 2 && grounds.includes('home') && grounds.includes('away');
  return grounds.map((ground) => (isAtHome ? (ground === 'home' ? 'homeTeam' : 'awayTeam') : 'competitor'));
}

/**
 * The type of a side in schema.org; null if unknown: a club may be entered as a player. It is a team if it has several players, or
 * plays at home or away. A player who plays for a team is a person.
 */
export function typeOf(
  { name, participants }: Pick<Competing, 'name' | 'participants'>,
  property: ReturnType<typeof competingAs>[number],
): 'SportsTeam' | 'Person' | null {
  if (participants.length > 1 || property !== 'competitor') return 'SportsTeam';
  return name ? 'Person' : null;
}

/** The same for a player, by one of their matches. */
export function playerTypeOf(sides: readonly Competing[], handle: string): 'SportsTeam' | 'Person' | null {
  const own = sides.findIndex(({ participants }) => participants.some(({ player }) => player.handle === handle));
  const side = sides[own];
  if (!side) return null;
  return side.participants.length > 1 ? 'Person' : typeOf(side, competingAs(sides)[own]!);
}

/** The address of a type of schema.org, for an attribute. */
export function itemType(type: string | null): string | undefined {
  return type === null ? undefined : `https://schema.org/${type}`;
}

/** The sides of a match for programs, within its SportsEvent. */
export function Competitors({ sides }: { readonly sides: readonly Competing[] }) {
  const { t } = useUi();
  const properties = competingAs(sides);
  return (
    <>
      {sides.map((side, index) => {
        const property = properties[index]!;
        return (
          <span itemprop={property} itemscope itemtype={itemType(typeOf(side, property))}>
            <meta itemprop="name" content={titleOf(side, t)} />
          </span>
        );
      })}
    </>
  );
}
