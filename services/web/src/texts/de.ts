import { boardsDe } from './boards-de.js';
import { consoleDe } from './console-de.js';
import type { Texts } from './en.js';
import { refusalDe } from './refusals-de.js';
import { storiesDe } from './stories-de.js';

function problem(status: number) {
  if (status === 404 || status === 405)
    return { title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht, oder sie ist nicht öffentlich.' };
  if (status === 400) return { title: 'Das lässt sich nicht anzeigen', text: 'Diese Adresse ist ungültig.' };
  if (status === 403) return { title: 'Nicht öffentlich', text: 'Diese Seite darfst du nicht sehen.' };
  if (status === 429)
    return {
      title: 'Zu viele Anfragen',
      text: 'Aus deinem Netz kamen zuletzt sehr viele Anfragen. Bitte versuche es in einer Minute wieder.',
    };
  if (status === 503)
    return {
      title: 'Viel zu tun',
      text: 'Der Dienst hat gerade viel zu tun. Bitte versuche es in ein paar Sekunden wieder.',
    };
  return {
    title: 'Etwas ist schiefgegangen',
    text: 'Die Seite konnte nicht erstellt werden. Der Grund steht im Log des Dienstes.',
  };
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Every word of the site, in German. */
export const de: Texts = {
  problem,
  refusal: refusalDe,
  boards: boardsDe,
  console: consoleDe,
  stories: storiesDe,
  site: 'Website',
  skipToContent: 'Zum Inhalt springen',
  leagues: 'Ligen',
  explorer: 'API-Explorer',
  docs: {
    title: 'Dokumentation',
    description: 'Wie man Ligen führt, Bots und Wertungssysteme schreibt und den Dienst betreibt.',
    contents: 'Inhalt',
    search: 'Dokumentation durchsuchen',
    onThisPage: 'Auf dieser Seite',
    plainText: 'Diese Seite als reiner Text',
    inEnglish: 'Die Dokumentation ist auf Englisch.',
  },
  promise: 'Jede Wertung hier wird aus dem Spielprotokoll berechnet, und jede Änderung lässt sich erklären.',
  searchBoard: (player) => `„${player}“ in der Rangliste suchen`,
  more: 'Mehr',
  none: '–',

  frontDescription: (count, name) =>
    `${count} ${plural(count, 'Liga', 'Ligen')} bei ${name}: Ranglisten, Laufbahnen und der Grund für jede Änderung einer Wertung.`,
  search: 'Suchen',
  searchHint: 'Ligen, Spieler und Spiele nach Name, Spielername oder Spiel-ID suchen.',
  searchPlaceholder: 'Liga, Spieler oder Spiel',
  nothingFound: (text) => `Nichts hier heißt „${text}“.`,
  noLeaguesFound: (search) => `Keine Liga heißt „${search}“.`,
  order: 'Reihenfolge',
  orderBy: { RATING: 'Nach Wertung', MATCHES: 'Meiste Spiele', WINS: 'Meiste Siege', CLIMBERS: 'Aufsteiger der Woche' },
  newestResults: 'Neueste Ergebnisse',
  climbers: 'Aufsteiger der Woche',
  upsets: 'Überraschungssiege der Woche',
  recentCorrections: 'Korrekturen',
  correctionOf: (action, count) =>
    ({
      amendMatch: 'Spiel berichtigt',
      voidMatch: 'Spiel zurückgezogen',
      restoreMatch: 'Spiel wiederhergestellt',
      voidMatches: `${count} ${plural(count ?? 2, 'Spiel', 'Spiele')} zurückgezogen`,
      restoreMatches: `${count} ${plural(count ?? 2, 'Spiel', 'Spiele')} wiederhergestellt`,
      mergePlayers: 'Spieler zusammengelegt',
      unmergePlayers: 'Spieler getrennt',
      configureRatingSystem: 'Wertungssystem geändert',
      recomputeLeague: 'Wertungen neu berechnet',
    })[action] ?? 'Korrektur',
  ledFor: (player, days, shown) => `${player} führt seit ${shown} ${plural(days, 'Tag', 'Tagen')}`,
  noLeagues: 'Hier gibt es noch keine Liga.',
  someUnreachable: 'Einige Ligen sind zurzeit nicht erreichbar.',
  players: (_, shown) => `${shown} Spieler`,
  matches: (count, shown) => `${shown} ${plural(count, 'Spiel', 'Spiele')}`,
  lastMatch: 'Letztes Spiel',
  noMatches: 'Noch keine Spiele',

  leagueNav: 'Liga',
  board: 'Rangliste',
  matchLog: 'Spiele',
  live: 'Live',
  stats: 'Statistik',
  about: 'Info',

  boardDescription: (league, leader, system) =>
    leader
      ? `${leader} führt ${league} an. Gewertet nach ${system}.`
      : `Die Rangliste von ${league}. Gewertet nach ${system}.`,
  podium: 'Podest',
  rank: 'Rang',
  rankOf: (rank) => `Rang ${rank}`,
  change: 'Änderung',
  player: 'Spieler',
  rating: 'Wertung',
  deviation: 'Abweichung',
  points: 'Punkte',
  record: 'S–U–N',
  recordLong: (wins, draws, losses) => `${wins} gewonnen, ${draws} unentschieden, ${losses} verloren`,
  form: 'Form',
  starts: 'Siege / Starts',
  startsLong: (wins, starts) => `${wins} von ${starts} gewonnen`,
  aheadRecord: 'Davor–gleich–dahinter',
  placeOf: (place, sides) => `Platz ${place} von ${sides}`,
  places: 'Plätze',
  podiums: 'Podestplätze',
  bestPlace: 'Bester Platz',
  meanPlace: 'Mittlerer Platz',
  fieldBeaten: 'Feld geschlagen',
  races: 'Rennen',
  formLabel: (results) => `Neueste zuerst: ${results.join(', ')}`,
  lastPlayed: 'Zuletzt gespielt',
  up: (places) => `${places} nach oben`,
  down: (places) => `${places} nach unten`,
  unmoved: 'unverändert',
  movedSince: (day) => `Rangveränderung seit ${day}`,
  provisional: 'Vorläufig',
  unrankedUnsure:
    'Noch hat niemand einen Rang: Alle Wertungen sind zu unsicher. Jedes Spiel macht sie sicherer. Bisher vorn:',
  unrankedStill: (shown) =>
    `Noch hat niemand einen Rang: Dem Wertungssystem sind alle Wertungen zu unsicher, auch nach ${shown} Spielen. Bisher vorn:`,
  unrankedResting: (day) => `Zurzeit hat niemand einen Rang: Das letzte Spiel war am ${day}. Bisher vorn:`,
  unrankedBelow: (count, shown) =>
    `Noch hat niemand einen Rang: Dafür braucht es mindestens ${count === 1 ? 'ein gewertetes Spiel' : `${shown} gewertete Spiele`}. Bisher vorn:`,
  unrankedAsleep: (count, shown) =>
    `Zurzeit hat niemand einen Rang: ${count === 1 ? 'Seit einem Tag' : `Seit ${shown} Tagen`} hat niemand gespielt. Bisher vorn:`,
  provisionalWhy: 'Noch zu unsicher für einen Rang: Dafür müssen sie mehr spielen.',
  provisionalBelow: (count, shown) =>
    `Für einen Rang braucht es mindestens ${count === 1 ? 'ein gewertetes Spiel' : `${shown} gewertete Spiele`}.`,
  provisionalAsleep: (count, shown) =>
    `Ohne Rang ist auch, wer ${count === 1 ? 'seit einem Tag' : `seit ${shown} Tagen`} nicht gespielt hat.`,
  matchesMissing: (count, shown) => `noch ${shown} ${plural(count, 'Spiel', 'Spiele')} bis zum Rang`,
  isProvisional: (player, missing) =>
    `${player} ist vorläufig gewertet und hat keinen Rang${missing ? `: ${missing}.` : '.'}`,
  emptyBoard: 'Auf dieser Rangliste steht niemand.',
  nextPage: 'Nächste Seite',
  asOf: 'Rangliste am Ende des',
  asKnownThen: 'wie sie damals angezeigt wurde, vor späteren Korrekturen',
  show: 'Anzeigen',
  today: 'Heute',
  boardAtEndOf: (day) => `Die Rangliste am Ende des ${day} nach heutigem Stand.`,
  boardShownAt: (day) => `Die Rangliste, wie sie am Ende des ${day} angezeigt wurde, vor späteren Korrekturen.`,
  boardAtLastMatch: (day) =>
    `Seit dem ${day} gab es kein Spiel, und niemand hat mehr einen Rang. Dies ist die Rangliste nach dem letzten Spiel.`,
  asOfToday: 'Stand heute',
  yearEarlier: 'ein Jahr früher',
  monthEarlier: 'einen Monat früher',
  weekEarlier: 'eine Woche früher',
  weekLater: 'eine Woche später',
  monthLater: 'einen Monat später',
  yearLater: 'ein Jahr später',
  whereAmI: 'Wo bin ich?',
  handle: 'Spielername',
  find: 'Finden',
  download: 'Herunterladen',
  notOnBoard: (handle) => `${handle} steht nicht auf dieser Rangliste.`,
  wholeBoard: 'Ganze Rangliste',

  result: { WIN: 'Sieg', DRAW: 'Unentschieden', LOSS: 'Niederlage' },
  resultMark: { WIN: 'S', DRAW: 'U', LOSS: 'N' },

  percentile: (share) => `besser als ${share}`,
  leads: 'Führt die Rangliste an',
  unranked: 'Ohne Rang',
  hidden: 'Nicht auf der Rangliste',
  chartOf: (player) => `Wertung von ${player} im Lauf der Zeit`,
  chartBand: 'Das Band zeigt eine Abweichung nach oben und nach unten.',
  chartPeak: 'Der Punkt ist der Höchststand.',
  chartTable: 'Das Diagramm als Tabelle',
  date: 'Datum',
  peak: 'Höchststand',
  lowest: 'Tiefststand',
  played: 'Gespielt',
  currentStreak: 'Aktuelle Serie',
  bestStreak: 'Längste Siegesserie',
  worstStreak: 'Längste Niederlagenserie',
  streak: (count, shown, result) =>
    ({
      WIN: `${shown} ${plural(count, 'Sieg', 'Siege')}`,
      DRAW: `${shown} Unentschieden`,
      LOSS: `${shown} ${plural(count, 'Niederlage', 'Niederlagen')}`,
    })[result],
  opponents: 'Gegner',
  mostPlayed: 'Am häufigsten',
  opponent: 'Gegner',
  rival: 'Rivale',
  nemesis: 'Angstgegner',
  bestWins: 'Beste Siege',
  worstDefeats: 'Bitterste Niederlagen',
  history: 'Jede Änderung mit ihrem Grund',
  noHistory: 'Noch kein gewertetes Spiel.',
  andMore: (sides) => (sides === 1 ? 'und 1 weiterer' : `und ${sides} weitere`),
  andOthers: (count) => `und ${count} weitere`,
  reason: {
    cap: 'Obergrenze je Spiel',
    fading: 'Ältere Spiele zählen weniger',
    floor: 'Untergrenze der Wertungen',
    luck: 'Abzug für Glück',
    period: 'Frühere Spiele der Wertungsperiode',
  },
  expected: 'Erwartet',
  actual: 'Erreicht',
  weight: 'Gewicht',
  theirRating: 'Wertung des Gegners',
  effect: 'Wirkung',
  before: 'Vorher',
  after: 'Nachher',
  allLeagues: 'Alle Ligen dieses Spielers',
  compare: 'Vergleichen',
  olderChanges: 'Ältere Änderungen',
  playerDescription: (player, rank, rating, league) =>
    rank
      ? `${player} steht in ${league} mit ${rating} auf Rang ${rank}.`
      : `${player} hat in ${league} die Wertung ${rating}.`,
  allMatches: 'Alle Spiele',

  match: 'Spiel',
  matchTitle: (sides) => sides.join(' – '),
  matchDescription: (league, day) =>
    `Ein Spiel in ${league} am ${day}: das Ergebnis und seine Wirkung auf die Wertungen.`,
  guest: 'Gast',
  unfinished: {
    FORFEIT: 'aufgegeben',
    DID_NOT_FINISH: 'nicht zu Ende gespielt',
    DID_NOT_START: 'nicht angetreten',
    DISQUALIFIED: 'disqualifiziert',
  },
  nobodyFinished: 'Keine Seite hat zu Ende gespielt, deshalb wird niemand gewertet.',
  voided: 'Annulliert',
  voidedWhy: 'Dieses Spiel wurde annulliert und ändert keine Wertung.',
  corrected: 'Korrigiert',
  submitted: (by) => (by ? `Gemeldet von ${by}` : 'Importiert'),
  predicted: 'Vorhersage',
  predictedWhy: 'Siegchancen nach den Wertungen unmittelbar vor dem Spiel, wie sie heute bekannt sind.',
  predictedFitted:
    'Diese Liga passt sie an ihre bisherigen Spiele an; die Wertungen ändern sich nach der erwarteten Punktzahl des Wertungssystems, ohne diese Anpassung.',
  whatItDid: 'Wirkung auf die Wertungen',
  corrections: 'Korrekturen',
  version: (version) => `Fassung ${version}`,
  action: {
    submitMatches: 'Gemeldet',
    amendMatch: 'Geändert',
    voidMatch: 'Annulliert',
    restoreMatch: 'Wiederhergestellt',
    voidMatches: 'Annulliert',
    restoreMatches: 'Wiederhergestellt',
  },
  outcome: { WIN: 'Gewonnen', DRAW: 'Unentschieden', LOSS: 'Verloren' },
  place: (placement) => `Platz ${placement}`,
  matchId: 'ID',
  minutes: (minutes) => `${minutes} Min.`,
  details: 'Details',
  noRatings: 'Dieses Spiel hat keine Wertung geändert.',
  side: (number) => `Seite ${number}`,

  matchesDescription: (league) => `Alle Spiele von ${league} mit Ergebnis und Wirkung auf die Wertungen.`,
  filter: 'Filtern',
  from: 'Von',
  to: 'Bis',
  status: 'Status',
  statusAny: 'Alle',
  statusRated: 'Zählt',
  statusVoid: 'Annulliert',
  matchesFound: (count, shown) => `${shown} ${plural(count, 'Spiel', 'Spiele')}`,
  noMatchesFound: 'Keine Spiele gefunden.',
  olderMatches: 'Ältere Spiele',
  feed: 'Atom-Feed',
  clear: 'Filter zurücksetzen',

  duelTitle: (left, right) => `${left} gegen ${right}`,
  duelDescription: (left, right, league) =>
    `${left} gegen ${right} in ${league}: ihre Bilanz und die Wirkung jedes Ausgangs.`,
  meetings: 'Begegnungen',
  allMeetings: (shown) => `Alle ${shown} Begegnungen`,
  partOfName: 'Teil des Namens',
  didYouMean: (part) => `Spieler mit „${part}“ im Namen:`,
  placeColumn: 'Platz',
  score: 'Ergebnis',
  neverMet: 'Sie haben noch nie gegeneinander gespielt.',
  ifTheyPlayed: 'Wenn sie jetzt gegeneinander spielen',
  noPrediction: 'Das Wertungssystem dieser Liga kann dieses Spiel zurzeit nicht vorhersagen.',
  ifWins: (player) => `Wenn ${player} gewinnt`,
  ifDraw: 'Bei einem Unentschieden',
  draws: (_, shown) => `${shown} unentschieden`,
  lastMet: 'Letztes Duell',

  liveDescription: (league) => `${league}, während gespielt wird: die neuesten Spiele und die Spitze der Rangliste.`,
  connectionLost: 'Verbindung unterbrochen, neuer Versuch läuft',
  liveWhy: 'Diese Seite aktualisiert sich von selbst, solange sie geöffnet ist.',
  newestMatches: 'Neueste Spiele',
  queue: 'Wartende Spieler',
  queueDescription: (league) => `Spieler in ${league}, die auf einen Gegner warten.`,
  queueWhy: (least, most, minutes, shown) =>
    `Zwei Spieler werden gepaart, wenn beide eine Gewinnchance von ${least} bis ${most} haben. Ohne Gegner endet das Warten nach ${shown} ${plural(minutes, 'Minute', 'Minuten')}.`,
  waiting: (count, shown) =>
    count === 0 ? 'Im Moment wartet niemand.' : `${shown} ${plural(count, 'Spieler wartet', 'Spieler warten')}.`,
  waitingSince: 'seit',
  showQueue: 'Wartende Spieler',
  overlay: 'Für Streams',
  overlayWhy:
    'Die neuesten Spiele und die Spitze der Rangliste auf dunklem, durchscheinendem Grund und sonst nichts. Trag die Adresse in OBS als Browserquelle ein.',
  overlayPlaces: 'Plätze der Rangliste',
  overlayMatches: 'Spiele',

  statsDescription: (league) =>
    `${league} in Zahlen: Verteilung der Wertungen, Güte der erwarteten Punktzahlen und Aktivität.`,
  distribution: 'Verteilung der Wertungen',
  distributionWhy: 'Spieler mit einem Rang, nach ihrer Wertung.',
  activity: 'Aktivität',
  activityWhy: 'Spiele pro Tag im letzten Jahr.',
  playerActivityWhy: 'Gewertete Spiele pro Tag im Jahr bis zum neuesten Spiel.',
  matchesOn: (day, count, shown) => `${day}: ${shown} ${plural(count, 'Spiel', 'Spiele')}`,
  calibration: 'Wie gut die erwarteten Punktzahlen zutreffen',
  calibrationWhy:
    'Vergleicht in den neuesten Spielen jede Punktzahl gegen einen Gegner mit der erwarteten, aus der die Änderung der Wertung berechnet wurde. Auf der Diagonale sind beide gleich. Größere Punkte stehen für mehr Vergleiche.',
  calibrationNotChances: (isFitted) =>
    isFitted
      ? 'Die Chancen auf den Seiten der Spiele sind andere Zahlen: Sie gelten für das ganze Spiel, und diese Liga passt sie an ihre bisherigen Spiele an.'
      : 'Die Chancen auf den Seiten der Spiele sind andere Zahlen: Sie gelten für das ganze Spiel und können berücksichtigen, wie unsicher die Wertungen sind.',
  calibrated: {
    scores: {
      expected: 'Erwartete Punktzahl',
      actual: 'Erreichte Punktzahl',
      off: (points) => `Im Mittel weicht die erreichte Punktzahl um ${points} Prozentpunkte von der erwarteten ab.`,
      point: (expected, actual) => `${expected} erwartet, ${actual} erreicht`,
    },
    chances: {
      expected: 'Vorhergesagte Chance',
      actual: 'Tatsächliches Ergebnis',
      off: (points) => `Im Mittel weichen die Ergebnisse um ${points} Prozentpunkte von den vorhergesagten Chancen ab.`,
      point: (expected, actual) => `${expected} vorhergesagt, ${actual} eingetreten`,
    },
  },
  scores: 'Anzahl',
  sinceDay: 'seit',
  playersHere: 'Spieler',
  values: 'Wertung',
  asTable: 'Als Tabelle',
  nobodyRanked: 'Noch hat niemand einen Rang.',
  nothingYet: 'Dazu gibt es noch keine Zahlen.',

  aboutDescription: (league, system) =>
    `Wie ${league} gewertet wird: ${system}, die Einstellungen und jede Revision der Wertungen.`,
  proved: 'Nachgerechnet:',
  notProved: (problems) => `Beim Nachrechnen fanden sich ${problems} Probleme:`,
  provedWhy:
    'Alle Spiele wurden vom ersten an neu gewertet und Wertungen, Verlauf und Rangliste bis aufs letzte Bit verglichen.',
  provedBefore: 'Neuere Spiele werden in der nächsten Nacht nachgerechnet.',
  beat: 'schlägt',
  drew: 'unentschieden gegen',
  ratedBy: 'Gewertet nach',
  source: 'Quelle',
  settings: 'Einstellungen',
  setting: 'Einstellung',
  value: 'Wert',
  meaning: 'Bedeutung',
  rules: 'Regeln',
  lateMatches: 'Nachgereichte Spiele',
  lateReplay: 'werden zeitlich eingeordnet, und spätere Spiele werden neu gewertet',
  lateReject: 'werden abgelehnt',
  entry: 'Teilnahme',
  openEntry: 'alle, mit ihrem ersten Spiel',
  closedEntry: 'nur angemeldete Spieler',
  days: 'Tage',
  daysEnd: (zone) => `enden um Mitternacht in ${zone}`,
  boardThrough: 'Stand der Rangliste',
  since: 'Seit',
  revisions: 'Revisionen',
  revisionsWhy:
    'Jede Korrektur, jedes nachgereichte Spiel und jede Änderung der Einstellungen ergibt eine neue Revision. Alle sind hier aufgeführt.',
  revision: 'Revision',
  system: 'Wertungssystem',
  raterVersion: 'Version',
  shownSince: 'Angezeigt seit',

  hereSince: 'Dabei seit',
  personDescription: (player, count) => `${player} in ${count} ${plural(count, 'Liga', 'Ligen')}.`,
  formerly: 'Früher',
  league: 'Liga',
  noRatingsYet: 'Noch keine Liga hat diesen Spieler gewertet.',
};
