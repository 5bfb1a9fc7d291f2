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
  country: 'Land',
  anyCountry: 'Alle',
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
  legend: 'Was die Wörter und Zeichen bedeuten',
  terms: {
    rating: {
      name: 'Wertung',
      meaning:
        'Wie stark ein Spieler ist, so wie es das Wertungssystem der Liga anzeigt. Danach ist die Rangliste geordnet. Kleinere Zahlen dahinter sagen, wie sicher das ist.',
    },
    points: {
      name: 'Punkte, ±',
      meaning:
        'Dasselbe in den Punkten, mit denen das Wertungssystem rechnet. Die wahre Stärke liegt in etwa zwei von drei Fällen höchstens so weit entfernt, wie die Zahl hinter ± sagt.',
    },
    movement: {
      name: '▲ ▼',
      meaning: 'Wie viele Ränge ein Spieler in den letzten 7 Tagen gewonnen oder verloren hat.',
    },
    record: { name: 'S–U–N', meaning: 'Siege, Unentschieden und Niederlagen.' },
    form: {
      name: 'Form',
      meaning: 'Die neuesten Ergebnisse, neueste zuerst: S für Sieg, U für Unentschieden, N für Niederlage.',
    },
    starts: { name: 'Siege / Starts', meaning: 'Gewonnene Rennen, und Rennen, in denen gestartet wurde.' },
    places: { name: 'Plätze', meaning: 'Die Plätze in den neuesten Rennen, neueste zuerst.' },
    provisional: {
      name: 'Vorläufig',
      meaning: 'Ohne Rang: nach zu wenigen Spielen, nach zu langer Pause oder weil die Wertung zu unsicher ist.',
    },
    change: { name: '+12,3', meaning: 'Punkte, die ein Spiel einem Spieler brachte oder nahm.' },
    expected: {
      name: 'Erwartet',
      meaning:
        'Das Ergebnis, das die Wertungen vor dem Spiel versprachen: 1 ist ein sicherer Sieg, 0,5 ein offenes Spiel, 0 eine sichere Niederlage.',
    },
    peak: { name: 'Höchststand', meaning: 'Die meisten Punkte nach einem Spiel.' },
    rival: { name: 'Rivale', meaning: 'Der Gegner vieler ausgeglichener Spiele.' },
    nemesis: { name: 'Angstgegner', meaning: 'Der Gegner mit dem größten Überschuss an Niederlagen.' },
    fieldBeaten: {
      name: 'Feld geschlagen',
      meaning: 'Der mittlere Anteil der anderen in einem Rennen, die dahinter lagen.',
    },
  },
  howTitle: 'Wie Wertungen hier entstehen',
  how: {
    begin: (points) => `Alle beginnen mit ${points} Punkten.`,
    gain: 'Vor jedem Spiel sagen die Wertungen, welches Ergebnis zu erwarten ist. Wer mehr erreicht, gewinnt Punkte, wer weniger erreicht, verliert welche, und eine Überraschung bewegt mehr als das Erwartete.',
    replay:
      'Jede Wertung wird aus der Spielliste berechnet: Wird ein Spiel berichtigt oder zurückgezogen, wird alles Spätere neu gewertet.',
    late: {
      REPLAY: 'Ein nachgereichtes Spiel kommt an seinen Platz, und alles Spätere wird neu gewertet.',
      REJECT: 'Ein Spiel, das vor dem neuesten gewerteten gespielt wurde, wird abgelehnt.',
    },
    example: 'Das neueste Spiel als Beispiel',
  },
};
