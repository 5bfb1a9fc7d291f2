/**
 * Every rule by which a request may be refused: its code, its name and its English sentence with the names of its parameters. Names and
 * parameters are a contract: clients branch on them and translate the sentences. Printed into schema/rules.json.
 *
 * In a sentence, `{names}` stands for a parameter, and `{names| or }` for the items of a list with that between them.
 */
export const RULES_BY_CODE = {
  BAD_INPUT: {
    // Texts
    EMPTY: '{field} must not be empty',
    NAME_EMPTY: '{field} must not be empty, but is {value}',
    MAX_LENGTH: '{field} must be at most {max} characters long, but has {length}',
    NAME_MAX_LENGTH: '{field} must be at most {max} characters long, but is {value}',
    MAX_CHARACTERS: '{field} must have at most {max} characters, but has {length}',
    MAX_BYTES: '{field} must be at most {max} bytes long, but has {length}',
    SAFE_TEXT: '{field} must not contain control characters or broken Unicode, but is {value}',
    SAFE_NAME:
      '{field} must not contain control characters, line breaks, direction marks or broken Unicode, but is {value}',
    NO_INVISIBLE_CHARACTERS: '{field} must not contain invisible characters, but is {value}',
    VISIBLE_CHARACTER: '{field} must contain a visible character, but is {value}',
    LANGUAGE_TAG:
      '{field} must be a language tag of at most {max} characters, for example "en" or "de-AT", but is {value}',

    // Numbers
    RANGE: '{field} must be {min} to {max}, but is {value}',
    NUMBER_RANGE: '{field} must be a number from {min} to {max}, but is {value}',
    WHOLE_NUMBER_RANGE: '{field} must be a whole number from {min} to {max}, but is {value}',
    SECONDS: '{field} must be {min} to {max} seconds, but is {value}',
    GRACE: '{field} must be from {min} to {max}, but is {value}',
    ABOVE: '{field} must be above {limit} and at most {max}, but is {value}',
    GREATER: '{field} must be a number greater than {limit} and at most {max}, but is {value}',

    // Lists
    COUNT_MIN: 'number of {field} must be {min} or more, but is {count}',
    COUNT_MAX: 'number of {field} must be at most {max}, but is {count}',
    COUNT_RANGE: 'number of {field} must be {min} to {max}, but is {count}',
    COUNT_OF_ROLES: 'number of roles must equal the number of sides, {sides}, but is {count}',
    ONE_OF: '{field} must be one of {values}, but is {value}',
    EVENTS_ONCE: 'Event {value} is listed twice in events.',
    NAMED_ELSEWHERE: 'Player {value} cannot be named by this token: another league knew them first.',
    PLAYER_ONCE: 'Player {value} is named twice.',
    MATCH_ONCE: 'matches {first} and {second} of the list are the same match; list each match once',

    // Times
    TIME: '{field} must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z, but is {value}',
    IN_FUTURE: '{field} must be in the future, but is {value}',
    PLAYED_AT_REQUIRED: 'playedAt is required, but missing',
    TIME_ZONE: '{field} must be the IANA name of a time zone, such as Europe/Berlin, but is {value}',
    DAYS_APART: 'from must be at most {max} days before to, but they are {from} and {to}',

    // Things that must exist
    CURSOR: '{field} must be a cursor of this list, but is {value}',
    EVENT_CURSOR: '{field} must be the cursor of an event of this league, but is {value}',
    LEAGUE_SLUG: 'league must be the slug of a league, but is {value}',
    LEAGUE_DELETED: 'The league has been deleted.',
    READABLE_ID: '{field} must be the id of an object that you may read',
    MATCH_ID: 'match must be the id of a match, which is not its externalId, but is {value}',
    LEAGUE_MATCH_ID: 'match must be the id of a match in league {league}, which is not its externalId, but is {value}',
    RECOMPUTE_ID: 'recompute must be the id of a recompute, but is {value}',
    TICKET_ID: 'ticket must be the id of a queue ticket, but is {value}',
    COMPARISON_ID: 'comparison must be the id of a finished comparison of league {league}, but is {value}',
    WEBHOOK_ID: 'webhook must be the id of a webhook, but is {value}',
    DELIVERY_ID: 'delivery must be the id of a message that is still stored, but is {value}',
    REVOCABLE_TOKEN_ID: 'token must be the id of a token that you may revoke, but is {value}',
    VALID_TOKEN_ID: 'token must be the id of a valid token that you may revoke, but is {value}',
    TOKEN_REVOKED: 'This token was revoked at {at}.',
    TOKEN_EXPIRED: 'This token expired at {at}.',
    OUTLIVES: 'Your token expires at {at}, so it cannot give you the secret of one that lasts longer.',
    PLAYER: '{field} must be the handle or account of a player, but is {value}',
    RATED_PLAYER:
      'player must be the handle or account of a player who is rated or registered in the league, but is {value}',
    AROUND_OR_AFTER: 'around must be omitted if after is given',
    FILTER_OF_PRESENT: '{argument} must be omitted if {field} is given',
    ORDER_OF_PRESENT: 'orderBy must be RATING if {field} is given',

    // Handles and accounts
    HANDLE_LETTERS:
      '{field} must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is {value}',
    HANDLE_PLAIN:
      '{field} must not mix scripts or use stylistic forms of letters, which could imitate another handle, but is {value}',
    HANDLE_OR_LINKED_ACCOUNT:
      '{field} must be a handle, or an account that is linked to a player, but is {value}; in submitMatches, displayName or proposedHandle beside it brings in a new player',
    HANDLE_SCRIPT:
      '{field} must be written in one script in everyday use, or in Latin with Chinese, Japanese or Korean, but is {value}',
    HANDLE_EVERYDAY_LETTERS:
      '{field} must consist of letters in everyday use, not phonetic or historic ones such as {letter}, but is {value}',
    HANDLE_DIGITS: '{field} must use the digits of one script only, but is {value}',
    HANDLE_STROKES: '{field} must not contain letters with added strokes, but is {value}',
    HANDLE_MARKS: '{field} must have at most four marks on a letter, and no mark twice in a row, but is {value}',
    LOOK_ALIKE: "{field} {value} looks too much like {other}, another player's handle",
    LOOK_ALIKE_JUST_TAKEN: '{field} {value} looks too much like a handle that was just taken',
    ACCOUNT: '{field} must be an account such as "discord:1234", but is {value}',
    ACCOUNT_PROVIDER: '{field} must begin with a provider of 1 to 32 letters a to z, digits and _ . -, but is {value}',
    ACCOUNT_ID:
      '{field} must have an id of 1 to 128 letters, digits and _ . : # @ + / = ~ - after the colon, but is {value}',
    ACCOUNT_NOT_LINKED: 'Account {value} is not linked to a player.',
    ACCOUNT_NEEDS_LEAGUE: 'Player {value} has not been in any league yet, so no account can be linked to them.',
    MAX_ACCOUNTS: 'player must have at most {max} accounts, but {value} would have {count}',

    // Players
    NAMES_GIVEN: 'handle, displayName, country or links must be given, but all are missing',
    COUNTRY: '{field} must be the code of a country by ISO 3166-1, such as SE, but is {value}',
    LINK: '{field} must have https addresses of hosts by name, without blanks and control characters, but has {value}',
    LINK_NO_PASSWORD: '{field} must have no address with a user name or a password',
    NAMED_PLAYER: 'Player {value} is not listed in players.',
    REGISTERED: 'Player {value} is not registered, and this league has no open entry.',
    CONFIRM_HANDLE: "confirm must be the player's handle, {expected}, but is {value}",
    CONFIRM_MERGED: 'confirmMerged must list the handles that are merged into the player, {expected}, but is {value}',
    HAS_PLAYED: 'Player {value} has not played in this league.',
    ANOTHER_PLAYER: 'into must be a player other than {value}',
    MERGED_ALREADY: 'Player {value} is already merged into another player.',
    INTO_MERGED: 'Player {value} is merged into another player, so into cannot name them.',
    HAS_MERGED: 'Other players are merged into {value}. Unmerge them first.',
    NOT_MERGED: 'Player {value} is not merged into another player.',
    PLAYED_EACH_OTHER: 'These players played each other in match {match}, so they cannot be the same person.',

    // Matches
    FORMAT_MIN: 'number of {field} must be {min} or more for {ratingSystem}, but is {count}',
    FORMAT_EXACT: 'number of {field} must be exactly {exactly} for {ratingSystem}, but is {count}',
    FORMAT_RANGE: 'number of {field} must be {min} to {max} for {ratingSystem}, but is {count}',
    FORMAT_RANGE_PER_SIDE: 'number of {field} must be {min} to {max} per side for {ratingSystem}, but is {count}',
    FORMAT_MIN_WITHOUT: 'number of {field} must be {min} or more for {ratingSystem} without {setting}, but is {count}',
    FORMAT_EXACT_WITHOUT:
      'number of {field} must be exactly {exactly} for {ratingSystem} without {setting}, but is {count}',
    FORMAT_RANGE_WITHOUT:
      'number of {field} must be {min} to {max} for {ratingSystem} without {setting}, but is {count}',
    PLACEMENTS: 'either all sides or none must have a placement, but {placed} of {sides} have one',
    SCORE_MISSING: 'score is required for a side without a placement, but missing',
    IN_MATCH_ALREADY: 'Player {value} appears twice in this match.',
    IN_MATCH_UNDER_OTHER_HANDLE: '{value} is the same player as {other}, who is in this match already.',
    OPPONENT_ONCE: 'Opponent {value} is named twice.',
    OPPONENT_ON_OTHER_SIDE: 'opponent must be a player on another side, but is {value}',
    DETAILS_OBJECT: 'details must be a JSON object, but is {value}',
    DETAILS_BYTES: 'details must be at most {max} bytes of JSON, but has {length}',
    DETAILS_FINITE: 'details must contain finite numbers only, but one is {value}',
    DETAILS_DEPTH: 'details must be nested at most {max} levels deep, but contains {value} below that',
    DETAILS_TEXT: 'details must not contain null characters or broken Unicode, but contains {value}',
    AMENDMENT_GIVEN: 'playedAt, sides, weight or details must be given, but all are missing',
    NEW_PLAYER_TAKES_PART: 'newPlayers must name participants of sides only, but names {value}',
    MAX_CONTRIBUTIONS: 'matches must have at most {max} contributions if the response includes them, but have {count}',

    // Leagues and tokens
    PICTURE_ENCODING: 'picture must be a file in Base64, but begins with {value}',
    PICTURE_TYPE: 'picture must be a PNG, JPEG or WebP file, but begins with {value}',
    PICTURE_SIZE:
      'picture must be {min} to {max} pixels wide and as many high, but is {width} pixels wide and {height} high',
    SLUG: 'slug must be 1 to 64 lower-case letters, digits and inner dashes, but is {value}',
    CONFIRM_SLUG: 'confirm must be the slug of the league, {expected}, but is {value}',
    QUEUE_NEEDS_PAIRS: 'League {league} does not rate matches of two players, so it has no queue: {problem}',
    OWN_ACTOR: '{field} must not be a name that the service itself has in the audit log, but is {value}',
    SCOPES_NEED_LEAGUES: 'leagues must name the leagues to which the scopes apply, but is empty',

    // Webhooks
    WEBHOOK_HTTPS:
      'url must be an https URL, but is {value}. The operator can allow http in networks of their own by OPENLADDER_WEBHOOK_ALLOW.',
    WEBHOOK_HTTPS_OR_ALLOWED: 'url must be an https URL, or an http URL of an allowed network, but is {value}',
    WEBHOOK_NO_PASSWORD: 'url must not contain a user name or a password',
    WEBHOOK_NO_FRAGMENT: 'url must not have a fragment, but is {value}',
    WEBHOOK_PUBLIC: 'url must be a URL of the public Internet or of an allowed network, but is {value}',

    // Comparisons
    LEAGUE_HAS_NO_MATCH: 'League {league} has no rated match yet.',
    MAX_MATCHES:
      'league must have at most {max} matches, but {league} has {count}; `openladder compare` has no such limit',
    MAX_SYSTEMS: 'number of systems must be at most {max}, but is {count}; `openladder compare` has no such limit',
    SHARES_TOGETHER: 'burnIn and heldOut must be at most {max} together, but are {value}',
    HELD_OUT_LEAVES_MATCHES: 'heldOut must leave at least one match in each part, but the league has {count} in all',
    HELD_OUT_ABOVE_ZERO:
      'heldOut must be more than 0, because settings chosen on all matches look better on them than they are',
    ONLY_SETTINGS: 'only must name settings of {ratingSystem} ({known}), but names {value}',
    ONLY_EMPTY: 'only must name a setting, but is empty',
    RATER_FAILS_ON_MATCH: '{ratingSystem} fails on a match of league {league}: {problem}',

    // Imports
    LEAGUE_OR_CREATE:
      'league must be the slug of an existing league, but is {value}; use --create <ratingSystem> to create it',
    SAME_RATING_SYSTEM:
      'League {league} is already rated by {ratingSystem} with {settings}. Omit --create, or use the same rating system and settings.',
    SAME_STATUS_RULES:
      'League {league} already rates sides that did not finish by the statusRules {rules}. Omit --create, or use the same statusRules.',
    DELIMITER: 'delimiter must be one character other than a quotation mark, but is {value}',
    INTERVAL: 'every must be a whole number with ms, s, m, h or d, such as 90s, but is {value}',
    START_WITH_DATES: 'startAt must be omitted if the file has a column of dates',
    START_WITHOUT_DATES: 'startAt is required if no column contains dates',
    MAPPING: 'mapping {part} {problem}, but has {value}',
    DATE_FORMAT: 'dateFormat {problem}, as in DD.MM.YYYY, but is {value}',
    NO_COLUMNS: '{field} must begin with the names of its columns, but the first {kilobytes} kB contain no such line',
    MAX_COLUMNS: '{field} must have at most {max} columns, but has {count}',
    FILE_EMPTY: 'File {name} is empty.',
    FILE_WORKBOOK:
      'File {name} is a workbook of a spreadsheet program or an archive, not a text. Save its sheet as CSV, and upload that.',
    FILE_SIZE: 'file must be at most {megabytes} MB, but is larger',
    IMPORT_SIZE:
      'file must be at most {megabytes} MB, but is larger. Import it on the computer of the service: openladder import <league> <file>',
    FILE_DELETED: 'The file was deleted during the upload. Upload it again.',

    // Rows and matches of files: {field} is a column, or a field of a match of JSON Lines
    ROW_CELLS: 'row must have a cell for each of the {columns} columns of the header, but has {count}',
    MISSING_CELL: '{field} must not be missing, but is {value}',
    ENCODING: '{field} must be text in UTF-8, but is {value}',
    DECIMAL: '{field} must be a number such as 3 or 2.5, but is {value}',
    UNCLEAR_NUMBER: '{field} must be a number that can be read in one way, but {value} may have decimals or thousands',
    AT_LEAST: '{field} must be at least {min}, but is {value}',
    YES_OR_NO: '{field} must be true or false, yes or no, 1 or 0, but is {value}',
    DATE: '{field} must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z, but is {value}',
    DATE_OR_FORMAT:
      '{field} must be a date such as 2026-07-19, unless another format of dates is given, but is {value}',
    DATE_AS_IN: '{field} must be a date as in {format}, but is {value}',
    PLACEMENT_OR_WORD:
      '{field} must be a whole number from 1, or a word that the mapping defines, as in placement={field}(R=last), but is {value}',
    POINTS_OF_SIDES: '{field} must be the points of {sides} sides, such as 2:1 or 1-0, but is {value}',
    WINNER:
      "{field} must be the name of a side or of one of its players, a side's number from 1 to {sides}, draw, or points such as 1-0, but is {value}",
    NAMES_BETWEEN: '{field} must have a name on both sides of each {separator}, but is {value}',
    ONE_LINE: '{field} must be a name on one line, but is {value}',
    BECOMES_HANDLE:
      '{field} must be a name that can become a handle: with a letter or digit, and in one script, but is {value}',
    IS_HANDLE:
      '{field} must be a handle: 1 to 64 letters and digits of one script and _ . - only, not beginning with . or -, but is {value}',
    SHARED_HANDLE: '{field} must not contain different names that make one handle, but {names| and } all make {value}',
    SAME_IN_SIDE: '{field} must be the same in all rows of a side, but is {value} after {before}',
    SAME_IN_MATCH: '{field} must be the same in all rows of a match, but is {value} after {before}',
    ROWS_APART: 'Rows of match {match} are not next to each other. It begins on line {line}.',
    MAX_ROWS: 'number of rows of match {match} must be at most {max}, but is larger',
    AFTER_UNREADABLE_ROW: 'Line {line} cannot be read, and may belong to the same match.',
    LINE_VALUES: 'line must be one match, but has more than {max} values',
    JSON_OBJECT: '{field} must be a JSON object, but is {value}',
    MATCH_FIELDS: '{field} must have the fields of a match and no others, but has {value}',
    FIELD_REQUIRED: '{field} must have {property}, but it is missing',
    FIELD_TYPE: '{field} must be of type {type| or }, but is {value}',
  },
  BAD_SETTINGS: {
    RATING_SYSTEM: 'ratingSystem must be one of {values}, but is {value}',
    SETTINGS_OBJECT: 'settings must be an object, but is {value}',
    SETTING_ABOVE: 'settings.{setting} must be > {limit}; received {value}',
    SETTING_MIN: 'settings.{setting} must be >= {min}; received {value}',
    SETTING_BELOW: 'settings.{setting} must be < {limit}; received {value}',
    SETTING_MAX: 'settings.{setting} must be <= {max}; received {value}',
    SETTING_TYPE: 'settings.{setting} must be {type}; received {value}',
    SETTING_ONE_OF: 'settings.{setting} must be one of {values}; received {value}',
    SETTING_UNKNOWN: 'settings.{setting} is not a setting of {ratingSystem} (which has {known}); received {value}',
    SETTING_SCHEMA: 'settings.{setting} {problem}; received {value}',
    SETTING_OF_RATER: 'settings.{setting} {problem}',
  },
  OUT_OF_WINDOW: {
    EARLIEST_YEAR: 'playedAt must be in year 1 or later, but is {value}',
    NOT_IN_FUTURE: 'playedAt must not be more than {minutes} minutes in the future, but is {value}',
    BEFORE_OPENING: "playedAt must not be before the league's opening at {opensAt}, but is {value}",
    REVISION_KEPT:
      'asKnownAt must not be before {keptSince}, because earlier revisions of league {league} are not stored, but is {value}',
  },
  LATE_MATCH: {
    LATE_MATCH: 'playedAt must not be before the newest rated match at {newest}, but is {value}',
  },
  IDEMPOTENCY_MISMATCH: {
    EXTERNAL_ID_USED: 'externalId {externalId} was already submitted with different content',
    EXTERNAL_ID_USED_AT_SAME_TIME:
      'externalId {externalId} was already submitted with different content: the same playedAt, but other sides, weight or details',
    EXTERNAL_ID_USED_AT_OTHER_TIME:
      'externalId {externalId} was already submitted with different content: playedAt was {before}, and is {now}',
    KEY_USED: 'Idempotency-Key {key} was already used with another input of {mutation}',
    KEY_USED_FOR_OTHER: 'Idempotency-Key {key} was already used with {mutation}',
  },
  TAKEN: {
    SLUG_TAKEN: 'slug must be unique, but {value} is taken',
    HANDLE_TAKEN: "Handle {value} is taken: it is another player's current or former handle.",
    ACCOUNT_TAKEN: 'Account {value} belongs to another player.',
  },
  UNKNOWN_PLAYER: {
    NEVER_IN_LEAGUE:
      'Player {value} has never been in league {league}, and no known handle is similar. If the player is new, name them in newPlayers.',
    NEVER_IN_LEAGUE_BUT_SIMILAR:
      'Player {value} has never been in league {league}. Did you mean {similar| or }? If the player is new, name them in newPlayers.',
  },
  STALE_VERSION: {
    STALE_VERSION: "expectedVersion must be the match's version, {version}, but is {expected}",
  },
  CONFLICT: {
    ALREADY_RECOMPUTING: 'League {league} is already recomputing. Wait for it to finish, or cancel it.',
    RECOMPUTING: 'League {league} is recomputing. Wait for it to finish, or cancel it.',
    PLAYER_RECOMPUTING: 'A league of this player, {league}, is recomputing. Wait for it to finish, or cancel it.',
    LISTED_PLAYER_RECOMPUTING:
      'A league of a listed player, {league}, is being recomputed by a service. Stop the service, or wait for the recompute to finish.',
    CORRECTED_MEANWHILE: 'League {league} was corrected in the meantime. Send the dry run again.',
    DRY_RUN_NOT_AWAITED: 'The client disconnected during the dry run.',
    CORRECTION_NOT_AWAITED: 'The client disconnected during the correction.',
    MAX_DRY_RUNS: 'Dry runs of {max} leagues are already waiting. Try again when some are done.',
    ALREADY_DRY_RUNNING: 'League {league} already has a dry run in progress. Try again when it is done.',
    ALL_VOID: 'All of these matches are void already.',
    NONE_VOID: 'None of these matches is void.',
    AMENDED_ALREADY: 'Match {match} is already as the amendment would make it.',
    MATCH_VOID: 'Match {match} is void. Restore it before you amend it.',
    PLAYER_ERASED: 'Player {value} has been erased.',
    NOT_ARCHIVED: 'League {league} is not archived. Archive it before you delete it.',
    ALREADY_ANALYSING: 'League {league} already has an analysis running. Wait for it to finish, or cancel it.',
    ALREADY_COMPARING: 'Another comparison is running. Try again when it is done.',
    COMPARISON_OF_OTHER_SYSTEM:
      'The comparison does not include the rating system that league {league} has now. Compare again.',
    COMPARISON_WITHOUT_SLOPE: 'The comparison has no held-out matches or no fitted slope. Compare again.',
    MAX_WEBHOOKS: 'League {league} has {count} webhooks, and at most {max} are allowed. Delete one first.',
    WEBHOOK_DISABLED:
      'The webhook is disabled, and this message was not accepted yet. Enable the webhook with enableWebhook to send it.',
    IMPORT_DELETED: 'The import has been deleted.',
    IMPORT_AWAITS_NO_MAPPING: 'The import is {status}, so it takes no mapping.',
    IMPORT_NOT_OVER: 'The import is {status}, so it is not over yet.',
    IMPORT_NOT_RECORDED: 'This import began before the service recorded which matches an import adds.',
    IMPORT_NOT_CHECKED: 'The import is {status}, so it cannot start: it must be checked first.',
    IMPORT_REFUSES_NOTHING_YET:
      'The import is {status}, so nothing is known of refused rows: it must be checked first.',
    IMPORT_FILE_GONE: 'The file of the import is deleted. Upload it again.',
    IMPORT_REFUSED: 'The league refused the match when the file was imported. The report of the import names the rule.',
    IMPORT_HAS_PROBLEM: 'The file has a problem: {problem}',
    IMPORT_HAS_NO_MATCH: 'The file has no match that the league accepts.',
    IMPORT_CHECKED_AGAIN: 'The file was checked again in the meantime. Look at the new report.',
    OTHER_CHECK:
      'check must be the check of the newest report, {newest}, but is {value}; the file was checked again in the meantime',
    EXPECTED_MATCHES: 'expectedMatches must be the number of matches that change, {count}, but is {expected}',
  },
  ARCHIVED: {
    ARCHIVED: 'League {league} has been archived since {archivedAt}. Open it again with restoreLeague.',
  },
  QUEUE_FULL: {
    QUEUE_FULL:
      'The queue of league {league} is full: at most {max} players can wait, and {count} do. Join again later.',
  },
  UNRATABLE_MATCHES: {
    UNRATABLE: '{ratingSystem} cannot rate {count} of the matches of this league: {matches}',
    UNRATABLE_UNLESS_SET:
      '{ratingSystem} cannot rate {count} of the matches of this league: {matches}; with {setting} it can',
    ONLY_DUELS: '{ratingSystem} is for duels and cannot rate {count} of the matches of this league: {matches}',
    ONLY_DUELS_UNLESS_SET:
      '{ratingSystem} is for duels and cannot rate {count} of the matches of this league: {matches}; with {setting} it can',
    UNRATABLE_MATCH: 'match {match}: {problem}',
    UNRATABLE_WITH_ANY_SETTINGS: '{problem}',
  },
  QUOTA_EXCEEDED: {
    LEAGUE_STORAGE:
      'The journal of league {league} has reached its quota of {quota} MB (now {use} MB). Nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE.',
    LEAGUE_WORK:
      'Re-rated lines of league {league} have reached their hourly quota of {quota} (now {use}). Late matches and corrections are accepted again at {refillsAt}.',
    TOKEN_WORK:
      'Lines re-rated for your token have reached its hourly quota of {quota} (now {use}). Late matches and corrections are accepted again at {refillsAt}.',
    TOKEN_STORAGE:
      'Journals grown by your token have reached its daily quota of {quota} MB (now {use} MB). Matches and corrections are accepted again at {refillsAt}.',
  },
  RATER_FAILED: {
    RATER_FAILED: '{problem}',
    RATER_FAILED_ON_MATCH: 'match {match}: {problem}',
    EVALUATION_FAILED: '{problem}',
    EVALUATION_TOO_LONG:
      'it did not finish within {seconds} s, the limit for a request; `openladder compare` has no such limit',
  },
  RATER_MISSING: {
    RATER_MISSING: 'League {league} is rated by "{ratingSystem}", which is not installed.',
    RATER_NOT_INSTALLED: '{ratingSystem} is not installed',
  },
} as const;
