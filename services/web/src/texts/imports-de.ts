import type { ImportTexts } from './imports-en.js';

/** Words of the pages on which files of matches are imported, in German. */
export const importsDe: ImportTexts = {
  lead: 'Übernimm Spiele aus einer Tabelle oder von einer anderen Plattform. Du ordnest die Spalten zu, siehst eine Vorschau und importierst dann.',
  file: 'Datei',
  fileWhy:
    'CSV, auch mit Semikolons oder Tabulatoren, oder die JSON Lines eines Exports; höchstens 32 MB. Noch wird nichts übernommen. Für größere Dateien gibt es den Befehl openladder import.',
  upload: 'Datei hochladen',
  noFile: 'Wähle zuerst eine Datei.',
  former: 'Bisherige Dateien',
  added: (count, shown) => `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} übernommen`,
  status: {
    UPLOADED: 'Spalten noch nicht gewählt',
    CHECKING: 'wird geprüft',
    CHECKED: 'geprüft',
    IMPORTING: 'wird übernommen',
    DONE: 'übernommen',
    CANCELLED: 'abgebrochen',
    FAILED: 'fehlgeschlagen',
  },
  kilobytes: (size) => `${size} kB`,
  megabytes: (size) => `${size} MB`,
  failed: 'Der Import ist fehlgeschlagen:',
  wasCancelled: 'Dieser Import wurde abgebrochen, und die Datei ist gelöscht. Was schon übernommen war, bleibt.',
  progress: 'Fortschritt',
  checking: 'Die ganze Datei wird geprüft. Noch wird nichts übernommen.',
  importing: (count, shown) =>
    count === 0
      ? 'Die Spiele werden übernommen.'
      : `${shown} ${count === 1 ? 'Spiel ist' : 'Spiele sind'} schon in der Liga.`,
  look: 'Fortschritt ansehen',
  cancel: 'Abbrechen',

  columns: 'Bedeutung der Spalten',
  columnsWhy:
    'Wähle unter dem Namen jeder Spalte, was sie bedeutet. Manches ist nach Namen und Inhalt vorgeschlagen. Mehrere Spalten können Teile einer Sache sein, etwa ein Tag und eine Uhrzeit oder die Spieler eines Teams.',
  chosen: 'Bisher:',
  firstRows: 'Die ersten Zeilen der Datei',
  missingRole: {
    players:
      'Wähle die Spalten der Spieler: „Seite 1: Spieler“ und „Seite 2: Spieler“, oder „Spiel der Zeile“ und „Spieler“, wenn jede Zeile ein Teilnehmer ist.',
    result:
      'Wähle die Spalten des Ergebnisses: die Punkte jeder Seite oder beider Seiten, „Wer gewann“ oder den Platz jedes Teilnehmers.',
    date: 'Wähle die Spalte des Datums oder gib unter „Die Datei enthält kein Datum“ an, wann das erste Spiel war.',
  },
  unused: '(nicht verwendet)',
  eachRowIsMatch: 'Wenn jede Zeile ein Spiel ist',
  eachRowIsParticipant: 'Wenn jede Zeile ein Teilnehmer ist',
  roles: {
    date: 'Datum oder Zeit',
    player1: 'Seite 1: Spieler',
    score1: 'Seite 1: Punkte',
    player2: 'Seite 2: Spieler',
    score2: 'Seite 2: Punkte',
    player3: 'Seite 3: Spieler',
    score3: 'Seite 3: Punkte',
    player4: 'Seite 4: Spieler',
    score4: 'Seite 4: Punkte',
    result: 'Punkte beider Seiten, etwa 2:1',
    winner: 'Wer gewann',
    won: 'Spieler, der gewann',
    lost: 'Spieler, der verlor',
    neutral: 'Auf neutralem Boden: ohne Rollen',
    id: 'ID des Spiels',
    match: 'Spiel der Zeile',
    player: 'Spieler',
    placement: 'Platz',
    score: 'Punkte des Spielers',
    side: 'Team oder geteiltes Auto: Gleicher Name ist eine Seite',
    sideScore: 'Punkte des Teams',
    minutes: 'Gespielte Minuten',
    guest: 'Ist ein Gast',
  },
  placeWords: 'Wörter in der Spalte der Plätze',
  placeWordsWhy: 'Wähle, was jedes Wort bedeutet. Wer den letzten Platz teilt, liegt hinter allen, die ins Ziel kamen.',
  placeWord: (word, count, shown) => (count === null ? `„${word}“` : `„${word}“ (${shown} Mal)`),
  placeMeanings: {
    usual: 'wie bei diesem Wort üblich',
    none: 'noch ohne Bedeutung: Das Spiel wird abgelehnt',
    last: 'nicht im Ziel, disqualifiziert oder aufgegeben: teilt den letzten Platz',
    out: 'nicht gestartet oder nicht qualifiziert: zählt in dem Spiel nicht mit',
  },
  placeCounts: {
    LAST: (count, shown, words) =>
      `${shown} ${count === 1 ? 'Teilnehmer kam nicht ins Ziel und teilt' : 'Teilnehmer kamen nicht ins Ziel und teilen'} im Spiel den letzten Platz: ${words}.`,
    OUT: (count, shown, words) =>
      `${shown} ${count === 1 ? 'Teilnehmer zählt in seinem Spiel nicht mit' : 'Teilnehmer zählen in ihrem Spiel nicht mit'}: ${words}.`,
  },
  dateFormat: 'Datumsformat',
  dateFormatWhy: 'Etwa DD.MM.YYYY oder MM/DD/YYYY hh:mm A. Leer: 2026-07-19, mit oder ohne Uhrzeit.',
  timeZone: 'Zeitzone der Datumsangaben',
  timeZoneWhy: 'Für Datum und Uhrzeit ohne Abstand zu UTC, zum Beispiel Europe/Berlin oder UTC.',
  winner: 'Wörter für den Sieger',
  winnerWhy:
    'Für eine Spalte, die sagt, wer gewann. Trenne mehrere Wörter mit Kommas. Lass die Felder leer, wenn dort der Name eines Spielers, die Nummer einer Seite, „draw“ oder ein Ergebnis wie 1-0 oder ½-½ steht.',
  first: 'Seite 1 gewann',
  second: 'Seite 2 gewann',
  draw: 'Unentschieden',
  sideRoles: 'Rollen der Seiten',
  sideRolesWhy:
    'In ihrer Reihenfolge und durch Kommas getrennt, etwa home, away oder white, black. Lass das Feld leer, wenn es keine Rollen gibt oder die Spiele schon ohne Rollen in der Liga sind.',
  noDates: 'Die Datei enthält kein Datum',
  noDatesWhy: 'Dann folgen die Spiele in der Reihenfolge der Zeilen aufeinander.',
  startAt: 'Erstes Spiel am',
  every: 'Zeit zwischen zwei Spielen',
  everyWhy: 'Etwa 90s, 1m, 2h oder 1d. Leer: eine Minute.',
  more: 'Mehr',
  missing: 'Werte, die „fehlt“ bedeuten',
  missingWhy: 'Mit Kommas getrennt. Leere Zellen und NA bedeuten das immer.',
  idPrefix: 'Präfix der IDs',
  idPrefixWhy: 'Für eine zweite Datei mit denselben IDs wie die erste.',
  mapping: 'Die Zuordnung als Text',
  mappingWhy: 'Ersetzt, was oben gewählt ist. Die Dokumentation zum Import erklärt sie.',
  jsonLines: 'Jede Zeile ist ein vollständiges Spiel, also gibt es keine Spalten zu wählen.',
  check: 'Was würde geschehen?',

  preview: 'Was geschehen würde',
  problem: 'So kann die Datei nicht übernommen werden:',
  wouldBeAdded: 'Neue Spiele',
  known: 'Schon in der Liga',
  refused: 'Abgelehnt',
  newPlayers: 'Neue Spieler',
  played: 'Gespielt',
  inZone: (zone) => `(Zeitzone ${zone}).`,
  outOfOrder: (count, shown) =>
    `${shown} ${count === 1 ? 'Spiel steht' : 'Spiele stehen'} nicht in zeitlicher Reihenfolge in der Datei. Der Import sortiert ${count === 1 ? 'es' : 'sie'}.`,
  westernLetters:
    'Die Buchstaben dieser Datei sind nicht in UTF-8. Sie wurden als Windows-1252 gelesen, das Tabellenprogramme in Westeuropa verwenden. Wenn Namen falsch aussehen, speichere die Datei als „CSV UTF-8“ und lade sie noch einmal hoch.',
  renamed: (count, shown) =>
    `${shown} ${count === 1 ? 'Name wird' : 'Namen werden'} im Spielernamen anders geschrieben:`,
  keptNames: 'Neue Spieler werden mit den Namen aus der Datei angezeigt, bis zu 40 Zeichen lang.',
  understood: 'Die ersten Spiele, wie sie gelesen wurden',
  when: 'Gespielt',
  id: 'ID',
  place: (place) => `Platz ${place}`,
  whoIsNew: (count) => `Neue Spieler (${count})`,
  whoIsNewWhy: 'Zwei Schreibweisen eines Namens ergeben zwei Spieler. Du kannst sie später zusammenführen.',
  refusedRows: {
    link: 'Abgelehnte Zeilen speichern (CSV)',
    why: 'Bei jeder steht ihre Nummer und der Grund. Berichtige die Zeilen und gib die Datei ab. Wenn Spiele ihre IDs von den Zeilennummern haben, gib unter „Mehr“ ein Präfix der IDs an.',
    name: 'abgelehnt',
    line: 'abgelehnte Zeile',
    reason: 'Grund der Ablehnung',
  },
  refusedByRule: 'Ablehnungen',
  wasRefusedByRule: 'Ablehnungen',
  field: 'Spalte',
  rule: 'Regel',
  lines: 'Zeilen',
  count: 'Anzahl',
  dateFormats: (formats) =>
    `Mit diesen Formaten ließen sich die abgelehnten Datumsangaben lesen: ${formats}. Wähle unten das richtige und prüfe noch einmal.`,
  start: (count, shown) => `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} übernehmen`,
  done: (count, shown) => `${shown} ${count === 1 ? 'Spiel wurde' : 'Spiele wurden'} übernommen.`,
  areWithdrawn: (count) => (count === 1 ? 'Es ist jetzt annulliert.' : 'Alle sind jetzt annulliert.'),
  replayed: (count, shown) =>
    `${shown} ${count === 1 ? 'war' : 'waren'} schon in der Liga und ${count === 1 ? 'bleibt' : 'bleiben'} unverändert.`,
  seeBoard: 'Zur Rangliste',

  undo: {
    title: 'Spiele dieses Imports annullieren',
    counting: (count, shown) =>
      `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} dieses Imports ${count === 1 ? 'zählt' : 'zählen'}.`,
    amended: (count, shown) =>
      `${shown} davon ${count === 1 ? 'wurde' : 'wurden'} seitdem korrigiert und ${count === 1 ? 'wird' : 'werden'} ebenfalls annulliert.`,
    withdrawn: (count, shown) =>
      `${shown} ${count === 1 ? 'ist' : 'sind'} schon annulliert und ${count === 1 ? 'bleibt' : 'bleiben'} es.`,
    why: 'Spiele, die schon vor dem Import in der Liga waren, bleiben unberührt. Spieler bleiben, ohne diese Spiele. Du kannst alles hier wiederherstellen, solange der Import unter den bisherigen Dateien steht; das sind die neuesten zehn.',
    plan: 'Vorschau',
    apply: (count, shown) => `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} annullieren`,
    restoreTitle: 'Annullierte Spiele wiederherstellen',
    restorable: (count, shown) =>
      `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} dieses Imports ${count === 1 ? 'wurde' : 'wurden'} zusammen annulliert.`,
    keepsIds:
      'Annullierte Spiele behalten ihre IDs. Wenn du eine korrigierte Datei mit denselben IDs übernehmen willst, gib unter „Mehr“ ein Präfix der IDs an.',
    restore: (count, shown) => `${shown} ${count === 1 ? 'Spiel' : 'Spiele'} wiederherstellen`,
    unknown:
      'Dieser Import begann mit einer früheren Version, die nicht festhielt, was er übernahm. Auf der Seite „Spiele“ kannst du Spiele wählen und annullieren.',
  },
};
