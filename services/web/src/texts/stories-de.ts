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
