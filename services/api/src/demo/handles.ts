import type { Random } from '@openladder/rating/random';

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
export function madeUpHandles(count: number, random: Random): string[] {
  const handles = new Map<string, string>();
  while (handles.size < count) {
    const handle = random.pick(STYLES)(random);
    if (!handles.has(handle.toLowerCase())) handles.set(handle.toLowerCase(), handle);
  }
  return [...handles.values()];
}
