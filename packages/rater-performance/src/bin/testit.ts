import { parseGames } from '../game-list.js';
import { VARIANTS, type Variant } from '../settings.js';
import { printedRating } from './p.js';
import { runTool, type Tool, UsageError } from './program.js';
import { repeatGames } from './rep.js';

/** The source's script `testit`: a variant's ratings in the situations that distinguish the variants. */
export const situationsTool: Tool = {
  name: 'testit',
  help: `Usage: testit p1|p2|p3|p4|p5|p6|p7|p8

Prints what the script makes of typical situations: wins over one player, wins and losses in turn, a loss to
a new player after games against one opponent or against the field, and a rating inflated by beating one
player.

  --help  print this

Example: testit p4
`,
  *run(args) {
    const variant = VARIANTS.find((name) => name === args[0]);
    if (variant === undefined || args.length !== 1) {
      throw new UsageError(`one of ${VARIANTS.join(', ')} must be given, not ${JSON.stringify(args.join(' '))}`);
    }
    yield situations(variant).map(printTable).join('\n');
  },
};

/** The rows of the source's tables. */
const WINS = [1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500];
const PAIRS = [1, 2, 5, 10, 20, 30, 40, 50];
const NEW_PLAYER = [3000, 2500, 2000, 1500, 1000, 500, 0];

function situations(variant: Variant): Table[] {
  const rate = (...parts: readonly (readonly [games: string, count: number])[]) =>
    printedRating(parseGames(parts.flatMap((part) => [...repeatGames(...part)]).join('\n')), variant);
  const lossTo = (rating: number) => [`-${rating} playerX`, 1] as const;

  const onOne = ['+2000; -2000', 50] as const;
  const onField = ['+2000 a*; -2000 b*', 50] as const;
  const inflated = ['+1230', 100] as const;
  return [
    {
      title: `Wins over one player: rep '+1000' N | ${variant}`,
      columns: ['N', 'rating'],
      rows: WINS.map((count) => [count, rate(['+1000', count])]),
    },
    {
      title: `Wins and losses in turn: rep '+1000; -1000' N | ${variant}`,
      columns: ['N', 'rating'],
      rows: PAIRS.map((count) => [count, rate(['+1000; -1000', count])]),
    },
    {
      title:
        `A loss to a new player rated R, after 100 games against one player or against the field:\n` +
        `rep '-R playerX' 1 '+2000; -2000' 50 | ${variant}\n` +
        `rep '-R playerX' 1 '+2000 a*; -2000 b*' 50 | ${variant}`,
      columns: ['R', 'one player', 'the field'],
      rows: [
        ['no loss', rate(onOne), rate(onField)],
        ...NEW_PLAYER.map((rating) => [rating, rate(lossTo(rating), onOne), rate(lossTo(rating), onField)]),
      ],
    },
    {
      title:
        `A loss to a new player rated R, after 100 wins over one player:\n` +
        `rep '-R playerX' 1 '+1230' 100 | ${variant}`,
      columns: ['R', 'rating'],
      rows: [['no loss', rate(inflated)], ...NEW_PLAYER.map((rating) => [rating, rate(lossTo(rating), inflated)])],
    },
  ];
}

export const main = (): Promise<void> => runTool(situationsTool);

/** A table as text. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const GAP = '  ';

/** The table with its columns aligned to the right, each line ended. */
export function printTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => GAP + row.map((cell, column) => cell.padStart(widths[column]!)).join(GAP));
  return `${[title, ...lines].join('\n')}\n`;
}
