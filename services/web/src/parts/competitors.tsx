import { useUi } from '../ui.js';
import { groundOf, type ListedSide, titleOf } from './sides.js';

type Competing = Pick<ListedSide, 'name' | 'role' | 'participants'>;

/** What each side is in a SportsEvent of schema.org: the home and the away team where one of two is at home and the other is not. */
export function competingAs(sides: readonly Pick<Competing, 'role'>[]): ('homeTeam' | 'awayTeam' | 'competitor')[] {
  const grounds = sides.map(groundOf);
  const isAtHome = sides.length === 2 && grounds.includes('home') && grounds.includes('away');
  return grounds.map((ground) => (isAtHome ? (ground === 'home' ? 'homeTeam' : 'awayTeam') : 'competitor'));
}

/** Whether a side is a team. A single player is one too if they play at home or away, as a club does that is entered as a player. */
export function isTeam(
  { participants }: Pick<Competing, 'participants'>,
  property: ReturnType<typeof competingAs>[number],
): boolean {
  return participants.length > 1 || property !== 'competitor';
}

/** The sides of a match for programs, within its SportsEvent. */
export function Competitors({ sides }: { readonly sides: readonly Competing[] }) {
  const { t } = useUi();
  const properties = competingAs(sides);
  return (
    <>
      {sides.map((side, index) => {
        const property = properties[index]!;
        const type = isTeam(side, property) ? 'SportsTeam' : 'Person';
        return (
          <span itemprop={property} itemscope itemtype={`https://schema.org/${type}`}>
            <meta itemprop="name" content={titleOf(side, t)} />
          </span>
        );
      })}
    </>
  );
}
