import type { Texts } from '../en/site.js';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Words of boards and of what stands beside them, in German. */
export const boardsDe: Texts['boards'] = {
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
  inDays: (count, shown, days, most) => `${shown} ${plural(count, 'Spiel', 'Spiele')} in den letzten ${days} Tagen, höchstens ${most} an einem Tag`,
  higherRanks: 'Höhere Ränge',
  legend: 'Was die Wörter und Zeichen bedeuten',
  terms: {
    rating: {
      name: 'Wertung',
      meaning: 'Wie stark ein Spieler ist, so wie es das Wertungssystem der Liga anzeigt. Danach ist die Rangliste geordnet. Kleinere Zahlen dahinter sagen, wie sicher das ist.',
    },
    points: {
      name: 'Punkte, ±',
      meaning: 'Dasselbe in den Punkten, mit denen das Wertungssystem rechnet. Die wahre Stärke liegt in etwa zwei von drei Fällen höchstens so weit entfernt, wie die Zahl hinter ± sagt.',
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
      meaning: 'Das Ergebnis, das die Wertungen vor dem Spiel versprachen: 1 ist ein sicherer Sieg, 0,5 ein offenes Spiel, 0 eine sichere Niederlage.',
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
    replay: 'Jede Wertung wird aus der Spielliste berechnet: Wird ein Spiel berichtigt oder zurückgezogen, wird alles Spätere neu gewertet.',
    late: {
      REPLAY: 'Ein nachgereichtes Spiel kommt an seinen Platz, und alles Spätere wird neu gewertet.',
      REJECT: 'Ein Spiel, das vor dem neuesten gewerteten gespielt wurde, wird abgelehnt.',
    },
    example: 'Das neueste Spiel als Beispiel',
  },
};

/** The words of charts that answer, and of stories made from data, in German. */
export const storiesDe: Texts['stories'] = {
  views: 'Diagramm',
  rankOf: (player) => `Rang von ${player} im Lauf der Zeit`,
  rankWhy: 'Wie die Rangliste ihn am Ende jedes Tages zeigte, an dem sie sich geändert hatte.',
  noRanks: 'Noch sind keine Ränge festgehalten. Am Ende jedes Tages wird einer festgehalten.',
  compareWith: 'Vergleichen mit',
  compareDescription: (players, league) => (players.length > 0 ? `${players.join(', ')} in einem Diagramm von ${league}.` : `Spieler von ${league} in einem Diagramm.`),
  notHere: (player) => `In dieser Liga hat niemand namens „${player}“ eine Wertung.`,
  leaveOut: (player) => `${player} weglassen`,
  here: (player) => `${player} steht am Strich`,

  soFar: 'Bisher',
  races: (_, shown) => `${shown} Rennen`,
  career: {
    joined: '{player} hat seit dem {day} {matches} bestritten: {record}.',
    started: '{player} ist seit dem {day} in {races} gestartet und hat {wins} gewonnen.',
    places: 'Der beste Platz war {best}, der mittlere {mean}, und {podiums} endeten unter den ersten drei.',
    best: 'Die beste Wertung war {points}, am {day}.',
    bestNow: 'Die jetzige Wertung, {points}, ist die bisher beste.',
    streak: 'Die längste Siegesserie: {wins} hintereinander, vom {from} bis zum {to}.',
    streakNow: 'Die längste Siegesserie dauert an: {wins} hintereinander seit dem {from}.',
    bestWin: 'Der beste Sieg gelang am {day} gegen {opponent}, bei einer erwarteten Punktzahl von {expected}.',
    rival: 'Am engsten ist es gegen {opponent}: {record}.',
    nemesis: 'Angstgegner ist {opponent}: {record}.',
  },
  match: {
    title: 'Die Geschichte',
    foreseen: 'Der Favorit hat gewonnen: Die Chance von {side} war {chance}.',
    unforeseen: '{side} hat als Außenseiter gewonnen: Die Chance war {chance}.',
    unforeseenRace: '{side} hat mit einer Chance von {chance} gewonnen; der Favorit war {favourite}.',
    even: 'Es gab keinen Favoriten: Alle Chancen waren gleich.',
    drawn: 'Niemand hat gewonnen; der Favorit, {side}, hatte eine Chance von {chance}.',
    least: 'Von den {among} Ergebnissen bis dahin war keines überraschender.',
    oneLess: 'Von den {among} Ergebnissen bis dahin war nur eines überraschender.',
    fewLess: 'Von den {among} Ergebnissen bis dahin waren nur {fewer} überraschender.',
    ahead: 'Niemand lag weiter vor der Vorhersage als {side}: Platz {place} statt {foreseen}.',
    moved: 'Am meisten gewann {winner} ({gain}), am meisten verlor {loser} ({loss}).',
    corrected: 'Das Ergebnis wurde korrigiert, zuletzt am {day}.',
  },
  record: (wins, losses) => `${wins} gewonnen, ${losses} verloren`,
  ahead: (wins, losses) => `${wins}-mal davor, ${losses}-mal dahinter`,

  yearTitle: (league, year) => `${league} im Jahr ${year}`,
  yearInReview: (year) => `Rückblick auf ${year}`,
  newcomers: 'Neue',
  ledAtEnd: 'Am Ende vorn',
  leadsNow: 'Jetzt vorn',
  mostActive: 'Am aktivsten',
  climbers: 'Aufsteiger',
  yearUpsets: 'Größte Überraschungen',
  teamDescription: (team, league, matches) => `${team} in ${league}: ${matches}.`,
  teamWhy: 'Seiten mit diesem Namen, nach ihren jüngsten 200 Spielen unter den jüngsten 5.000 der Liga.',
};
