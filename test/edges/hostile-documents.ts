/** As many texts. */
export const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));

/** Each fragment spreads the next one twice: 2^30 fields in 1.3 KB. */
function doubledFragments(): string {
  const fragments = times(30, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
  return `{ ...F0 } ${fragments.join(' ')} fragment F30 on Query { viewer { name } }`;
}

/** The path of a tree of leagues and players, as deep as wanted. */
function deep(levels: number): string {
  const open = times(levels, () => 'node(id: "TGVhZ3VlOjE") { ... on Rating { player {').join(' ');
  return `{ ${open} id ${'} } }'.repeat(levels)} }`;
}

/** Seven levels of leagues in leagues by way of a rating, within and beyond the limit of depth. */
export const nested = (levels: number) => {
  const middle = times(levels, () => 'ratings(first: 1) { nodes { player {').join(' ');
  return `{ player(handle: "ann") { ${middle} id ${'} } }'.repeat(levels)} } }`;
};

/** A document, and the words of its refusal. */
export const HOSTILE_DOCUMENTS: readonly (readonly [what: string, query: string, message: RegExp])[] = [
  ['fragments that double themselves', doubledFragments(), /more than 1000 fields with fragments expanded/],
  ['5,000 fields', `{ ${'viewer { name } '.repeat(5_000)} }`, /more that 1500 tokens/],
  ['3,500 aliases', `{ ${times(3_500, (i) => `a${i}: viewer { name }`).join(' ')} }`, /more that 1500 tokens/],
  ['31 aliases', `{ ${times(31, (i) => `a${i}: viewer { name }`).join(' ')} }`, /31 aliases; the limit is 30/],
  ['5,000 directives', `{ viewer { name ${'@skip(if: false) '.repeat(5_000)} } }`, /more that 1500 tokens/],
  [
    '31 directives',
    `{ viewer { name ${'... @skip(if: false) { name } '.repeat(15)} } ...F } fragment F on Query { viewer { ${'... @skip(if: false) { scopes } '.repeat(16)} } }`,
    /31 directives; the limit is 30/,
  ],
  ['31 directives that there are not', `{ viewer { name ${'@a '.repeat(31)} } }`, /31 directives; the limit is 30/],
  ['one field 370 times', `{ ${'viewer { name } '.repeat(370)} }`, /the same field 370 times; the limit is 20/],
  ['13 levels', nested(4), /14 levels of fields; the limit is 12/],
  ['sixty levels of two', deep(60), /\d+ levels of fields; the limit is 12/],
  ['a thousand levels', deep(1_000), /more that 1500 tokens/],
  ['brackets without end', '{a'.repeat(30_000), /more that 1500 tokens/],
  ['a fragment in itself', '{ ...A } fragment A on Query { ...A }', /Cannot spread fragment "A" within itself/],
  [
    'two fragments in each other',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    /within itself/,
  ],
  ['1,000 unknown fields', `{ ${times(1_000, (i) => `x${i}`).join(' ')} }`, /Cannot query field|Too many/],
  [
    'pages of pages',
    '{ leagues(first: 100) { nodes { standings(first: 100) { nodes { rank player { handle } } } } } }',
    /costs 30202 points; the most is 20000/,
  ],
  [
    'an introspection that goes round and round',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    /Maximum introspection depth exceeded/,
  ],
  ['an introspection many times', introspections(30), /costs \d+ points|more than 1000 fields/],
  ['text of 90 KB', `{ league(slug: "${'x'.repeat(90_000)}") { nothing } }`, /Cannot query field/],
  ['a number of 90 KB', `{ leagues(first: ${'9'.repeat(90_000)}) { nodes { id } } }`, /Int cannot represent/],
];

function introspections(count: number): string {
  const one = (i: number) => `i${i}: __schema { types { fields { args { name type { name } } type { name } } } }`;
  return `{ ${times(count, one).join(' ')} }`;
}
