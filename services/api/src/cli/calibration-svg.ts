import type { SystemComparison } from '../compare/comparison.js';
import { nameOf } from './compare-report.js';

const SIZE = 480;
const MARGIN = 56;
const LEGEND_LINE = 20;
/** Told apart by people who see colours differently. Source: M. Okabe and K. Ito, Color Universal Design, 2008. */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#8a6d00'];

/** What rating systems predicted against what happened, as a picture: an honest system is on the diagonal. */
export function calibrationSvg({ league, systems }: SystemComparison): string {
  const found = systems.filter(({ evaluation }) => evaluation);
  const height = SIZE + 2 * MARGIN + LEGEND_LINE * found.length;
  const title = `Predicted and actual results of ${league.slug}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE + 2 * MARGIN} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...axes(),
    ...found.flatMap((system, index) => {
      const color = COLORS[index % COLORS.length]!;
      const { calibration } = system.heldOut ?? system.evaluation!;
      const most = Math.max(...calibration.map(({ count }) => count));
      const points = calibration.map(({ predicted, actual }) => `${x(predicted)},${y(actual)}`);
      const at = SIZE + 2 * MARGIN + LEGEND_LINE * index;
      return [
        `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...calibration.map(({ predicted, actual, count }) => {
          const told = `${escaped(nameOf(system))}: predicted ${percent(predicted)}, happened ${percent(actual)}, ${count} sides`;
          const radius = (2 + 6 * Math.sqrt(count / most)).toFixed(1);
          return `<circle cx="${x(predicted)}" cy="${y(actual)}" r="${radius}" fill="${color}"><title>${told}</title></circle>`;
        }),
        `<circle cx="${MARGIN + 6}" cy="${at - 4}" r="5" fill="${color}"/>`,
        `<text x="${MARGIN + 18}" y="${at}">${escaped(nameOf(system))}</text>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

function axes(): string[] {
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return [
    `<rect x="${MARGIN}" y="${MARGIN}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#888"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...ticks.map((tick) => `<text x="${x(tick)}" y="${y(0) + 18}" text-anchor="middle">${percent(tick)}</text>`),
    ...ticks.map((tick) => `<text x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${percent(tick)}</text>`),
    `<text x="${x(0.5)}" y="${y(0) + 40}" text-anchor="middle">predicted chance</text>`,
    `<text x="${x(0)}" y="${y(1) - 12}">actual result</text>`,
  ];
}

function x(share: number): number {
  return Math.round(MARGIN + SIZE * share);
}

function y(share: number): number {
  return Math.round(MARGIN + SIZE * (1 - share));
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
