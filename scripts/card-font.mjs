#!/usr/bin/env node
// Writes services/web/fonts/card.font, the outlines of the letters in pictures for previews. Needs opentype.js, which
// nothing else does:
// cd "$(mktemp -d)" && npm install opentype.js@2.0.0 && node …/scripts/card-font.mjs …/DejaVuSans-Bold.ttf
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TARGET = new URL('../services/web/fonts/card.font', import.meta.url);
/** Letters of scripts that need no shaping: Latin with Vietnamese, Greek, Cyrillic, and signs. */
const RANGES = [
  ...[
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x259, 0x259],
    [0x2bb, 0x2bc],
    [0x370, 0x3ff],
    [0x400, 0x52f],
  ],
  ...[
    [0x1e00, 0x1eff],
    [0x2010, 0x2027],
    [0x2030, 0x203a],
    [0x20ac, 0x20ac],
    [0x2116, 0x2122],
  ],
  ...[
    [0x2190, 0x2193],
    [0x2212, 0x2212],
    [0x2605, 0x2606],
    [0x2660, 0x2667],
  ],
];
/** Outlines have whole coordinates, this many to an em. */
const EM = 1000;

const { parse } = createRequire(join(process.cwd(), 'index.js'))('opentype.js');
const bytes = readFileSync(process.argv[2]);
const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const scaled = (value) => Math.round((value * EM) / font.unitsPerEm);
const glyphs = {};
for (const [first, last] of RANGES) {
  for (let code = first; code <= last; code++) {
    const glyph = font.charToGlyph(String.fromCodePoint(code));
    if (glyph.index === 0) continue;
    glyphs[String.fromCodePoint(code)] = [scaled(glyph.advanceWidth), outlineOf(glyph.path.commands)];
  }
}
/** As in SVG, with steps relative to the previous point. Every contour is closed. */
function outlineOf(commands) {
  let [atX, atY] = [0, 0];
  let path = '';
  for (const { type, x1, y1, x, y } of commands) {
    if (type === 'Z') continue;
    const steps = (type === 'Q' ? [x1, y1, x, y] : [x, y]).map((value, index) => scaled(value) - [atX, atY][index % 2]);
    // Fonts end a contour at its beginning.
    if (type === 'L' && steps.every((step) => step === 0)) continue;
    path += `${type.toLowerCase()}${steps.join(' ').replaceAll(' -', '-')}`;
    [atX, atY] = [scaled(x), scaled(y)];
  }
  return path;
}

writeFileSync(TARGET, `${JSON.stringify({ em: EM, glyphs })}\n`);
console.log(`${Object.keys(glyphs).length} letters`);
