import { hueOf } from './face.js';

interface LeagueTagProps {
  readonly league: { readonly slug: string; readonly name: string };
}

/** The name of a league with its accent, in lists of several leagues. */
export function LeagueTag({ league: { slug, name } }: LeagueTagProps) {
  return (
    <small class="league-tag" data-hue={hueOf(slug)}>
      <bdi>{name}</bdi>
    </small>
  );
}
