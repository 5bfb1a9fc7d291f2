import { adminDe } from './admin-de.js';
import { checksDe } from './checks-de.js';
import type { ConsoleTexts } from './console-en.js';
import { importsDe } from './imports-de.js';

/** Every word of the console, in German. */
export const consoleDe: ConsoleTexts = {
  ...adminDe,
  ...checksDe,
  imports: importsDe,
  title: 'Konsole',
  description: 'Hier werden Ligen verwaltet.',
  signedInAs: 'Angemeldet als',
  signOut: 'Abmelden',
  newLeague: 'Neue Liga',
  league: 'Liga',
  countPlayers: 'Spieler',
  private: 'privat',
  archivedShort: 'archiviert',
  withArchived: 'auch archivierte Ligen',
  seeOnSite: 'Auf der Website ansehen',
  archived: 'Diese Liga ist archiviert und bis zur Wiederherstellung schreibgeschützt.',
  refused: 'Es wurde nichts geändert:',
  required: 'erforderlich',
  reason: 'Grund',
  reasonWhy: 'Für das Änderungsprotokoll, in dem andere ihn lesen können.',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  unsent:
    'Du bist wieder angemeldet. Geändert ist noch nichts: Prüfe, was du geschrieben hast, und sende es noch einmal.',
  stale:
    'Das Spiel wurde geändert, nachdem du diese Seite geöffnet hast. Was du geschrieben hast, ist noch da: Sieh nach, was sich geändert hat, und sieh dir die Folgen noch einmal an.',
  since: (version) => `Geändert seit Fassung ${version}, die du gesehen hast`,
  changedSince: 'geändert, seit du es gewählt hast',
  notKept: 'Was du gesendet hast, ist nicht mehr aufbewahrt. Die Seite zeigt den jetzigen Stand.',
  yes: 'ja',
  no: 'nein',
  range: (lowest, highest) => [lowest, highest].filter(Boolean).join(', '),
  presets: 'Vorlagen',
  formRefused: 'Das Formular wurde nicht gesendet',
  foreignForm:
    'Dieses Formular wurde nicht von dieser Website aus gesendet. Öffne die Seite hier und sende es noch einmal.',
  oldForm: 'Dieses Formular gehört zu einer anderen Sitzung. Geh zurück, lade die Seite neu und sende es noch einmal.',

  signIn: {
    title: 'Anmelden',
    lead: 'Wer Ligen verwaltet, meldet sich mit einem Token an oder mit dem Link, den der erste Start des Dienstes ausgibt.',
    ended: 'Deine Sitzung ist beendet. Bitte melde dich neu an.',
    written: 'Deine Sitzung war beendet, bevor das Formular ankam. Melde dich neu an: Was du geschrieben hast, bleibt.',
    secret: 'Token oder Link',
    secretWhy: 'Ein Token beginnt mit ol_. Der Link gilt einmal und nur einen Tag lang.',
    send: 'Anmelden',
    lost: 'Token verloren? Dieser Befehl erzeugt auf dem Rechner des Dienstes ein neues:',
    refusal: {
      WRONG_SECRET:
        'Das ist kein gültiges Token, oder der Link wurde schon benutzt. Kopiere es noch einmal oder nimm dein Token.',
      NOT_AN_ADMIN:
        'Mit diesem Token lässt sich keine Liga verwalten. Es braucht das Recht league:admin oder platform:admin.',
      TOO_MANY: 'Aus deinem Netz kamen zu viele falsche Token. Bitte versuche es in einer Minute wieder.',
      READ_ONLY: 'Hier lässt sich gerade nichts ändern: Die Datenbank ist eine Reserve. Versuche es bei der primären.',
    },
  },

  done: {
    ...adminDe.adminDone,
    ...checksDe.checksDone,
    importWithdrawn: (matches) =>
      matches === '1'
        ? 'Ein Spiel ist annulliert. Unten kannst du es wiederherstellen.'
        : `${matches} Spiele sind annulliert. Unten kannst du sie wiederherstellen.`,
    importCancelled: (matches) =>
      `Der Import wurde abgebrochen, und die Datei ist gelöscht. ${matches === '0' ? 'Übernommen wurde nichts.' : matches === '1' ? 'Ein Spiel war schon übernommen und bleibt.' : `${matches} Spiele waren schon übernommen und bleiben.`}`,
    saved: 'Gespeichert.',
    created: 'Die Liga ist eröffnet.',
    moved: 'Die Liga hat eine neue Adresse. Die alte führt weiterhin zu ihr.',
    cancelled: 'Die Neuberechnung ist abgebrochen. Die Rangliste bleibt, wie sie ist.',
    amended: (version) =>
      `Das Spiel ist korrigiert: Dies ist Fassung ${version}. Um das rückgängig zu machen, stelle unten die vorige Fassung wieder her.`,
    putBack: (earlier, version) =>
      `Fassung ${earlier} des Spiels ist wiederhergestellt, nun als Fassung ${version}. Die Fassungen dazwischen bleiben unten in der Liste.`,
    withdrawn: (version) =>
      `Das Spiel ist mit Fassung ${version} annulliert. Um das rückgängig zu machen, stelle es unten wieder her.`,
    restored: (version) => `Das Spiel zählt wieder wie zuvor. Das ist jetzt Fassung ${version}.`,
    added: 'Das Spiel ist eingetragen.',
    recomputing: 'Die Korrektur wird im Hintergrund berechnet. Danach ändert sich die Rangliste.',
    configured:
      'Alle Spiele sind jetzt mit dem System und den Einstellungen unten gewertet. Um das rückgängig zu machen, wähle wieder die früheren: Sie stehen im Änderungsprotokoll.',
    recomputed: 'Alle Spiele sind neu gewertet.',
    archived: 'Die Liga ist archiviert. Um das rückgängig zu machen, stelle sie unten wieder her.',
    reopened: 'Die Liga ist wiederhergestellt.',
    deleted: 'Die Liga ist gelöscht.',
    signedOut: 'Du bist abgemeldet.',
  },

  tabs: {
    ...adminDe.adminTabs,
    integrity: 'Integrität',
    imports: 'Import',
    overview: 'Überblick',
    matches: 'Spiele',
    rating: 'Wertungssystem',
    settings: 'Einstellungen',
    archive: 'Archiv',
  },

  overview: {
    attention: 'Bitte ansehen',
    signals: (count: number, shown: string) =>
      count === 1 ? '1 Anzeichen abgesprochener Ergebnisse' : `${shown} Anzeichen abgesprochener Ergebnisse`,
    failedRecompute: 'Die neueste Neuberechnung ist fehlgeschlagen',
    notVerified: 'Diese Liga wurde noch nicht geprüft; der Dienst tut das jede Nacht.',
    recomputes: 'Neuberechnungen',
    noRecomputes:
      'Noch keine. Korrekturen, die länger dauern, werden im Hintergrund gewertet; hier siehst du, wie weit sie sind.',
    status: {
      QUEUED: 'Wartet',
      RUNNING: 'Läuft',
      DONE: 'Fertig',
      FAILED: 'Fehlgeschlagen',
      CANCELLED: 'Abgebrochen',
    },
    progress: 'Fortschritt',
    soFar: (done, total) => `${done} von ${total} Spielen.`,
    left: (seconds) => `Noch etwa ${seconds} Sekunden.`,
    requested: 'Angefordert',
    finished: 'Beendet',
    cancel: 'Abbrechen',
  },

  advice: {
    first: 'Die erste Liga eröffnen',
    questions: {
      who: {
        title: 'Wer spielt gegen wen?',
        answers: { DUELS: 'Zwei Spieler', TEAMS: 'Teams', RACES: 'Viele zugleich, wie in Rennen' },
      },
      scores: {
        title: 'Haben Ergebnisse Punktzahlen, die sagen, wie klar ein Sieg war?',
        answers: { NO: 'Nein', YES: 'Ja' },
      },
      want: {
        title: 'Was ist wichtiger?',
        answers: {
          FORESIGHT: 'Wertungen, die gut vorhersagen',
          SIMPLICITY: 'Änderungen, die jeder von Hand nachrechnen kann',
        },
      },
    },
    ask: 'Ein Wertungssystem empfehlen',
    recommended: (system: string, preset: string | null) =>
      preset === null ? `Wir empfehlen ${system}` : `Wir empfehlen ${system} mit der Voreinstellung „${preset}“`,
    take: 'Nehmen und weiter',
    reasons: {
      checkable: 'Seine Änderung ist eine kurze Formel aus den zwei Wertungen und dem Ergebnis.',
      duels:
        'Ohne Punktzahlen hat es 49.520 Fußballspiele am besten vorhergesagt, verglichen mit den Vorgaben der anderen (Log-Loss 0,569; Elo 0,578), und weiß, wie sicher jede Wertung ist. Wer lange nicht gespielt hat, kommt mit einer unsichereren zurück.',
      duelsWithScores:
        'Es hat 49.520 Fußballspiele und 12.261 Spiele American Football am besten vorhergesagt (Log-Loss 0,556 und 0,630, mit seinen Voreinstellungen 0,547 und 0,624; Elo 0,578 und 0,656). Ein Favorit, der knapp gewinnt, kann Punkte verlieren.',
      teams:
        'Ohne Punktzahlen hat es 17.886 Spiele von drei gegen drei am besten vorhergesagt, verglichen mit den Vorgaben der anderen (Log-Loss 0,598; Elo 0,604).',
      teamsWithScores:
        'Mit Punktzahlen hat es 17.886 Spiele von drei gegen drei am besten vorhergesagt (Log-Loss 0,578; ohne Punktzahlen 0,596).',
      races:
        'Es hat 1.160 Grands Prix am besten vorhergesagt (Log-Loss 1,74; Raten 3,03); an ihnen wurden seine Vorgaben gewählt. Erste Plätze zählen am meisten, Ausfälle wenig.',
    },
  },

  newPage: {
    choose:
      'Welches System soll die Spieler werten? Du kannst später andere an den Spielen deiner Liga vergleichen und wechseln.',
    all: 'Alle Wertungssysteme',
    other: 'Ein anderes wählen',
    sides: (fewest, most) =>
      most === null
        ? `${fewest} oder mehr Seiten`
        : fewest === most
          ? `${fewest} Seiten`
          : `${fewest} bis ${most} Seiten`,
    perSide: (fewest, most) =>
      most === null
        ? 'Spieler einzeln oder in Teams'
        : most === 1
          ? 'Spieler einzeln'
          : `${fewest === most ? fewest : `${fewest} bis ${most}`} Spieler je Seite`,
    slugWhy: 'Der Teil der Adresse, der die Liga bezeichnet. Leer: Er wird aus dem Namen gebildet.',
    timeZoneWhy: 'Um Mitternacht in dieser Zone enden die Tage der Liga, zum Beispiel Europe/Berlin.',
    settings: 'Einstellungen des Wertungssystems',
    settingsWhy: 'Die Vorgaben sind ein guter Anfang. Für ein leeres Feld gilt die Vorgabe.',
    unrankable: (matches, preset) =>
      `Mit diesen Einstellungen hat bei Rennen niemand einen Rang: Alle Wertungen von 10 Fahrern sind zu unsicher, selbst nach ${matches} Rennen.${preset ? ` Mit der Vorlage „${preset}“ gibt es Ränge.` : ' Wähle andere Einstellungen oder ein anderes Wertungssystem.'} Für Duelle ist nichts zu ändern.`,
    preview: 'Vorschau auf ein erstes Spiel',
    previewTitle: 'Ein erstes Spiel zwischen Neulingen',
    ifWins: (names) => `Wenn ${names} gewinnt`,
    matchesForRank: (count, shown) =>
      count === 1
        ? 'Spieler haben einen Rang, sobald ihre Wertung sicher genug ist. Je nach Wertungssystem ist das nach einem gewerteten Spiel so oder erst nach Dutzenden, in Rennen später als in Duellen.'
        : `Spieler sind vorläufig gewertet und ohne Rang auf der Rangliste, bis sie ${shown} gewertete Spiele haben.`,
    ifDraw: 'Wenn es unentschieden endet',
    create: 'Liga eröffnen',
    createAndImport: 'Liga eröffnen und Datei importieren',
  },

  plan: {
    title: 'Vorschau',
    nothing: 'Keine Wertung würde sich ändern.',
    nothingToday: 'Keine heutige Wertung würde sich ändern.',
    chart: 'Jede Linie geht von der jetzigen Wertung, bei 0, zu der, die es wäre.',
    atMatch: 'Gleich nach dem Spiel',
    peak: (values) => `Bestwert ${values}`,
    changes: (count, shown) => `Heute ${count === 1 ? 'ändert sich eine Wertung' : `ändern sich ${shown} Wertungen`}:`,
    more: (count) => `Und ${count} weitere, die sich weniger ändern.`,
    tiny: (count, shown) =>
      `${shown} ${count === 1 ? 'ändert' : 'ändern'} sich um weniger als einen Zehntelpunkt und ${count === 1 ? 'behält' : 'behalten'} den Rang.`,
    again: 'Vorschau aktualisieren',
  },

  matchForm: {
    title: 'Spiel korrigieren',
    playedAt: 'Gespielt am',
    side: (number) => `Seite ${number}`,
    placement: 'Platz',
    ended: 'Ausgang',
    statuses: {
      FINISHED: 'zu Ende gespielt',
      FORFEIT: 'aufgegeben',
      DID_NOT_FINISH: 'nicht zu Ende gespielt',
      DID_NOT_START: 'nicht angetreten',
      DISQUALIFIED: 'disqualifiziert',
    },
    playerNumber: (number) => `Spieler ${number}`,
    moreOfSide: 'Platz, Team, Minuten und mehr',
    ofPlayer: (label, number) => `${label}, Spieler ${number}`,
    team: 'Team',
    role: 'Rolle',
    rolePlaceholder: 'Heim',
    ownPoints: 'Eigene Punkte',
    minutes: 'Minuten',
    playersWhy: 'Nenne Spieler bei ihrem Spielernamen. Leere ein Feld, um einen Spieler aus dem Spiel zu nehmen.',
    newPlayers: 'Neue Spieler',
    newPlayersWhy:
      'Spielernamen von Leuten, die hier noch nie gespielt haben. Unbekannte Namen, die hier nicht stehen, werden abgelehnt, denn meist sind sie vertippt.',
    details: 'Details',
    weight: 'Gewicht',
    weightWhy: 'Wie viel das Spiel zählt: meist 1, und 2 für eines, das doppelt zählt.',
    detailsWhy: 'JSON, das mit dem Spiel angezeigt, aber nie gewertet wird, etwa {"map": "Dust"}.',
    plan: 'Vorschau',
    apply: 'Spiel korrigieren',
    withdraw: 'Spiel annullieren',
    withdrawWhy:
      'Ein annulliertes Spiel ändert keine Wertung, und jedes spätere wird ohne es gewertet. Du kannst es wiederherstellen.',
    planWithdraw: 'Vorschau',
    restore: 'Spiel wiederherstellen',
    planRestore: 'Vorschau',
    putBack: (version) => `Das Formular enthält Fassung ${version}. Die Vorschau zeigt, was sich dadurch ändert.`,
    putBackLink: 'Diese Fassung wiederherstellen',
  },

  newMatch: {
    title: 'Spiel eintragen',
    sides: 'Seiten',
    players: 'Spieler je Seite',
    resize: 'Formular ändern',
    lead: 'Ein Spiel, das vor anderen gespielt wurde, wird zeitlich eingeordnet, und die späteren werden neu gewertet.',
    leadReject: 'Diese Liga lehnt Spiele ab, die älter als ihr neuestes sind. So steht es in ihren Einstellungen.',
    unknownPlayer: (name, near) =>
      `Niemand in dieser Liga heißt „${name}“.${near.length > 0 ? ` Meinst du ${near.join(' oder ')}?` : ''} Wenn der Spieler neu ist, kreuze das Kästchen unten an.`,
    severalNamed: (name, handles) =>
      `Mehrere Spieler heißen „${name}“. Gib den Spielernamen des richtigen an: ${handles.join(', ')}.`,
    isNew: (name) => `Ja, ${name} ist neu`,
    sidesWhy:
      'Nenne Spieler bei ihrem Spieler- oder Anzeigenamen. Gib jeder Seite ihre Punkte; gleich viele sind ein Unentschieden. Wenn es keine Punkte gibt, klappe eine Seite auf und gib ihren Platz an: 1 ist der beste. Was du nicht brauchst, bleibt leer.',
    externalId: 'ID',
    externalIdWhy: 'Deine eigene ID für das Spiel, eindeutig in der Liga. Leer: Es wird eine gebildet.',
    send: 'Spiel eintragen',
  },

  ratingPage: {
    unrankable: (matches, preset) =>
      `Niemand hat einen Rang: Diesem Wertungssystem sind alle Wertungen zu unsicher, selbst nach ${matches} Spielen.${preset ? ` Mit seiner Vorlage „${preset}“ gibt es Ränge.` : ' Wähle andere Einstellungen oder ein anderes Wertungssystem.'}`,
    applyPreset: (preset) => `Vorlage „${preset}“ anwenden`,
    presetReason: (preset) => `Vorlage ${preset}, damit es Ränge gibt`,
    now: 'In Gebrauch',
    trouble: (message) => `Das Wertungssystem ist gestört: ${message}. Es wird automatisch neu gestartet.`,
    again: 'Alle Spiele neu werten',
    againWhy: 'Zum Beispiel nach einem Upgrade. Die Rangliste ändert sich, wenn alles gewertet ist.',
    compare: 'Vorhersagen vergleichen',
    compareWhy:
      'Jedes System sagt jedes Spiel der Liga voraus, bevor es das Spiel wertet. Je kleiner der Vorhersagefehler, desto besser. Ein Unterschied ist signifikant, wenn sein Intervall die 0 nicht enthält. Das dauert bis zu 30 Sekunden.',
    compareSend: 'Vergleichen',
    compared: (matches) => `Verglichen an ${matches} Spielen.`,
    system: 'System',
    loss: 'Vorhersagefehler',
    difference: 'Änderung',
    right: 'Richtig',
    present: 'in Gebrauch',
    defaults: 'mit Vorgaben',
    guess: 'nicht besser als geraten',
    misses: 'Chancen ungenau',
    calibration: 'Vorhergesagte und tatsächliche Ergebnisse',
    choose: 'Anderes System oder andere Einstellungen wählen',
    candidate: (title) => `Mit ${title} werten`,
    boards: 'Vergleich mit der aktuellen Rangliste',
    today: 'Heute',
    nobodyRanked: 'Niemand hat einen Rang: Alle Wertungen sind vorläufig.',
    wouldBe: 'Dann',
    plan: 'Vorschau',
    apply: 'Dieses Wertungssystem verwenden',
  },

  archive: {
    why: 'Eine archivierte Liga ist schreibgeschützt. Ihre Rangliste bleibt unverändert, und in Listen erscheint die Liga nicht. Du kannst sie wiederherstellen.',
    export: 'Die Liga exportieren',
    exportWhy:
      'Alle Spiele, die zählen, als Datei, und die Einstellungen. In eine Liga mit denselben Einstellungen importiert, ergeben die Spiele dieselben Wertungen. Das JSON der Einstellungen ist der Input von createLeague.',
    archive: 'Liga archivieren',
    restore: 'Liga wiederherstellen',
    delete: 'Liga endgültig löschen',
    deleteWhy: (matches) =>
      `Ihre ${matches} Spiele, Wertungen und ihr Änderungsprotokoll gehen endgültig verloren. Exportiere sie vorher, wenn du sie brauchst. Die Spieler bleiben auf der Plattform.`,
    confirm: (slug) => `Gib zur Bestätigung ${slug} ein`,
  },

  settings: {
    about: 'Über die Liga',
    name: 'Name',
    description: 'Beschreibung',
    descriptionWhy: 'Worum es in der Liga geht, höchstens 2.000 Zeichen.',
    visibility: 'Sichtbarkeit',
    public: 'öffentlich',
    private: 'nur mit einem Token für die Liga',
    matches: 'Spiele',
    openEntry: 'Spieler dürfen mit ihrem ersten Spiel beitreten',
    openEntryWhy: 'Sonst dürfen nur Spieler antreten, die du angemeldet hast.',
    lateMatches: 'Nachgereichte Spiele',
    lateMatchesWhy:
      'Ein Spiel ist nachgereicht, wenn ein später gespieltes der Liga schon gewertet ist. Zeitlich eingeordnet ändert es auch spätere Wertungen.',
    lateReplay: 'werden zeitlich eingeordnet',
    lateReject: 'werden abgelehnt',
    opensAt: 'Beginnt am',
    opensAtWhy: 'Früher gespielte Spiele werden abgelehnt. Leer: keine Grenze.',
    unfinished: 'Seiten, die nicht zu Ende gespielt haben',
    unfinishedWhy: 'Wie eine Seite gewertet wird, die nicht bis zum Ende gespielt hat.',
    statuses: {
      forfeit: 'Aufgegeben',
      didNotFinish: 'Nicht zu Ende gespielt',
      didNotStart: 'Nicht angetreten',
      disqualified: 'Disqualifiziert',
      nobodyFinished: 'Niemand zu Ende gespielt',
    },
    rules: { LAST: 'als Letzte', UNRATED: 'gar nicht', AS_PLACED: 'nach ihrem Platz' },
    board: 'Rangliste',
    minMatches: 'Spiele für einen Rang',
    minMatchesWhy: 'Wer weniger gewertete Spiele hat, hat noch keinen Rang.',
    activeWithin: 'Tage ohne Spiel',
    activeWithinWhy: 'Wer länger nicht spielt, verliert den Rang bis zum nächsten Spiel. Leer: nie.',
    timeZone: 'Zeitzone',
    timeZoneWhy: 'Um Mitternacht in dieser Zone enden die Tage der Liga, zum Beispiel Europe/Berlin.',
    queue: 'Warteschlange',
    queueWait: 'Längste Wartezeit in Sekunden',
    queueWaitWhy: 'Wie lange ein Spieler auf einen Gegner wartet.',
    queueBand: 'Größter Abstand von einem ausgeglichenen Spiel',
    queueBandWhy: 'Von 0 bis 0,5: Mit 0,2 sind Chancen von 0,3 bis 0,7 nahe genug.',
    address: 'Adresse',
    slug: 'Kürzel',
    slugWhy: 'Der Teil der Adresse, der die Liga bezeichnet: Kleinbuchstaben, Ziffern und Striche.',
    move: 'Adresse ändern',
  },
};
