import { type ApiRefusal, filled, isReason, type Parameters } from './refusal.js';

/** Sentences by rule, for those of the API and of this site, with the values that the rule has. */
export const REFUSALS_DE: Readonly<Record<string, string | ((parameters: Parameters) => string)>> = {
  // Texte
  EMPTY: '{field} darf nicht leer sein.',
  NAME_EMPTY: '{field} darf nicht leer sein, ist aber {value}.',
  MAX_LENGTH: '{field} muss höchstens {max} Zeichen lang sein, hat aber {length}.',
  NAME_MAX_LENGTH: '{field} muss höchstens {max} Zeichen lang sein, ist aber {value}.',
  MAX_CHARACTERS: '{field} muss höchstens {max} Zeichen haben, hat aber {length}.',
  MAX_BYTES: '{field} muss höchstens {max} Bytes lang sein, hat aber {length}.',
  SAFE_TEXT: '{field} darf keine Steuerzeichen und kein fehlerhaftes Unicode enthalten, ist aber {value}.',
  SAFE_NAME:
    '{field} darf keine Steuerzeichen, Zeilenumbrüche, Richtungszeichen und kein fehlerhaftes Unicode enthalten, ist aber {value}.',
  NO_INVISIBLE_CHARACTERS: '{field} darf keine unsichtbaren Zeichen enthalten, ist aber {value}.',
  VISIBLE_CHARACTER: '{field} muss ein sichtbares Zeichen enthalten, ist aber {value}.',
  LANGUAGE_TAG:
    '{field} muss ein Sprachkürzel mit höchstens {max} Zeichen sein, etwa "en" oder "de-AT", ist aber {value}.',

  // Zahlen
  RANGE: '{field} muss zwischen {min} und {max} liegen, ist aber {value}.',
  NUMBER_RANGE: '{field} muss zwischen {min} und {max} liegen, ist aber {value}.',
  WHOLE_NUMBER_RANGE: '{field} muss eine ganze Zahl von {min} bis {max} sein, ist aber {value}.',
  SECONDS: '{field} muss {min} bis {max} Sekunden sein, ist aber {value}.',
  GRACE: '{field} muss zwischen {min} und {max} liegen, ist aber {value}.',
  ABOVE: '{field} muss größer als {limit} und höchstens {max} sein, ist aber {value}.',
  GREATER: '{field} muss größer als {limit} und höchstens {max} sein, ist aber {value}.',
  NUMBER: '{field} muss eine Zahl sein, ist aber {value}.',
  WHOLE_NUMBER: '{field} muss eine ganze Zahl sein, ist aber {value}.',
  AT_LEAST: '{field} muss mindestens {min} sein, ist aber {value}.',
  JSON: '{field} muss JSON sein, etwa {"map": "Dust"}.',

  // Listen
  COUNT_MIN: 'Die Anzahl von {field} muss mindestens {min} sein, ist aber {count}.',
  COUNT_MAX: 'Die Anzahl von {field} muss höchstens {max} sein, ist aber {count}.',
  COUNT_RANGE: 'Die Anzahl von {field} muss zwischen {min} und {max} liegen, ist aber {count}.',
  COUNT_OF_ROLES: 'Die Anzahl von roles muss gleich der Anzahl der Seiten sein, {sides}, ist aber {count}.',
  ONE_OF: '{field} muss eines hiervon sein: {values}, ist aber {value}.',
  EVENTS_ONCE: 'Das Ereignis {value} steht zweimal in events.',
  NAMED_ELSEWHERE: 'Den Spieler {value} kannte eine andere Liga zuerst, darum kann dieses Token ihn nicht benennen.',
  PLAYER_ONCE: 'Der Spieler {value} ist zweimal genannt.',
  MATCH_ONCE: 'Die Spiele {first} und {second} der Liste sind dasselbe Spiel. Jedes darf nur einmal vorkommen.',

  // Zeiten
  TIME: '{field} muss ein Zeitpunkt mit Abstand zu UTC sein, etwa 2026-11-20T12:00:00Z, ist aber {value}.',
  IN_FUTURE: '{field} muss in der Zukunft liegen, ist aber {value}.',
  PLAYED_AT_REQUIRED: 'playedAt muss angegeben sein, fehlt aber.',
  TIME_ZONE: '{field} muss der IANA-Name einer Zeitzone sein, etwa Europe/Berlin, ist aber {value}.',
  DAYS_APART: 'from muss höchstens {max} Tage vor to liegen, ist aber {from}, und to ist {to}.',
  DAY: '{field} muss ein Tag sein, etwa 2026-11-22, ist aber {value}.',
  DAY_AND_TIME: '{field} muss ein Tag mit Uhrzeit sein, etwa 2026-11-22T18:30, ist aber {value}.',
  IN_TIME_ZONE: '{field} muss in einer Zeitzone wie Europe/Berlin sein, ist aber in {value}.',
  CLOCK_TIME: '{field} muss eine Uhrzeit sein, die es in {zone} an diesem Tag gibt, ist aber {value}.',

  // Was es geben muss
  CURSOR: '{field} muss eine Stelle dieser Liste sein, ist aber {value}.',
  EVENT_CURSOR: '{field} muss die Stelle eines Ereignisses dieser Liga sein, ist aber {value}.',
  LEAGUE_SLUG: 'league muss das Kürzel einer Liga sein, ist aber {value}.',
  LEAGUE_DELETED: 'Diese Liga ist gelöscht.',
  READABLE_ID: '{field} muss die ID von etwas sein, das du lesen darfst.',
  MATCH_ID: 'match muss die ID eines Spiels sein.',
  LEAGUE_MATCH_ID: 'match muss die ID eines Spiels der Liga {league} sein.',
  RECOMPUTE_ID: 'recompute muss die ID einer Neuberechnung sein.',
  TICKET_ID: 'ticket muss die ID eines Platzes in der Warteschlange sein.',
  COMPARISON_ID: 'comparison muss die ID eines Vergleichs der Liga {league} sein, der fertig ist.',
  WEBHOOK_ID: 'webhook muss die ID eines Webhooks sein, ist aber {value}.',
  DELIVERY_ID: 'delivery muss die ID einer Nachricht sein, die noch aufgehoben ist, ist aber {value}.',
  REVOCABLE_TOKEN_ID: 'token muss die ID eines Tokens sein, den du widerrufen darfst, ist aber {value}.',
  VALID_TOKEN_ID: 'token muss die ID eines gültigen Tokens sein, den du widerrufen darfst, ist aber {value}.',
  TOKEN_REVOKED: 'Dieser Token wurde am {at} widerrufen.',
  TOKEN_EXPIRED: 'Dieser Token ist am {at} abgelaufen.',
  PLAYER: '{field} muss der Spielername oder das Konto eines Spielers sein, ist aber {value}.',
  RATED_PLAYER:
    'player muss der Spielername oder das Konto eines Spielers sein, der in der Liga gewertet oder angemeldet ist, ist aber {value}.',
  FILTER_OF_PRESENT: '{argument} darf nicht angegeben sein, wenn {field} angegeben ist.',
  ORDER_OF_PRESENT: 'orderBy muss RATING sein, wenn {field} angegeben ist.',
  AROUND_OR_AFTER: 'around darf nicht angegeben sein, wenn after angegeben ist.',

  // Spielernamen und Konten
  HANDLE_LETTERS:
    '{field} muss aus Buchstaben, Ziffern und _ . - bestehen und mit einem Buchstaben, einer Ziffer oder _ beginnen, ist aber {value}.',
  HANDLE_PLAIN:
    '{field} darf weder Schriften mischen noch Zierformen von Buchstaben enthalten, die einen anderen Spielernamen nachahmen könnten, ist aber {value}.',
  HANDLE_OR_LINKED_ACCOUNT:
    '{field} muss ein Spielername sein, oder ein Konto, das mit einem Spieler verknüpft ist, ist aber {value}.',
  HANDLE_SCRIPT:
    '{field} muss in einer einzigen gebräuchlichen Schrift geschrieben sein, oder in lateinischer mit chinesischer, japanischer oder koreanischer, ist aber {value}.',
  HANDLE_EVERYDAY_LETTERS:
    '{field} muss aus gebräuchlichen Buchstaben bestehen, nicht aus Lautschrift oder alten wie {letter}, ist aber {value}.',
  HANDLE_DIGITS: '{field} muss die Ziffern einer einzigen Schrift haben, ist aber {value}.',
  HANDLE_STROKES: '{field} darf keine Striche durch die Buchstaben haben, ist aber {value}.',
  HANDLE_MARKS:
    '{field} darf höchstens vier Zeichen auf einem Buchstaben haben, und keines zweimal nacheinander, ist aber {value}.',
  LOOK_ALIKE: '{field} {value} sieht {other} zu ähnlich, dem Spielernamen eines anderen.',
  LOOK_ALIKE_JUST_TAKEN: '{field} {value} sieht einem Spielernamen zu ähnlich, der eben vergeben wurde.',
  ACCOUNT: '{field} muss ein Konto wie "discord:1234" sein, ist aber {value}.',
  ACCOUNT_PROVIDER:
    '{field} muss mit einem Anbieter aus 1 bis 32 Buchstaben a bis z, Ziffern und _ . - beginnen, ist aber {value}.',
  ACCOUNT_ID:
    '{field} muss nach dem Doppelpunkt eine ID aus 1 bis 128 Buchstaben, Ziffern und _ . : # @ + / = ~ - haben, ist aber {value}.',
  ACCOUNT_NOT_LINKED: 'Das Konto {value} ist mit keinem Spieler verknüpft.',
  ACCOUNT_NEEDS_LEAGUE: 'Der Spieler {value} war noch in keiner Liga, also kann kein Konto mit ihm verknüpft werden.',
  MAX_ACCOUNTS: 'player darf höchstens {max} Konten haben, aber {value} hätte {count}.',

  // Spieler
  NAMES_GIVEN: 'handle, displayName, country oder links muss angegeben sein, aber alle fehlen.',
  COUNTRY: '{field} muss das Kürzel eines Landes nach ISO 3166-1 sein, etwa SE, ist aber {value}.',
  LINK: '{field} darf nur https-Adressen benannter Server haben, ohne Leer- und Steuerzeichen, hat aber {value}.',
  LINK_NO_PASSWORD: '{field} darf keine Adresse mit Benutzername oder Passwort haben.',
  NAMED_PLAYER: 'Der Spieler {value} steht nicht in players.',
  REGISTERED: 'Der Spieler {value} ist nicht angemeldet, und diese Liga hat keinen freien Zugang.',
  CONFIRM_HANDLE: 'confirm muss der Spielername sein, {expected}, ist aber {value}.',
  CONFIRM_MERGED: 'confirmMerged muss die Namen der zusammengeführten Spieler nennen, {expected}, ist aber {value}.',
  HAS_PLAYED: 'Der Spieler {value} hat in dieser Liga nicht gespielt.',
  ANOTHER_PLAYER: 'into muss ein anderer Spieler als {value} sein.',
  MERGED_ALREADY: 'Der Spieler {value} ist schon mit einem anderen zusammengeführt.',
  INTO_MERGED: 'Der Spieler {value} ist mit einem anderen zusammengeführt, also kann into ihn nicht nennen.',
  HAS_MERGED: 'In {value} sind andere Spieler überführt. Trenne zuerst diese.',
  NOT_MERGED: 'Der Spieler {value} ist mit keinem anderen zusammengeführt.',
  PLAYED_EACH_OTHER:
    'Diese Spieler haben im Spiel {match} gegeneinander gespielt, also können sie nicht dieselbe Person sein.',

  // Spiele
  FORMAT_MIN: 'Die Anzahl von {field} muss für {ratingSystem} mindestens {min} sein, ist aber {count}.',
  FORMAT_EXACT: 'Die Anzahl von {field} muss für {ratingSystem} genau {exactly} sein, ist aber {count}.',
  FORMAT_RANGE: 'Die Anzahl von {field} muss für {ratingSystem} zwischen {min} und {max} liegen, ist aber {count}.',
  FORMAT_RANGE_PER_SIDE:
    'Die Anzahl von {field} je Seite muss für {ratingSystem} zwischen {min} und {max} liegen, ist aber {count}.',
  FORMAT_MIN_WITHOUT:
    'Die Anzahl von {field} muss für {ratingSystem} ohne {setting} mindestens {min} sein, ist aber {count}.',
  FORMAT_EXACT_WITHOUT:
    'Die Anzahl von {field} muss für {ratingSystem} ohne {setting} genau {exactly} sein, ist aber {count}.',
  FORMAT_RANGE_WITHOUT:
    'Die Anzahl von {field} muss für {ratingSystem} ohne {setting} zwischen {min} und {max} liegen, ist aber {count}.',
  PLACEMENTS: 'Entweder alle Seiten müssen einen Platz haben oder keine, aber {placed} von {sides} haben einen.',
  SCORE_MISSING: 'score muss angegeben sein, wenn die Seite keinen Platz hat, fehlt aber.',
  IN_MATCH_ALREADY: 'Der Spieler {value} kommt in diesem Spiel zweimal vor.',
  IN_MATCH_UNDER_OTHER_HANDLE: '{value} ist ein anderer Name eines Spielers dieses Spiels.',
  OPPONENT_ONCE: 'Der Gegner {value} ist zweimal genannt.',
  OPPONENT_ON_OTHER_SIDE: 'opponent muss ein Spieler einer anderen Seite sein, ist aber {value}.',
  DETAILS_OBJECT: 'details muss ein JSON-Objekt sein, ist aber {value}.',
  DETAILS_BYTES: 'details darf höchstens {max} Bytes JSON haben, hat aber {length}.',
  DETAILS_FINITE: 'Zahlen in details müssen endlich sein, aber eine ist {value}.',
  DETAILS_DEPTH: 'details darf höchstens {max} Ebenen tief sein, hat aber darunter {value}.',
  DETAILS_TEXT: 'details darf keine Nullzeichen und kein fehlerhaftes Unicode enthalten, enthält aber {value}.',
  AMENDMENT_GIVEN: 'playedAt, sides, weight oder details muss angegeben sein, aber alle fehlen.',
  NEW_PLAYER_TAKES_PART: 'newPlayers darf nur Teilnehmer des Spiels nennen, nennt aber {value}.',
  MAX_CONTRIBUTIONS:
    'matches darf höchstens {max} Beiträge haben, wenn die Antwort Beiträge enthält, hat aber {count}.',

  // Ligen und Tokens
  SLUG: 'slug muss aus 1 bis 64 Kleinbuchstaben, Ziffern und Strichen bestehen, mit Strichen nur im Innern, ist aber {value}.',
  CONFIRM_SLUG: 'confirm muss das Kürzel der Liga sein, {expected}, ist aber {value}.',
  QUEUE_NEEDS_PAIRS:
    'Die Liga {league} wertet keine Spiele zweier Spieler, also hat sie keine Warteschlange. {problem}',
  SCOPES_NEED_LEAGUES: 'leagues muss die Ligen nennen, für die die Rechte gelten, ist aber leer.',

  // Webhooks
  WEBHOOK_HTTPS: 'url muss eine Adresse mit https sein, ist aber {value}.',
  WEBHOOK_HTTPS_OR_ALLOWED:
    'url muss eine Adresse mit https sein, oder eine mit http in einem erlaubten Netz, ist aber {value}.',
  WEBHOOK_NO_PASSWORD: 'url darf keinen Benutzernamen und kein Passwort enthalten.',
  WEBHOOK_NO_FRAGMENT: 'url darf kein Fragment haben, ist aber {value}.',
  WEBHOOK_PUBLIC: 'url muss eine Adresse im öffentlichen Internet oder in einem erlaubten Netz sein, ist aber {value}.',

  // Vergleiche
  LEAGUE_HAS_NO_MATCH: 'Die Liga {league} hat noch kein gewertetes Spiel.',
  MAX_MATCHES:
    'Die Liga darf höchstens {max} Spiele haben, aber {league} hat {count}. Der Befehl openladder compare hat diese Grenze nicht.',
  MAX_SYSTEMS:
    'Die Anzahl von systems darf höchstens {max} sein, ist aber {count}. Der Befehl openladder compare hat diese Grenze nicht.',
  SHARES_TOGETHER: 'burnIn und heldOut dürfen zusammen höchstens {max} sein, sind aber {value}.',
  HELD_OUT_LEAVES_MATCHES: 'heldOut muss in jedem Teil ein Spiel übrig lassen, aber die Liga hat nur {count}.',
  HELD_OUT_ABOVE_ZERO: 'heldOut muss größer als 0 sein: Was nach allen Spielen gewählt ist, sieht an ihnen zu gut aus.',
  ONLY_SETTINGS: 'only muss Einstellungen von {ratingSystem} nennen ({known}), enthält aber {value}.',
  ONLY_EMPTY: 'only muss eine Einstellung nennen, ist aber leer.',
  RATER_FAILS_ON_MATCH: '{ratingSystem} scheitert an einem Spiel der Liga {league}.',

  // Importe
  LEAGUE_OR_CREATE:
    'league muss das Kürzel einer Liga sein, ist aber {value}. Mit --create <ratingSystem> wird sie angelegt.',
  SAME_RATING_SYSTEM:
    'Die Liga {league} wird schon von {ratingSystem} mit {settings} gewertet. Lass --create weg, oder nimm dasselbe Wertungssystem und dieselben Einstellungen.',
  DELIMITER: 'delimiter muss ein Zeichen und kein Anführungszeichen sein, ist aber {value}.',
  INTERVAL: 'every muss eine ganze Zahl mit ms, s, m, h oder d sein, etwa 90s, ist aber {value}.',
  START_WITH_DATES: 'startAt darf nicht angegeben sein, wenn die Datei eine Spalte mit Datum hat.',
  START_WITHOUT_DATES: 'startAt muss angegeben sein, wenn keine Spalte ein Datum hat.',
  MAPPING: 'mapping: {part} passt nicht (auf Englisch: {problem}, but has {value}).',
  DATE_FORMAT: ({ problem, value }) =>
    `dateFormat passt nicht, etwa wie DD.MM.YYYY, ist aber ${value} (auf Englisch: ${problem}).`,
  NO_COLUMNS:
    '{field} muss mit den Namen der Spalten beginnen, aber die ersten {kilobytes} kB haben keine solche Zeile.',
  MAX_COLUMNS: '{field} darf höchstens {max} Spalten haben, hat aber {count}.',
  FILE_EMPTY: 'Die Datei {name} ist leer.',
  FILE_SIZE: 'Die Datei darf höchstens {megabytes} MB haben, ist aber größer.',
  FILE_DELETED: 'Die Datei wurde gelöscht, während sie ankam. Schick sie noch einmal.',
  ROW_CELLS: 'Die Zeile muss für jede der {columns} Spalten der ersten Zeile eine Zelle haben, hat aber {count}.',
  MISSING_CELL: '{field} darf nicht fehlen, ist aber {value}.',
  ENCODING: '{field} muss Text in UTF-8 sein, ist aber {value}.',
  DECIMAL: '{field} muss eine Zahl sein, etwa 3 oder 2,5, ist aber {value}.',
  YES_OR_NO: '{field} muss true oder false, yes oder no, 1 oder 0 sein, ist aber {value}.',
  DATE: '{field} muss ein Datum wie 2026-07-19 sein, oder mit Uhrzeit wie 2026-07-19T20:00:00Z, ist aber {value}.',
  DATE_OR_FORMAT:
    '{field} muss ein Datum wie 2026-07-19 sein, wenn kein anderes Format angegeben ist, ist aber {value}.',
  DATE_AS_IN: '{field} muss ein Datum wie {format} sein, ist aber {value}.',
  PLACEMENT_OR_WORD:
    '{field} muss eine ganze Zahl ab 1 sein oder ein Wort, das die Zuordnung erklärt, wie in placement={field}(R=last), ist aber {value}.',
  POINTS_OF_SIDES: '{field} muss die Punkte von {sides} Seiten nennen, etwa 2:1 oder 1-0, ist aber {value}.',
  WINNER:
    '{field} muss der Name eines Spielers, die Nummer einer Seite von 1 bis {sides}, draw oder ein Ergebnis wie 1-0 sein, ist aber {value}.',
  ONE_LINE: '{field} muss ein Name in einer Zeile sein, ist aber {value}.',
  BECOMES_HANDLE:
    '{field} muss ein Name mit einem Buchstaben oder einer Ziffer und in einer einzigen Schrift sein, ist aber {value}.',
  IS_HANDLE:
    '{field} muss ein Spielername aus 1 bis 64 Buchstaben und Ziffern einer Schrift und _ . - sein, der nicht mit . oder - beginnt, ist aber {value}.',
  SHARED_HANDLE:
    '{field} darf keine verschiedenen Namen enthalten, die denselben Spielernamen ergeben, aber {names| und } ergeben {value}.',
  SAME_IN_SIDE: '{field} muss in allen Zeilen einer Seite gleich sein, ist aber {value} nach {before}.',
  SAME_IN_MATCH: '{field} muss in allen Zeilen eines Spiels gleich sein, ist aber {value} nach {before}.',
  ROWS_APART: 'Die Zeilen des Spiels {match} stehen nicht beieinander. Es beginnt in Zeile {line}.',
  MAX_ROWS: 'Das Spiel {match} darf höchstens {max} Zeilen haben, hat aber mehr.',
  AFTER_UNREADABLE_ROW: 'Zeile {line} ist nicht lesbar und gehört vielleicht zum selben Spiel.',
  LINE_VALUES: 'Die Zeile muss ein Spiel sein, hat aber mehr als {max} Werte.',
  JSON_OBJECT: '{field} muss ein JSON-Objekt sein, ist aber {value}.',
  MATCH_FIELDS: '{field} muss die Felder eines Spiels haben und keine anderen, hat aber {value}.',
  FIELD_REQUIRED: '{field} muss {property} haben, aber es fehlt.',
  FIELD_TYPE: '{field} muss vom Typ {type| oder } sein, ist aber {value}.',

  // Einstellungen
  RATING_SYSTEM: 'ratingSystem muss eines hiervon sein: {values}, ist aber {value}.',
  SETTINGS_OBJECT: 'settings muss ein Objekt sein, ist aber {value}.',
  SETTING_ABOVE: 'settings.{setting} muss größer als {limit} sein, ist aber {value}.',
  SETTING_MIN: 'settings.{setting} muss mindestens {min} sein, ist aber {value}.',
  SETTING_BELOW: 'settings.{setting} muss kleiner als {limit} sein, ist aber {value}.',
  SETTING_MAX: 'settings.{setting} muss höchstens {max} sein, ist aber {value}.',
  SETTING_TYPE: ({ setting, type, value }) =>
    `settings.${setting} muss ${TYPES[String(type)] ?? `vom Typ ${type}`} sein, ist aber ${value}.`,
  SETTING_ONE_OF: 'settings.{setting} muss eines hiervon sein: {values}, ist aber {value}.',
  SETTING_UNKNOWN: 'settings.{setting} ist keine Einstellung von {ratingSystem}; es gibt {known}.',
  SETTING_SCHEMA: 'settings.{setting} passt nicht zum Wertungssystem (auf Englisch: {problem}), ist aber {value}.',
  SETTING_OF_RATER: 'settings.{setting} passt nicht zu den anderen Einstellungen (auf Englisch: {problem}).',

  // Wann ein Spiel gespielt wurde
  EARLIEST_YEAR: 'playedAt muss im Jahr 1 oder später liegen, ist aber {value}.',
  NOT_IN_FUTURE: 'playedAt darf nicht mehr als {minutes} Minuten in der Zukunft liegen, ist aber {value}.',
  BEFORE_OPENING: 'playedAt darf nicht vor der Eröffnung der Liga am {opensAt} liegen, ist aber {value}.',
  REVISION_KEPT:
    'asKnownAt darf nicht vor {keptSince} liegen, weil frühere Stände der Liga {league} nicht aufgehoben sind, ist aber {value}.',
  LATE_MATCH:
    'playedAt darf nicht vor dem neuesten gewerteten Spiel am {newest} liegen, weil die Liga solche Spiele nicht annimmt, ist aber {value}.',

  // Was es schon gibt
  EXTERNAL_ID_USED: 'Die externe ID {externalId} wurde schon mit anderem Inhalt verwendet.',
  EXTERNAL_ID_USED_AT_SAME_TIME:
    'Die externe ID {externalId} wurde schon mit anderem Inhalt verwendet: mit demselben playedAt, aber anderen Seiten, anderem Gewicht oder anderen Einzelheiten.',
  EXTERNAL_ID_USED_AT_OTHER_TIME:
    'Die externe ID {externalId} wurde schon mit anderem Inhalt verwendet: playedAt war {before} und ist {now}.',
  KEY_USED: 'Dieses Formular wurde schon mit anderem Inhalt gesendet ({key}, {mutation}).',
  KEY_USED_FOR_OTHER: 'Der Schlüssel {key} wurde schon für etwas anderes verwendet: {mutation}.',
  SLUG_TAKEN: 'slug muss eindeutig sein, aber {value} ist schon vergeben.',
  HANDLE_TAKEN: 'Der Name {value} ist vergeben: Er ist ein jetziger oder früherer Name eines anderen Spielers.',
  ACCOUNT_TAKEN: 'Das Konto {value} gehört einem anderen Spieler.',
  NEVER_IN_LEAGUE:
    'Der Spieler {value} war noch nie in der Liga {league}, und kein bekannter Name ist ähnlich. Wenn der Spieler neu ist, nenne ihn in newPlayers.',
  NEVER_IN_LEAGUE_BUT_SIMILAR:
    'Der Spieler {value} war noch nie in der Liga {league}. Meinst du {similar| oder }? Wenn der Spieler neu ist, nenne ihn in newPlayers.',
  STALE_VERSION:
    'Das Spiel wurde geändert, seit diese Seite geladen wurde: Es hat jetzt die Version {version}, nicht {expected}. Sieh es dir noch einmal an.',

  // Was im Moment nicht geht
  ALREADY_RECOMPUTING: 'Die Liga {league} wird schon neu berechnet. Warte, bis das fertig ist, oder brich es ab.',
  RECOMPUTING: 'Die Liga {league} wird neu berechnet. Warte, bis das fertig ist, oder brich es ab.',
  PLAYER_RECOMPUTING:
    'Die Liga {league}, die den Spieler kennt, wird neu berechnet. Warte, bis das fertig ist, oder brich es ab.',
  LISTED_PLAYER_RECOMPUTING:
    'Die Liga {league}, die einen Spieler der Liste kennt, wird von einem Dienst neu berechnet. Halte den Dienst an, oder warte, bis das fertig ist.',
  CORRECTED_MEANWHILE: 'Die Liga {league} wurde inzwischen korrigiert. Versuche es noch einmal.',
  DRY_RUN_NOT_AWAITED: 'Die Verbindung endete, bevor die Probe fertig war.',
  CORRECTION_NOT_AWAITED: 'Die Verbindung endete, bevor die Korrektur fertig war.',
  MAX_DRY_RUNS: 'Es warten schon Proben von {max} Ligen. Versuche es, wenn einige fertig sind.',
  ALREADY_DRY_RUNNING: 'Für die Liga {league} läuft schon eine Probe. Versuche es, wenn sie fertig ist.',
  ALL_VOID: 'Alle diese Spiele sind schon annulliert.',
  NONE_VOID: 'Keines dieser Spiele ist annulliert.',
  MATCH_VOID: 'Das Spiel {match} ist annulliert und kann so nicht korrigiert werden. Stelle es zuerst wieder her.',
  PLAYER_ERASED: 'Der Spieler {value} ist gelöscht.',
  NOT_ARCHIVED: 'Die Liga {league} ist nicht archiviert. Archiviere sie, bevor du sie löschst.',
  ALREADY_ANALYSING: 'Die Liga {league} wird schon untersucht. Warte, bis das fertig ist, oder brich es ab.',
  ALREADY_COMPARING: 'Ein anderer Vergleich läuft. Versuche es, wenn er fertig ist.',
  COMPARISON_OF_OTHER_SYSTEM:
    'Der Vergleich enthält nicht das Wertungssystem, das die Liga {league} jetzt hat. Vergleiche noch einmal.',
  COMPARISON_WITHOUT_SLOPE:
    'Der Vergleich hat keine zurückbehaltenen Spiele oder keine Steigung gefunden. Vergleiche noch einmal.',
  MAX_WEBHOOKS: 'Die Liga {league} hat {count} Webhooks, und höchstens {max} sind erlaubt. Lösche zuerst einen.',
  WEBHOOK_DISABLED:
    'Der Webhook ist ausgeschaltet, und diese Nachricht wurde noch nicht angenommen. Schalte ihn ein, um sie zu senden.',
  IMPORT_DELETED: 'Der Import ist gelöscht.',
  IMPORT_AWAITS_NO_MAPPING: 'Der Import wartet auf keine Zuordnung, er ist {status}.',
  IMPORT_NOT_OVER: 'Der Import ist noch nicht zu Ende, er ist {status}.',
  IMPORT_NOT_RECORDED: 'Dieser Import begann, bevor festgehalten wurde, welche Spiele ein Import übernimmt.',
  IMPORT_NOT_CHECKED: 'Der Import muss erst geprüft werden, er ist {status}.',
  IMPORT_REFUSES_NOTHING_YET: 'Was der Import ablehnt, steht erst nach der Prüfung fest. Er ist {status}.',
  IMPORT_FILE_GONE: 'Die Datei des Imports ist gelöscht. Gib sie noch einmal ab.',
  IMPORT_REFUSED: 'Die Liga hat das Spiel beim Import abgelehnt. Der Bericht des Imports nennt die Regel.',
  IMPORT_HAS_PROBLEM: 'So kann die Datei nicht übernommen werden (auf Englisch: {problem}).',
  IMPORT_HAS_NO_MATCH: 'Die Datei hat kein Spiel, das die Liga annimmt.',
  IMPORT_CHECKED_AGAIN: 'Die Datei wurde inzwischen noch einmal geprüft. Sieh dir das Ergebnis an.',
  OTHER_CHECK:
    'Die Datei wurde inzwischen noch einmal geprüft: check muss {newest} sein, ist aber {value}. Sieh dir das Ergebnis an.',
  EXPECTED_MATCHES: 'Inzwischen würden {count} Spiele geändert, nicht {expected}. Sieh es dir noch einmal an.',
  ARCHIVED: 'Die Liga {league} ist seit {archivedAt} archiviert und kann nur gelesen werden.',
  QUEUE_FULL: 'In der Warteschlange der Liga {league} können höchstens {max} Spieler warten, und {count} tun es schon.',

  // Was ein Wertungssystem nicht kann
  UNRATABLE: '{ratingSystem} kann {count} der Spiele dieser Liga nicht werten: {matches}.',
  UNRATABLE_UNLESS_SET:
    '{ratingSystem} kann {count} der Spiele dieser Liga nicht werten: {matches}. Mit {setting} kann es das.',
  UNRATABLE_MATCH: 'Das Spiel {match} kann nicht gewertet werden. {problem}',
  UNRATABLE_WITH_ANY_SETTINGS:
    'Die Liga hat Spiele, die dieses Wertungssystem nicht werten kann (auf Englisch: {problem}).',
  RATER_FAILED: 'Das Wertungssystem konnte das Spiel nicht werten (auf Englisch: {problem}).',
  RATER_FAILED_ON_MATCH: 'Das Wertungssystem konnte das Spiel {match} nicht werten (auf Englisch: {problem}).',
  RATER_MISSING:
    'Die Liga {league} wird von {ratingSystem} gewertet, das nicht installiert ist. Ihre Wertungen können gelesen, aber nicht geändert werden.',

  // Kontingente
  LEAGUE_STORAGE:
    'Das Journal der Liga {league} hat {use} MB, und ihr Kontingent ist {quota} MB. Es kann nichts mehr gewertet werden, bis der Betreiber OPENLADDER_LEAGUE_STORAGE erhöht.',
  LEAGUE_WORK:
    'In dieser Stunde wurden {use} Zeilen der Liga {league} neu gewertet, und ihr Kontingent ist {quota}. Verspätete Spiele und Korrekturen werden ab {refillsAt} wieder angenommen.',
  TOKEN_WORK:
    'In dieser Stunde wurden wegen deines Tokens {use} Zeilen neu gewertet, und sein Kontingent ist {quota}. Verspätete Spiele und Korrekturen werden ab {refillsAt} wieder angenommen.',
  TOKEN_STORAGE:
    'An diesem Tag sind Journale wegen deines Tokens um {use} MB gewachsen, und sein Kontingent ist {quota} MB. Spiele und Korrekturen werden ab {refillsAt} wieder angenommen.',
};

/** Types of JSON in the words that follow „muss“. */
const TYPES: Readonly<Record<string, string>> = {
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  string: 'ein Text',
  boolean: 'true oder false',
};

/** A refusal in German, or in English if its rule has no German sentence. */
export function refusalDe({ rule, parameters, message }: ApiRefusal): string {
  const sentence = rule !== undefined && Object.hasOwn(REFUSALS_DE, rule) ? REFUSALS_DE[rule] : undefined;
  if (sentence === undefined) return message;
  const told = Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, isReason(value) ? refusalDe(value) : value]),
  );
  return typeof sentence === 'string' ? filled(sentence, told) : sentence(told);
}
