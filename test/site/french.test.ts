import { beforeAll, expect, test } from 'vitest';
import { textsOf } from '../../services/web/dist/ui.js';
import { signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';

/** A mark that lacks its no-break space: right behind a word, or behind a space at which a line may break. */
const MISTAKE = /[^\s\u00a0\u202f:;!?/(“"][:;!?%»](?=[\s<).,”"]|$)| [:;!?%»]|« |«[^\u00a0]/gu;
/** What is the same in every language: addresses, code, JSON and scores. */
const NO_FRENCH = /https?:\/\/\S+|`[^`]*`|\{"[^}]*\}|\d : \d|multiplayer: pairwise/g;

function mistakesIn(text: string): string[] {
  const checked = text.replaceAll(NO_FRENCH, '');
  return [...checked.matchAll(MISTAKE)].map(({ index }) => checked.slice(Math.max(0, index - 30), index + 10));
}

test.each([
  ['Elo: le classique', 1],
  ['Elo : le classique', 1],
  ['Elo\u00a0: le classique, à 12:30, {"map": "Dust"}, https://a.example: 3 : 2', 0],
  ['Voulez-vous «Elo»?', 2],
  ['Voulez-vous «\u00a0Elo\u00a0»\u00a0? Oui, à 84\u202f%', 0],
  ['À 84 %', 1],
])('%s', (text, mistakes) => {
  expect(mistakesIn(text)).toHaveLength(mistakes);
});

/** Values that some texts need. */
const VALUES: readonly ((place: number) => unknown)[] = [
  (place) => `v${place}`,
  (place) => [`v${place}`],
  (place) => place + 2,
  (place) => (place % 2 === 0 ? 1 : `v${place}`),
  () => null,
];

/** What a word of the table says, with each kind of values. */
function saidBy(word: unknown): readonly string[] {
  if (typeof word === 'string') return [word];
  if (typeof word !== 'function') return [];
  return VALUES.flatMap((valueAt) => {
    try {
      const text = word(...Array.from({ length: 6 }, (_, place) => valueAt(place)));
      return typeof text === 'string' ? [text] : [];
    } catch {
      // It takes other values.
      return [];
    }
  });
}

function textsIn(words: object): readonly string[] {
  return Object.values(words).flatMap((word) =>
    typeof word === 'object' && word !== null ? textsIn(word) : saidBy(word),
  );
}

test('every French text has its no-break spaces', () => {
  const texts = textsIn(textsOf('fr'));
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.flatMap(mistakesIn)).toEqual([]);
});

const story = useStory();
beforeAll(async () => {
  const ligue = await story.league('ligue', 'elo', { played: ['ann beats ben', 'ben beats cleo', 'ann draws dan'] });
  const courses = await story.league('courses', 'timed-glicko', { settings: { multiplayer: 'pairwise' } });
  await courses.play('ann beats ben beats cleo', 'cleo beats ann beats dan');
  await story.admin.mutate('voidMatch', {
    ...{
      match: (await ligue.read('match(externalId: "ligue-2") { id }')).match.id,
      expectedVersion: 1,
      reason: 'essai',
    },
  });
});

/** What people read of a page: the words of its elements, one line for each block, and those of its attributes. */
function wordsOf(html: string): readonly string[] {
  // Where a rating system was published, it says in its own words.
  const body = html.split('</head>')[1]!.replace(/<p class="lead quiet">Source.*?<\/p>/s, '');
  const written = body.replaceAll(/<(script|style|code|pre|bdi|svg|textarea)[^>]*>.*?<\/\1>/gs, 'x');
  const named = [...body.matchAll(/(?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, text]) => text!);
  const lines = written.replaceAll(/<\/?(?:b|strong|em|i|span|time|small|a|bdi|wbr)\b[^>]*>/g, '').split(/<[^>]*>/);
  return [...lines, ...named].map((line) => line.replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim());
}

const SITE = [
  '',
  '/about',
  '/matches',
  '/stats',
  '/live',
  '/p/ann',
  '/year/2020',
  '/vs/ann/ben',
  '/compare?p=ann&p=ben',
];
const CONSOLE = [
  '',
  '/matches',
  '/new-match',
  '/import',
  '/players',
  '/p/ann',
  '/rating',
  '/rating?system=elo',
  '/settings',
  '/webhooks',
  '/integrity',
  '/audit',
  '/archive',
];
const PATHS = [
  ...[
    '/',
    '/search?q=ann',
    '/p/ann',
    '/console',
    '/console/new',
    '/console/new?system=openskill&who=RACES',
    '/console/new?who=TEAMS',
    '/console/tokens',
  ],
  ...['ligue', 'courses'].flatMap((slug) => [
    ...SITE.map((path) => `/l/${slug}${path}`),
    ...['1', '2'].map((number) => `/l/${slug}/m/${slug}-${number}`),
    ...CONSOLE.map((path) => `/console/l/${slug}${path}`),
    `/console/l/${slug}/m/${slug}-2`,
  ]),
];

test('every page in French has its no-break spaces', async () => {
  const admin = await signedIn(story.url, ADMIN_TOKEN, 'fr');
  for (const path of PATHS) {
    const answer = await admin.get(path);
    expect(answer.status, path).toBe(200);
    expect(wordsOf(await answer.text()).flatMap(mistakesIn), path).toEqual([]);
  }
  const compared = await (await admin.fill('/console/l/courses/rating', 'compare')).text();
  expect(wordsOf(compared).flatMap(mistakesIn)).toEqual([]);
});
