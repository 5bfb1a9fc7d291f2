import type { BoardTexts } from './boards-en.js';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Words of boards and of what stands beside them, in German. */
export const boardsDe: BoardTexts = {
  now: 'Was hier geschieht',
  filters: 'Filter und andere Tage',
  nameBegins: 'Name beginnt mit',
  active: 'Zuletzt gespielt',
  anyTime: 'Jederzeit',
  lastDays: (shown) => `In den letzten ${shown} Tagen`,
  minMatches: 'Spiele mindestens',
  fromRank: 'Ab Rang',
  left: (_, shown) => `${shown} Spieler mit diesen Filtern. Die Ränge sind die der ganzen Rangliste.`,
  gained: 'Gewinn',
  nobodyClimbed: 'Niemand mit einem Rang hat in der letzten Woche Punkte gewonnen.',
  expected: (chance) => `${chance} erwartet`,
  records: 'Rekorde',
  highestPeak: 'Höchste Wertung',
  mostMatches: 'Meiste Spiele',
  mostWins: 'Meiste Siege',
  inDays: (count, shown, days, most) =>
    `${shown} ${plural(count, 'Spiel', 'Spiele')} in den letzten ${days} Tagen, höchstens ${most} an einem Tag`,
  higherRanks: 'Höhere Ränge',
};
