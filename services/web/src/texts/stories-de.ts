import type { StoryTexts } from './stories-en.js';

/** The words of charts that answer, and of stories made from data, in German. */
export const storiesDe: StoryTexts = {
  views: 'Diagramm',
  rankOf: (player) => `Rang von ${player} im Lauf der Zeit`,
  rankWhy: 'Wie die Rangliste ihn am Ende jedes Tages zeigte, an dem sie sich geändert hatte.',
  noRanks: 'Noch sind keine Ränge festgehalten. Am Ende jedes Tages wird einer festgehalten.',
  compareWith: 'Vergleichen mit',
  compareDescription: (players, league) =>
    players.length > 0
      ? `${players.join(', ')} in einem Diagramm von ${league}.`
      : `Spieler von ${league} in einem Diagramm.`,
  notHere: (player) => `In dieser Liga hat niemand namens „${player}“ eine Wertung.`,
  leaveOut: (player) => `${player} weglassen`,
  here: (player) => `${player} steht am Strich`,
};
