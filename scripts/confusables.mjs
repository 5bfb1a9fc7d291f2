#!/usr/bin/env node
// Writes services/api/confusables.txt, the letters that look alike, from Unicode's own table:
//   curl -O https://www.unicode.org/Public/security/latest/confusables.txt && node scripts/confusables.mjs confusables.txt
import { readFileSync, writeFileSync } from 'node:fs';

const TARGET = new URL('../services/api/confusables.txt', import.meta.url);

const text = readFileSync(process.argv[2], 'utf8');
const version = /^# Version: ([\d.]+)/m.exec(text)[1];
const characters = (field) =>
  String.fromCodePoint(
    ...field
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, 16)),
  );

/** Shapes, each with its letters. */
const looks = new Map();
for (const line of text.split('\n')) {
  const [from, to] = line.replace(/#.*/, '').split(';');
  if (!to) continue;
  const letter = characters(from);
  if (/[\0-\x7f]/.test(letter) || !isOfHandles(letter)) continue;
  const look = characters(to);
  looks.set(look, [...(looks.get(look) ?? []), letter]);
}

/** Whether a handle can contain it when its skeleton is made: see `checkHandle` and `skeletonsOf`. */
function isOfHandles(letter) {
  return /^[\p{L}\p{M}\p{Nd}]$/u.test(letter) && letter.normalize('NFKC').normalize('NFD') === letter;
}

const hex = (characters) => Array.from(characters, (c) => c.codePointAt(0).toString(16)).join('+');
const lines = [...looks]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([look, letters]) => `${hex(look)}=${letters.map(hex).join(',')}`);

writeFileSync(
  TARGET,
  `# Letters, marks and digits that look like something else: look=letter,letter, code points in hexadecimal. Written by
# scripts/confusables.mjs from confusables.txt of UTS 39, version ${version}. © Unicode, Inc., Unicode License v3
# (https://www.unicode.org/license.txt).
${lines.join('\n')}
`,
);
