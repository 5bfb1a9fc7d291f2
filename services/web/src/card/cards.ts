import { readFileSync } from 'node:fs';
import { defineFile } from '../file.js';
import { SiteCardDocument, type SiteCardQuery } from '../operations.js';
import { isRacingLeague } from '../page.js';
import { type ChartPoint, scaleOf } from '../parts/chart.js';
import { displayedTo, hueOf, type Named, nameOf } from '../parts/player.js';
import { inOrder, type ListedSide, scoreOf, statusOf, titleOf } from '../parts/sides.js';
import { careerHighlights, matchStory, type Sentence, textOf } from '../parts/stories.js';
import { HUES, isChosen } from '../theme.js';
import type { Ui } from '../ui.js';
import { drawEmblem, type Emblem, readEmblem } from './emblem.js';
import { drawFace, oklch } from './face.js';
import { type Color, type Contour, Picture, type Point, pngOf, rectangle, stroke } from './picture.js';

type League = NonNullable<SiteCardQuery['league']>;
type Rating = NonNullable<League['rating']>;
type Match = NonNullable<League['match']>;

/** Size of a picture in pixels; chats show this format large. */
export const PICTURE = { width: 1200, height: 630 };

/** The cost of drawing one, in points of about 10 microseconds; the largest picture of a league costs up to twice as much in addition. */
const POINTS = 2_000;
const PAPER: Color = [251, 250, 247];
const INK: Color = [31, 29, 24];
const QUIET: Color = [98, 93, 82];
const LINE: Color = [222, 217, 206];
const MARGIN = 72;
const RIGHT = PICTURE.width - MARGIN;
const [LARGE, MEDIUM, SMALL, TINY] = [84, 52, 34, 26];
/** Base lines of the three lines at the top. */
const [FIRST, SECOND, THIRD] = [118, 214, 276];
const CHART = { top: 330, height: 220 };
const PLACES = { top: 370, height: 80 };
/** Sizes of faces, beside a name and in a list, and how far above the base line they begin. */
const FACE = { size: 84, above: 70, room: 108, small: 44, smallAbove: 38, smallRoom: 60 };
/** The picture of a league: alone, and before its name; its height above the base line, and its room. */
const EMBLEM = { size: 132, top: 64, room: 168, small: 48, smallAbove: 38, smallRoom: 64 };
/** The sides of a match: the first base line, and the most sides that fit; with two sides, their players fit as well. */
const SIDES = { top: 214, most: 4, height: 150, players: 52 };
/** The last base line of a story, the distance between lines, their number, and their width beside the longest name of the site. */
const STORY = { bottom: 592, height: 36, lines: 3, least: 500 };

/** A player's rank, rating and chart, for previews of links. */
export const playerPicture = defineFile({
  path: '/l/:league/p/:player/card.png',
  type: 'image/png',
  points: POINTS,
  document: SiteCardDocument,
  variables: ({ params }) => ({ league: params.league!, player: params.player!, hasPlayer: true }),
  find: ({ league }) =>
    league?.rating && canPicture(league.name, league.rating.player) ? { league, rating: league.rating } : null,
  make: async ({ league, rating }, ui) => pngOf(drawPlayer(league, rating, ui, await emblemOf(league))),
});

/** A league with the top of its board, for previews of links. */
export const leaguePicture = defineFile({
  path: '/l/:league/card.png',
  type: 'image/png',
  points: POINTS,
  document: SiteCardDocument,
  variables: ({ params }) => ({ league: params.league!, player: '-', hasPlayer: false }),
  find: ({ league }) => (league && canPicture(league.name) ? league : null),
  make: async (league, ui) => pngOf(drawLeague(league, ui, await emblemOf(league))),
});

/** A match with its result and its story, for previews of links. */
export const matchPicture = defineFile({
  path: '/l/:league/m/:externalId/card.png',
  type: 'image/png',
  points: POINTS,
  document: SiteCardDocument,
  variables: ({ params }) => ({
    ...{ league: params.league!, player: '-', hasPlayer: false, hasBoard: false },
    ...{ match: params.externalId!, hasMatch: true },
  }),
  optional: ['league.match.expected'],
  find: ({ league }) =>
    league?.match && canPictureMatch(league.name, league.match.sides) ? { league, match: league.match } : null,
  make: async ({ league, match }, ui) => pngOf(drawMatch(league, match, ui, await emblemOf(league))),
});

/** Whether a match has a picture: the font must have all letters of everybody in it. */
export function canPictureMatch(league: string, sides: readonly ListedSide[]): boolean {
  return (
    canWrite(league) &&
    drawnOf(sides).every(({ participants }) => participants.every(({ player }) => shownName(player) !== null))
  );
}

/** The sides that fit into a picture, the best first. */
function drawnOf<Side extends ListedSide>(sides: readonly Side[]): Side[] {
  return inOrder(sides).slice(0, SIDES.most);
}

/** A side with the names that can be drawn. */
function asDrawn<Side extends ListedSide>(side: Side): Side {
  const participants = side.participants.map((one) => ({
    ...one,
    player: { ...one.player, displayName: shownName(one.player) },
  }));
  return { ...side, name: side.name !== null && canWrite(side.name) ? side.name : null, participants };
}

/** Whether a league, or a player in it, has a picture: the font must have all letters of their names. */
export function canPicture(league: string, player?: Named): boolean {
  return canWrite(league) && (player === undefined || shownName(player) !== null);
}

/** The name to draw: the display name or else the handle; null if the font lacks letters of both. */
function shownName(player: Named): string | null {
  return [nameOf(player), player.handle].find(canWrite) ?? null;
}

/** The picture of a league, whose size the API bounds; null if there is no readable one. */
async function emblemOf({ picture }: League): Promise<Emblem | null> {
  return picture?.data ? readEmblem(Buffer.from(picture.data, 'base64')) : null;
}

function drawPlayer(league: League, rating: Rating, ui: Ui, emblem: Emblem | null): Picture {
  const { t, format } = ui;
  const { picture, accent, write, writeRight, tell } = begin(ui, league);
  const { rank, display, wins, draws, losses, series, player } = rating;
  const room = writeRight(displayedTo(display, ui), LARGE, SECOND, accent) - MARGIN / 2;
  write(league.name, SMALL, FIRST, QUIET, besideEmblem(picture, emblem));
  drawFace(picture, player.handle, [MARGIN, SECOND - FACE.above], FACE.size);
  write(shownName(player)!, LARGE, SECOND, INK, MARGIN + FACE.room, room);
  const [won, drawn, lost] = [wins, draws, losses].map(format.count) as [string, string, string];
  const standing = rank === null ? t.unranked : t.rankOf(format.count(rank));
  const record = isRacingLeague(league)
    ? t.startsLong(won, format.count(rating.matchesPlayed))
    : t.recordLong(won, drawn, lost);
  const points = pointsOf(rating, ui);
  const end = points === null ? RIGHT : writeRight(points, SMALL, THIRD, QUIET) - MARGIN / 2;
  write(`${standing} · ${record}`, SMALL, THIRD, QUIET, MARGIN, end);
  const lines = tell(writable(careerHighlights(league.slug, rating, ui)).slice(0, 1));
  drawChart(picture, series, accent, CHART.height - STORY.height * Math.max(lines - 1, 0));
  return picture;
}

/** The points of a rating that is displayed in another way, for the chart and the sentences; null if it is displayed in points. */
export function pointsOf({ display, value }: Pick<Rating, 'display' | 'value'>, { t, format }: Ui): string | null {
  const isShown = value === null || format.rating(display).startsWith(format.points(value));
  return isShown ? null : t.named(t.points, format.tenths(value));
}

function drawMatch(league: League, match: Match, ui: Ui, emblem: Emblem | null): Picture {
  const { t, format } = ui;
  const { picture, accent, write, writeRight, tell } = begin(ui, league);
  const room = writeRight(format.day(match.playedAt), SMALL, FIRST, QUIET) - MARGIN / 2;
  write(league.name, SMALL, FIRST, QUIET, besideEmblem(picture, emblem), room);
  const isDuel = match.sides.length === 2;
  drawnOf(match.sides)
    .map(asDrawn)
    .forEach((side, index) => {
      const y = SIDES.top + index * (isDuel ? SIDES.height : PLACES.height);
      const score = scoreOf(side);
      const result = score === null ? (statusOf(side, t) ?? '') : format.decimal(score);
      const end = writeRight(result, MEDIUM, y, accent) - MARGIN / 2;
      const place = side.effectivePlacement;
      write(place === null ? t.none : format.count(place), MEDIUM, y, QUIET);
      const x = MARGIN + PLACES.height;
      const [alone, ...others] = side.participants;
      // A side of several players has no face.
      const hasFace = alone !== undefined && others.length === 0;
      if (hasFace) drawFace(picture, alone.player.handle, [x, y - FACE.smallAbove], FACE.small);
      write(titleOf(side, t), MEDIUM, y, INK, hasFace ? x + FACE.smallRoom : x, end);
      const players = titleOf({ ...side, name: null }, t);
      if (isDuel && players !== titleOf(side, t)) {
        write(players, SMALL, y + SIDES.players, QUIET, x);
      }
      picture.fill([rectangle(MARGIN, y + (isDuel ? SIDES.height / 2 : 22), RIGHT - MARGIN, 2)], LINE);
    });
  tell(match.status === 'VOID' ? [t.voidedWhy] : writable(matchStory(league.slug, match, ui)).slice(0, 2));
  return picture;
}

/** The sentences that the font can write, without the characters that isolate names, which it lacks. */
function writable(sentences: readonly Sentence[]): string[] {
  return sentences.map((sentence) => textOf([sentence]).replace(/[\u2068\u2069]/g, '')).filter(canWrite);
}

function drawLeague(league: League, ui: Ui, emblem: Emblem | null): Picture {
  const { name, playerCount, matchCount, ratingSystem, standings } = league;
  const { t, format } = ui;
  const { picture, accent, write, writeRight } = begin(ui, league);
  const end = emblem ? RIGHT - EMBLEM.room : RIGHT;
  if (emblem) drawEmblem(picture, emblem, [RIGHT - EMBLEM.size, EMBLEM.top], EMBLEM.size);
  write(ratingSystem.system.title, SMALL, FIRST, QUIET, MARGIN, end);
  write(name, LARGE, SECOND, INK, MARGIN, end);
  const counts = [t.players(playerCount, format.count(playerCount)), t.matches(matchCount, format.count(matchCount))];
  write(counts.join(' · '), SMALL, THIRD, QUIET);
  standings?.nodes.forEach(({ rank, player, rating: { display } }, index) => {
    const y = PLACES.top + index * PLACES.height;
    const room = writeRight(displayedTo(display, ui), MEDIUM, y, accent) - MARGIN / 2;
    write(rank === null ? t.none : format.count(rank), MEDIUM, y, QUIET);
    const x = MARGIN + PLACES.height;
    drawFace(picture, player.handle, [x, y - FACE.smallAbove], FACE.small);
    write(shownName(player) ?? t.none, MEDIUM, y, INK, x + FACE.smallRoom, room);
    picture.fill([rectangle(MARGIN, y + 22, RIGHT - MARGIN, 2)], LINE);
  });
  return picture;
}

/** Draws the picture of a league, if it has one, before its name. @returns where the name begins */
function besideEmblem(picture: Picture, emblem: Emblem | null): number {
  if (!emblem) return MARGIN;
  drawEmblem(picture, emblem, [MARGIN, FIRST - EMBLEM.smallAbove], EMBLEM.small);
  return MARGIN + EMBLEM.smallRoom;
}

/** An empty card with the colour of the league and the name of the site, and functions that write on it. */
function begin({ theme }: Ui, league: Pick<League, 'slug' | 'hue'>) {
  const picture = new Picture(PICTURE.width, PICTURE.height, PAPER);
  const isOfSite = league.hue === null && isChosen(theme);
  const accent = isOfSite ? readable(colorOf(theme.color)) : oklch(0.45, 0.11, league.hue ?? HUES[hueOf(league.slug)]!);
  picture.fill([rectangle(0, 0, PICTURE.width, 16)], accent);
  const write = (text: string, size: number, y: number, color: Color, x = MARGIN, end = RIGHT) =>
    picture.fill(written(fitted(text, size, end - x), size, [x, y]), color);
  /** @returns where the text begins */
  const writeRight = (text: string, size: number, y: number, color: Color) => {
    const x = RIGHT - widthOf(text, size);
    picture.fill(written(text, size, [x, y]), color);
    return x;
  };
  const nameAt = canWrite(theme.name) ? writeRight(theme.name, TINY, PICTURE.height - 28, QUIET) - MARGIN / 2 : RIGHT;
  /** Writes the first sentences that fit beside the name of the site. @returns how many lines they took */
  const tell = (sentences: readonly string[]) => {
    const lines = storyLines(sentences, TINY, Math.max(nameAt - MARGIN, STORY.least), STORY.lines);
    lines.forEach((line, index) => {
      write(line, TINY, STORY.bottom - (lines.length - 1 - index) * STORY.height, QUIET);
    });
    return lines.length;
  };
  return { picture, accent, write, writeRight, tell };
}

function drawChart(picture: Picture, series: readonly ChartPoint[], color: Color, height: number): void {
  if (series.length < 2) return;
  const { low, high, lines } = scaleOf(series);
  const start = Date.parse(series[0]!.at);
  const length = Math.max(Date.parse(series.at(-1)!.at) - start, 1);
  const x = ({ at }: ChartPoint) => MARGIN + ((Date.parse(at) - start) / length) * (RIGHT - MARGIN);
  const y = (value: number) => CHART.top + height * (1 - (value - low) / (high - low));
  for (const value of lines) picture.fill([rectangle(MARGIN, y(value), RIGHT - MARGIN, 1.5)], LINE);
  const edge = (sign: 1 | -1) =>
    series.map((point): Point => [x(point), y(point.value + sign * (point.deviation ?? 0))]);
  if (series.some(({ deviation }) => deviation !== null)) {
    picture.fill([[...edge(1), ...edge(-1).reverse()]], color, 0.16);
  }
  picture.fill(
    stroke(
      series.map((point): Point => [x(point), y(point.value)]),
      4,
    ),
    color,
  );
}

function colorOf(hex: string): Color {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

/** The colour, darkened if it is too light to read on white. */
function readable(color: Color): Color {
  const [red, green, blue] = color;
  const lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const share = Math.min(110 / Math.max(lightness, 1), 1);
  return [red * share, green * share, blue * share];
}

const FONT = new URL('../../fonts/card.font', import.meta.url);
/** A curve is drawn as this many straight lines. */
const STEPS = 4;

interface Font {
  /** Units per em of the outlines. */
  readonly em: number;
  /** By letter: its advance width, and its outline as an SVG path with y upwards. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
}

let read: Font | undefined;

/** Reads the font once, for the first page or picture that needs it. */
function font(): Font {
  read ??= JSON.parse(readFileSync(FONT, 'utf8')) as Font;
  return read;
}

/** Emoji, with their joiners and colours. */
const EMOJI =
  '[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}\\u200d\\ufe0f\\u20e3\\u{e0020}-\\u{e007f}]+';
const ADORNMENTS = new RegExp(`^${EMOJI} ?| ?${EMOJI}`, 'gu');

/** The letters of a text to write. Emoji, which the font does not have, are omitted: they only adorn names. */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').replace(ADORNMENTS, (signs) => (hasLetters([...signs]) ? signs : ''))];
}

function hasLetters(letters: readonly string[]): boolean {
  return letters.every((letter) => Object.hasOwn(font().glyphs, letter));
}

/** Whether the font has every letter of a text. It has no scripts that need shaping, such as Arabic. */
export function canWrite(text: string): boolean {
  const letters = lettersOf(text);
  return hasLetters(letters.length > 0 ? letters : [...text]);
}

/** How wide a text is, in pixels. */
export function widthOf(text: string, size: number): number {
  const { em, glyphs } = font();
  const units = lettersOf(text).reduce((sum, letter) => sum + (glyphs[letter]?.[0] ?? 0), 0);
  return (units * size) / em;
}

/** A text, cut with an ellipsis if it is too wide. */
export function fitted(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  const letters = lettersOf(text);
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** The lines of the first sentences that fit. Only a first one that does not fit alone is cut. */
export function storyLines(sentences: readonly string[], size: number, width: number, most: number): string[] {
  for (let count = sentences.length; count > 0; count--) {
    const lines = cardLines(sentences.slice(0, count).join(' '), size, width);
    if (lines.length <= most) return lines;
    if (count === 1) return [...lines.slice(0, most - 1), fitted(lines.slice(most - 1).join(' '), size, width)];
  }
  return [];
}

/** A text in lines that break between words. A word that is too wide is cut. */
function cardLines(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(fitted(word, size, width));
  }
  return lines;
}

/** The outlines of a text. @param at the start of its base line */
export function written(text: string, size: number, [atX, atY]: Point): Contour[] {
  const { em, glyphs } = font();
  const scale = size / em;
  let x = atX;
  return lettersOf(text).flatMap((letter) => {
    const [advance, outline] = glyphs[letter] ?? [0, ''];
    const from = x;
    x += advance * scale;
    return letterContours(outline, ([right, up]) => [from + right * scale, atY - up * scale]);
  });
}

function letterContours(outline: string, place: (point: Point) => Point): Contour[] {
  const contours: Point[][] = [];
  let at: Point = [0, 0];
  for (const [, command, numbers] of outline.matchAll(/([mlq])([^mlq]*)/g)) {
    const steps = (numbers!.match(/-?\d+/g) ?? []).map(Number) as [number, number, number, number];
    const [start, end]: [Point, Point] = [at, [at[0] + steps.at(-2)!, at[1] + steps.at(-1)!]];
    if (command === 'm') contours.push([place(end)]);
    else if (command === 'l') contours.at(-1)!.push(place(end));
    else {
      const bend: Point = [start[0] + steps[0], start[1] + steps[1]];
      for (let step = 1; step <= STEPS; step++) contours.at(-1)!.push(place(onCurve(start, bend, end, step / STEPS)));
    }
    at = end;
  }
  return contours;
}

/** A point of a quadratic curve. */
function onCurve(start: Point, bend: Point, end: Point, share: number): Point {
  const rest = 1 - share;
  const along = (axis: 0 | 1) => rest * rest * start[axis] + 2 * rest * share * bend[axis] + share * share * end[axis];
  return [along(0), along(1)];
}
