import { urls } from '../urls.js';
import { hueOf, Name } from './player.js';

/** Initials of a name: of its first two words, or its first two letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words.map((word) => [...word]);
  if (!first) return [...name][0] ?? '';
  return (second ? first[0]! + second[0]! : first.slice(0, 2).join('')).toLocaleUpperCase();
}

/** The face of a team: its initials in the accent of its name. Assistive technology skips it, because the name stands beside it. */
export function TeamFace({ name, isLarge }: { readonly name: string; readonly isLarge?: boolean }) {
  return (
    <svg class={isLarge ? 'face large' : 'face'} data-hue={hueOf(name)} viewBox="0 0 24 24" aria-hidden="true">
      <text x="12" y="16" text-anchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** A team by face and name, with a link to its page in the league. */
export function TeamLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <a class="player" href={urls.team(slug, name)} rel="nofollow">
      <TeamFace name={name} />
      <Name name={name} />
    </a>
  );
}
