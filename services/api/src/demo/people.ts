import { type Random, seededRandom } from '@openladder/rating/random';

const WORDS = {
  quality: `amber ashen bold brisk calm clever copper crimson dusky early faint fleet frosty gentle golden grey hidden
            hollow iron jade keen late lucid mellow misty nimble olive pale quiet rapid rusty silent silver sly solar
            stray sunny tidal velvet wild`.split(/\s+/),
  thing: `anchor badger beacon birch comet crane cricket dune ember falcon fern finch fox glacier harbor hare heron ivy
          jackal kestrel lantern lynx maple marten moth newt orchid otter pebble pine quill raven reed sable sparrow
          thistle tern viper willow wren`.split(/\s+/),
  start: 'al ba bre ca dar e fen ga hel il jo ka lo mar ne or pel ra sa tav ul ve wi xan yo zeph'.split(' '),
  end: 'bor dan dek din gar kin lan lis mir na nox quin ra rek ric sa sha tan tor va vin wyn xa zar'.split(' '),
};

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** Ways in which people make up handles. */
const STYLES: readonly ((random: Random) => string)[] = [
  ({ pick }) => capital(pick(WORDS.start) + pick(WORDS.end)),
  ({ pick }) => capital(pick(WORDS.start) + pick(WORDS.start) + pick(WORDS.end)),
  ({ pick }) => capital(pick(WORDS.quality)) + capital(pick(WORDS.thing)),
  ({ pick }) => `${pick(WORDS.quality)}_${pick(WORDS.thing)}`,
  ({ pick, integer }) => `${pick(WORDS.thing)}${integer(2, 99)}`,
  ({ pick, integer }) => `${capital(pick(WORDS.start) + pick(WORDS.end))}${integer(1, 9)}`,
];

/** Made-up handles. No two are the same when case is ignored. */
function madeUpHandles(count: number, random: Random): string[] {
  const handles = new Map<string, string>();
  while (handles.size < count) {
    const handle = random.pick(STYLES)(random);
    if (!handles.has(handle.toLowerCase())) handles.set(handle.toLowerCase(), handle);
  }
  return [...handles.values()];
}

/** An invented person, with facts that a rating system should discover. */
export interface Person {
  readonly handle: string;
  /** True strength in points: 400 more make a win ten times as likely as a loss. The mean is 1500. */
  readonly strength: number;
  /** How often they play; the mean is 1. */
  readonly activity: number;
  /** When they first play, as a share of the season. */
  readonly joinsAt: number;
}

const SEED = 20_240_229;
const COUNT = 240;
const MEAN_STRENGTH = 1500;
/** Standard deviation of strengths, as in large chess federations. */
const STRENGTH_DEVIATION = 250;
/** Standard deviation of the logarithm: most play between half and twice as often as the mean. */
const ACTIVITY_SPREAD = 0.5;
/** Share of people who play from the first day on. */
const FOUNDERS = 0.6;
/** Late joiners still have some of the season left to be rated in. */
const LAST_JOINING = 0.6;

/** Everybody who plays in the demonstration; always the same people. */
export const PEOPLE: readonly Person[] = makeUp(seededRandom(SEED));

function makeUp(random: Random): Person[] {
  return madeUpHandles(COUNT, random).map((handle) => ({
    handle,
    strength: MEAN_STRENGTH + STRENGTH_DEVIATION * random.normal(),
    activity: Math.exp(ACTIVITY_SPREAD * random.normal()),
    joinsAt: random.chance(FOUNDERS) ? 0 : LAST_JOINING * random.next(),
  }));
}

/** Expected score of a lead in points, 0 to 1. */
export function expectedOf(lead: number): number {
  return 1 / (1 + 10 ** (-lead / 400));
}

/**
 * Draws different people, in proportion to their activity.
 * @param progress how much of the season is over, 0 to 1: no one plays before joining
 */
export function drawPeople(people: readonly Person[], count: number, progress: number, random: Random): Person[] {
  const drawn: Person[] = [];
  const left = people.filter(({ joinsAt }) => joinsAt <= progress);
  let activity = left.reduce((sum, person) => sum + person.activity, 0);
  while (drawn.length < count) {
    let place = random.next() * activity;
    const found = left.findIndex((person) => {
      place -= person.activity;
      return place < 0;
    });
    const [person] = left.splice(found, 1);
    activity -= person!.activity;
    drawn.push(person!);
  }
  return drawn;
}

/** Draws two people, the second as the nearest in strength of a few, because leagues pair players in this way. */
export function drawPair(people: readonly Person[], progress: number, random: Random): [Person, Person] {
  const [one, ...others] = drawPeople(people, 4, progress, random);
  const distance = (other: Person) => Math.abs(other.strength - one!.strength);
  return [one!, others.reduce((best, other) => (distance(other) < distance(best) ? other : best))];
}
