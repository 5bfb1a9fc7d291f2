import { beforeAll, expect } from 'vitest';
import { type Story, type StoryLeague, useStory } from '../support/story.js';

/** Markup where a name is expected, in every text that somebody may choose. */
export const HOSTILE = `<img src=x onerror=alert(1)>"'&</title><script>alert(2)</script>`;
/** What a browser would take for an element or an attribute of theirs. */
export const BROKEN_OUT = /<(img src=x|script>alert)|onerror=alert\(1\)>(?!&)/;
/** A table that those who hear the page cannot tell from others. */
export const UNNAMED_TABLE = /<table(?![^>]* aria-label="[^"]+")[^>]*>(?!<caption)/;

/** A site whose league "europe" has such names, and what a browser reads of it. */
export interface HostileSite {
  readonly story: Story;
  readonly league: () => StoryLeague;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** The HTML of a page that must be there. */
  readonly read: (path: string, headers?: Record<string, string>) => Promise<string>;
}

/** Makes it before the tests of a file. */
export function useHostileSite(): HostileSite {
  const story = useStory();
  let league: StoryLeague;
  beforeAll(async () => {
    league = await story.league('europe', 'zonestats', {
      name: `Europe ${HOSTILE}`.slice(0, 100),
      description: HOSTILE,
    });
    await league.play('ann beats ben', 'ben beats cleo', 'ann beats cleo', 'ann draws ben');
    const sides = ['ann', 'ben'].map((player, index) => ({
      ...{ name: `${index} ${HOSTILE}`, role: ['home', HOSTILE.slice(0, 40)][index], score: 2 - index },
      participants: [{ player }],
    }));
    const hostile = league.match(sides, { externalId: HOSTILE, details: { [HOSTILE]: HOSTILE } } as object);
    const [amended] = await league.play(hostile);
    const [withdrawn] = await league.play('cleo beats ann');
    const correction = { expectedVersion: 1, reason: 'test' };
    await story.admin.mutate('amendMatch', { match: amended!.id, ...correction, playedAt: '2020-01-02T00:00:00Z' });
    await story.admin.mutate('voidMatch', { match: withdrawn!.id, ...correction });
    await story.admin.mutate('updatePlayer', { player: 'ben', displayName: HOSTILE.slice(0, 40), reason: 'test' });
    await story.admin.mutate('joinQueue', { league: 'europe', player: 'ben' });
  });
  const get: HostileSite['get'] = (path, headers) =>
    fetch(story.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  return {
    story,
    league: () => league,
    get,
    read: async (path, headers) => {
      const answer = await get(path, headers);
      expect(answer.status, path).toBe(200);
      return answer.text();
    },
  };
}
