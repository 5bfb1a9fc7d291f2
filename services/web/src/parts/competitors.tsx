import { useUi } from '../ui.js';
import type { Named } from './player.js';
import { groundOf, titleOf } from './sides.js';

interface Competing {
  readonly name: string | null;
  readonly role?: string | null;
  readonly participants: readonly { readonly player: Named }[];
}

/** What each side is in a SportsEvent of schema.org: the home and the away team where one of two is at home and the other is not. */
export function competingAs(sides: readonly Pick<Competing, 'role'>[]): ('homeTeam' | 'awayTeam' | 'competitor')[] {
  const grounds = sides.map(groundOf);
  const isAtHome = sides.length === 2 && grounds.includes('home') && grounds.includes('away');
  return grounds.map((ground) => (isAtHome ? (ground === 'home' ? 'homeTeam' : 'awayTeam') : 'competitor'));
}

/**
 * What a side is in the words of schema.org; null where nobody knows: a club may be entered as a player. It is a team if it has several
 * players, or plays at home or away. A player who plays for a team is a person.
 */
export function typeOf(
  { name, participants }: Pick<Competing, 'name' | 'participants'>,
  property: ReturnType<typeof competingAs>[number],
): 'SportsTeam' | 'Person' | null {
  if (participants.length > 1 || property !== 'competitor') return 'SportsTeam';
  return name ? 'Person' : null;
}

/** The same of a player, by a match of theirs. */
export function playerTypeOf(sides: readonly Competing[], handle: string): 'SportsTeam' | 'Person' | null {
  const own = sides.findIndex(({ participants }) => participants.some(({ player }) => player.handle === handle));
  const side = sides[own];
  if (!side) return null;
  return side.participants.length > 1 ? 'Person' : typeOf(side, competingAs(sides)[own]!);
}

/** The address of a type of schema.org, as an attribute has it. */
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
