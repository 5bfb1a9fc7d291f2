/**
 * Every rule by which something is refused: its code, its name and its English sentence, which names the parameters. Names and parameters
 * are a contract: clients branch on them and make sentences in other languages of them. Printed into schema/rules.json.
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
    SAFE_TEXT: '{field} must have no control characters or broken Unicode, but is {value}',
    SAFE_NAME:
      '{field} must have no control characters, line breaks, direction marks or broken Unicode, but is {value}',
    NO_INVISIBLE_CHARACTERS: '{field} must have no invisible characters, but is {value}',
    VISIBLE_CHARACTER: '{field} must have a visible character, but is {value}',
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
    COUNT_OF_ROLES: 'number of roles must be that of the sides, {sides}, but is {count}',
    ONE_OF: '{field} must be one of {values}, but is {value}',
    EVENTS_ONCE: 'events must be named once each, but {value} comes twice',
    PLAYER_ONCE: 'player must be named once, but {value} is named twice',
    MATCH_ONCE: 'match must be listed once, but matches {first} and {second} are the same',

    // Times
    TIME: '{field} must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z, but is {value}',
    IN_FUTURE: '{field} must be in the future, but is {value}',
    PLAYED_AT_REQUIRED: 'playedAt is required, but is missing',
    TIME_ZONE: '{field} must be the IANA name of a time zone, such as Europe/Berlin, but is {value}',
    DAYS_APART: 'from must be at most {max} days before to, but is {from}, and to {to}',

    // What must exist
    CURSOR: '{field} must be a cursor of this list, but is {value}',
    EVENT_CURSOR: '{field} must be the cursor of an event of this league, but is {value}',
    LEAGUE_SLUG: 'league must be the slug of a league, but is {value}',
    LEAGUE_DELETED: 'league must be the slug of a league, but it has been deleted',
    READABLE_ID: '{field} must be the id of one that you may read',
    MATCH_ID: 'match must be the id of a match',
    LEAGUE_MATCH_ID: 'match must be the id of a match of {league}',
    RECOMPUTE_ID: 'recompute must be the id of a recompute',
    TICKET_ID: 'ticket must be the id of a queue ticket',
    COMPARISON_ID: 'comparison must be the id of a comparison of {league} that is done',
    WEBHOOK_ID: 'webhook must be the id of a webhook, but is {value}',
    DELIVERY_ID: 'delivery must be the id of a message that is still kept, but is {value}',
    REVOCABLE_TOKEN_ID: 'token must be the id of a token that you may revoke, but is {value}',
    VALID_TOKEN_ID: 'token must be the id of a valid token that you may revoke, but is {value}',
    TOKEN_REVOKED: 'token must be the id of a valid token that you may revoke, but this one was revoked at {at}',
    TOKEN_EXPIRED: 'token must be the id of a valid token that you may revoke, but this one expired at {at}',
    PLAYER: '{field} must be the handle or account of a player, but is {value}',
    RATED_PLAYER:
      'player must be the handle or account of a player who is rated or registered in the league, but is {value}',
    AROUND_OR_AFTER: 'around must be omitted if after is given',

    // Handles and accounts
    HANDLE_LETTERS:
      '{field} must be letters and digits and _ . - only, and begin with a letter, a digit or _, but is {value}',
    HANDLE_PLAIN:
      '{field} must not look like another handle: no letters of several scripts, no stylistic forms, but is {value}',
    HANDLE_OR_LINKED_ACCOUNT: '{field} must be a handle, or an account that is linked to a player, but is {value}',
    HANDLE_SCRIPT:
      '{field} must be written in one script that is in everyday use, or in Latin with Chinese, Japanese or Korean, but is {value}',
    HANDLE_EVERYDAY_LETTERS:
      '{field} must be in letters of everyday use, not phonetic or old ones such as {letter}, but is {value}',
    HANDLE_DIGITS: '{field} must have the digits of one script, but is {value}',
    HANDLE_STROKES: '{field} must have no strokes through its letters, but is {value}',
    HANDLE_MARKS: '{field} must have at most four marks on a letter, and none of them twice in a row, but is {value}',
    LOOK_ALIKE: "{field} must not look like another player's handle, but {value} looks like {other}",
    LOOK_ALIKE_JUST_TAKEN:
      "{field} must not look like another player's handle, but {value} looks like one that was just taken",
    ACCOUNT: '{field} must be an account such as "discord:1234", but is {value}',
    ACCOUNT_PROVIDER: '{field} must begin with a provider of 1 to 32 letters a to z, digits and _ . -, but is {value}',
    ACCOUNT_ID:
      '{field} must have an id of 1 to 128 letters, digits and _ . : # @ + / = ~ - after the colon, but is {value}',
    ACCOUNT_NOT_LINKED: 'account must be linked to a player, but {value} is not',
    ACCOUNT_NEEDS_LEAGUE: 'player must have been in a league to have accounts, but {value} has not',
    MAX_ACCOUNTS: 'player must have at most {max} accounts, but {value} would have {count}',

    // Players
    NAMES_GIVEN: 'handle or displayName must be given, but both are left out',
    NAMED_PLAYER: 'player must be one of players, but {value} is not',
    REGISTERED: 'player must be registered in a league without open entry, but {value} is not',
    CONFIRM_HANDLE: 'confirm must be the handle of the player, {expected}, but is {value}',
    CONFIRM_MERGED: 'confirmMerged must be the handles that are merged with the player, {expected}, but is {value}',
    HAS_PLAYED: 'player must have played in the league, but {value} has not',
    ANOTHER_PLAYER: 'into must be another player than {value}',
    MERGED_ALREADY: 'player must not be merged already, but {value} is',
    INTO_MERGED: 'into must not be merged into another, but {value} is',
    HAS_MERGED: 'player must not have others merged into them, but {value} has; unmerge those first',
    NOT_MERGED: 'player must be merged into another, but {value} is not',
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
    PLACEMENTS: 'sides must all have a placement or none, but {placed} of {sides} have',
    SCORE_MISSING: 'score must be given where a side has no placement, but is missing',
    IN_MATCH_ALREADY: 'player must not be in the match already, but is {value}',
    IN_MATCH_UNDER_OTHER_HANDLE:
      'player must not be in the match already, but {value} is another handle of a player who is',
    OPPONENT_ONCE: 'opponent must be named once, but is {value}',
    OPPONENT_ON_OTHER_SIDE: 'opponent must be a player on another side, but is {value}',
    DETAILS_OBJECT: 'details must be a JSON object, but is {value}',
    DETAILS_BYTES: 'details must be at most {max} bytes of JSON, but has {length}',
    DETAILS_FINITE: 'numbers in details must be finite, but one is {value}',
    DETAILS_DEPTH: 'details must be nested at most {max} levels deep, but has {value} below',
    DETAILS_TEXT: 'details must have no null characters or broken Unicode, but has {value}',
    AMENDMENT_GIVEN: 'playedAt, sides, weight or details must be given, but all are left out',
    NEW_PLAYER_TAKES_PART: 'newPlayers must be participants of sides, but {value} is not',
    MAX_CONTRIBUTIONS:
      'matches must have at most {max} contributions if the answer includes contributions, but have {count}',

    // Leagues and tokens
    SLUG: 'slug must be 1 to 64 lower-case letters, digits and inner dashes, but is {value}',
    CONFIRM_SLUG: 'confirm must be the slug of the league, {expected}, but is {value}',
    QUEUE_NEEDS_PAIRS: 'league {league} must rate matches of two players to have a queue, but {problem}',
    SCOPES_NEED_LEAGUES: 'leagues must name the leagues to which the scopes apply, but is empty',

    // Webhooks
    WEBHOOK_HTTPS: 'url must be an https URL, but is {value}',
    WEBHOOK_HTTPS_OR_ALLOWED: 'url must be an https URL, or an http URL of an allowed network, but is {value}',
    WEBHOOK_NO_PASSWORD: 'url must have no user name and no password',
    WEBHOOK_NO_FRAGMENT: 'url must be a URL without a fragment, but is {value}',
    WEBHOOK_PUBLIC: 'url must be a URL of the public Internet or of an allowed network, but is {value}',

    // Comparisons
    LEAGUE_HAS_NO_MATCH: 'league must have at least one rated match, but {league} has none',
    MAX_MATCHES:
      'league must have at most {max} matches, but {league} has {count}; `openladder compare` has no such limit',
    MAX_SYSTEMS: 'number of systems must be at most {max}, but is {count}; `openladder compare` has no such limit',
    SHARES_TOGETHER: 'burnIn and heldOut must be at most {max} together, but are {value}',
    HELD_OUT_LEAVES_MATCHES: 'heldOut must leave a match in each part, but the league has {count} in all',
    HELD_OUT_ABOVE_ZERO: 'heldOut must be more than 0: what is chosen by all matches flatters itself on them',
    ONLY_SETTINGS: 'only must name settings of {ratingSystem} ({known}), but has {value}',
    ONLY_EMPTY: 'only must name a setting, but is empty',
    RATER_FAILS_ON_MATCH: '{ratingSystem} fails on a match of {league}',

    // Imports
    LEAGUE_OR_CREATE: 'league must be the slug of a league, or be created with --create <ratingSystem>, but is {value}',
    SAME_RATING_SYSTEM:
      'league {league} must have the given rating system, or --create must be omitted, but is rated by {ratingSystem} with {settings}',
    DELIMITER: 'delimiter must be one character and no quotation mark, but is {value}',
    INTERVAL: 'every must be a whole number with ms, s, m, h or d, such as 90s, but is {value}',
    START_WITH_DATES: 'startAt must be left out if the file has a column of dates',
    START_WITHOUT_DATES: 'startAt must be given if no column has dates',
    MAPPING: 'mapping {part} {problem}, but has {value}',
    DATE_FORMAT: 'dateFormat {problem}, as in DD.MM.YYYY, but is {value}',
    NO_COLUMNS: '{field} must begin with the names of its columns, but the first {kilobytes} kB have no such line',
    MAX_COLUMNS: '{field} must have at most {max} columns, but has {count}',
    FILE_EMPTY: 'file must not be empty, but {name} is',
    FILE_SIZE: 'file must be at most {megabytes} MB, but is larger',
    FILE_DELETED: 'file was deleted while it arrived; send it again',
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
      'asKnownAt must not be before {keptSince}, because earlier revisions of league {league} are not kept, but is {value}',
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
    KEY_USED:
      'Idempotency-Key must be new for another input, but {key} was sent before with another input of {mutation}',
    KEY_USED_FOR_OTHER: 'Idempotency-Key must be new for another input, but {key} was sent before with {mutation}',
  },
  TAKEN: {
    SLUG_TAKEN: 'slug must be unique, but {value} is taken',
    HANDLE_TAKEN: "handle must not be another player's current or former handle, but {value} is",
    ACCOUNT_TAKEN: "account must not be another player's, but {value} is",
  },
  UNKNOWN_PLAYER: {
    NEVER_IN_LEAGUE:
      'player must have been in league {league} before, but {value} has not; no known handle is similar. If the player is new, name them in newPlayers',
    NEVER_IN_LEAGUE_BUT_SIMILAR:
      'player must have been in league {league} before, but {value} has not; did you mean {similar| or }? If the player is new, name them in newPlayers',
  },
  STALE_VERSION: {
    STALE_VERSION: "expectedVersion must be the match's version, {version}, but is {expected}",
  },
  CONFLICT: {
    ALREADY_RECOMPUTING: 'league {league} must not be recomputing already; wait for it to end, or cancel it',
    RECOMPUTING: 'league {league} must not be recomputing; wait for it to end, or cancel it',
    PLAYER_RECOMPUTING:
      'league {league}, which knows the player, must not be recomputing; wait for it to end, or cancel it',
    LISTED_PLAYER_RECOMPUTING:
      'league {league}, which knows a player of the list, must not be recomputing in a service; stop the service, or wait for the recompute to end',
    CORRECTED_MEANWHILE: 'league {league} was corrected in the meantime; send the dry run again',
    DRY_RUN_NOT_AWAITED: 'the caller did not wait for the dry run',
    CORRECTION_NOT_AWAITED: 'the caller did not wait for the correction',
    MAX_DRY_RUNS: 'dry runs of at most {max} leagues can wait at a time; try again when some are done',
    ALREADY_DRY_RUNNING: 'dryRun must wait: "{league}" already has a dry run in progress; try again when it is done',
    ALL_VOID: 'at least one match must count, but all are void already',
    NONE_VOID: 'at least one match must be void, but all count already',
    MATCH_VOID: 'match {match} must not be void to be amended; restore it first',
    PLAYER_ERASED: 'player must not be erased, but {value} is',
    NOT_ARCHIVED: 'league must be archived before it is deleted, but {league} is not',
    ALREADY_ANALYSING: 'league {league} is being analysed already; wait for it to end, or cancel it',
    ALREADY_COMPARING: 'Another comparison is running; try again when it is done.',
    COMPARISON_OF_OTHER_SYSTEM: 'comparison must be of the rating system that {league} has now; compare again',
    COMPARISON_WITHOUT_SLOPE: 'comparison must hold out matches, and have found a slope; compare again',
    MAX_WEBHOOKS: 'league {league} must have at most {max} webhooks, and has {count}; delete one first',
    WEBHOOK_DISABLED: 'the webhook must be enabled to send a message that was not accepted yet; use enableWebhook',
    IMPORT_DELETED: 'import must be one that is kept, but was deleted',
    IMPORT_AWAITS_NO_MAPPING: 'import must wait for its mapping, but is {status}',
    IMPORT_NOT_OVER: 'import must be over, but is {status}',
    IMPORT_NOT_RECORDED: 'import must have begun after it was recorded which matches an import adds, but began before',
    IMPORT_NOT_CHECKED: 'import must be checked first, but is {status}',
    IMPORT_HAS_PROBLEM: 'import must have a file without problems, but {problem}',
    IMPORT_HAS_NO_MATCH: 'import must have a match that the league accepts, but has none',
    IMPORT_CHECKED_AGAIN: 'import must be as you saw it, but was checked again in the meantime',
    OTHER_CHECK:
      'check must be that of the newest report, {newest}, but is {value}: the file was checked again in the meantime',
    EXPECTED_MATCHES: 'expectedMatches must be the number of matches that change, {count}, but is {expected}',
  },
  ARCHIVED: {
    ARCHIVED: 'league must not be archived, but {league} has been since {archivedAt}; restoreLeague opens it again',
  },
  QUEUE_FULL: {
    QUEUE_FULL: 'at most {max} players may wait in the queue of league {league}, and {count} do; join again in a while',
  },
  UNRATABLE_MATCHES: {
    UNRATABLE: '{ratingSystem} must be able to rate every match, but cannot rate {count} of this league: {matches}',
    UNRATABLE_UNLESS_SET:
      '{ratingSystem} must be able to rate every match, but cannot rate {count} of this league: {matches}; with {setting} it can',
    UNRATABLE_MATCH: 'match {match}: {problem}',
    UNRATABLE_WITH_ANY_SETTINGS: '{problem}',
  },
  QUOTA_EXCEEDED: {
    LEAGUE_STORAGE:
      'the journal of league {league} must be less than its quota of {quota} MB, but is {use} MB; nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE',
    LEAGUE_WORK:
      'lines of league {league} rated again in an hour must be less than its quota of {quota}, but is {use}; late matches and corrections are accepted again at {refillsAt}',
    TOKEN_WORK:
      'lines rated again in an hour because of your token must be less than its quota of {quota}, but is {use}; late matches and corrections are accepted again at {refillsAt}',
    TOKEN_STORAGE:
      'growth of journals in a day because of your token must be less than its quota of {quota} MB, but is {use} MB; matches and corrections are accepted again at {refillsAt}',
  },
  RATER_FAILED: {
    RATER_FAILED: '{problem}',
    RATER_FAILED_ON_MATCH: 'match {match}: {problem}',
  },
  RATER_MISSING: {
    RATER_MISSING: 'league {league} is rated by "{ratingSystem}", which is not installed',
  },
} as const;
