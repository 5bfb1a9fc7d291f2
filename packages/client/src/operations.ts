// Made by generate.mjs from schema/. Do not edit; run `npm run schema`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument } from './document.js';
/** Corrections to a match; omitted fields stay as they are. */
export type AmendMatchInput = {
  /** Anything else worth showing about the match, such as its map, its mode or a link to a replay: a JSON object of at most 2,048 bytes, nested at most 4 levels deep. It changes no rating. An explicit null removes the details. If only the details change, no rating is computed again. */
  readonly details?: unknown;
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** The version of the match that you read. */
  readonly expectedVersion: number;
  /** Global id of the match. */
  readonly match: string;
  /** Handles in `sides` of players new to the league, at most 256. Any other handle in `sides` that has never been in the league is refused, because most such handles are mistyped. */
  readonly newPlayers?: ReadonlyArray<string> | null | undefined;
  /** When the match was actually played. */
  readonly playedAt?: string | null | undefined;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
  /** All sides, as in a submission: 2 to 200 sides, at most 256 participants. */
  readonly sides?: ReadonlyArray<SideInput> | null | undefined;
  /** How much the match counts, greater than 0 and at most 1,000,000: 2 counts twice as much as 1. Rating systems that do not use it (`RatingSystem.usesWeight`) rate the match like any other, and the league keeps the weight. An explicit null makes it 1. */
  readonly weight?: number | null | undefined;
};

/** State of a long calculation over the log of a league. It changes nothing in the league. */
export type AnalysisStatus =
  /** It was cancelled. */
  | 'CANCELLED'
  /** It is done, and its result is kept. */
  | 'DONE'
  /** It failed; the error says why. */
  | 'FAILED'
  /** It is waiting for its turn: the service runs one at a time. */
  | 'QUEUED'
  /** It is running. */
  | 'RUNNING';

/** A league to archive. */
export type ArchiveLeagueInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Reason for the audit log. */
  readonly reason: string;
};

/** Kinds of things that can have audit log entries. */
export type AuditSubjectKind =
  /** A league, its settings or its players. */
  | 'LEAGUE'
  /** A match that was corrected. */
  | 'MATCH'
  /** A player who was renamed or merged. */
  | 'PLAYER'
  /** A token that was created, rotated or revoked. */
  | 'TOKEN'
  /** A webhook that was created, changed, disabled, enabled, used by hand or deleted. */
  | 'WEBHOOK';

/** What a rating system has to beat. */
export type Baseline =
  /** Each side wins as often as the sides of its role have won so far, or without roles those listed in its place, which includes any advantage of the first side. Even where a place or a role may just be the result, such as in races listed by place. */
  | 'BASE_RATES'
  /** The rating system `elo` with its default settings. */
  | 'ELO'
  /** All sides have the same chance. */
  | 'EVEN';

/** A comparison to cancel. */
export type CancelComparisonInput = {
  /** Global id of the comparison. */
  readonly comparison: string;
};

/** An import to cancel. */
export type CancelImportInput = {
  /** Global id of the import. */
  readonly import: string;
};

/** A check to cancel. */
export type CancelIntegrityCheckInput = {
  /** Global id of the check. */
  readonly check: string;
};

/** A recompute to cancel. */
export type CancelRecomputeInput = {
  /** Global id of the recompute. */
  readonly recompute: string;
};

/** What the columns of a file mean. For JSON Lines, only the import is given. */
export type CheckImportInput = {
  /** Format of dates, such as DD.MM.YYYY; ISO 8601 such as 2026-07-19 if omitted. */
  readonly dateFormat?: string | null | undefined;
  /** Separator of cells, one character; detected if omitted. */
  readonly delimiter?: string | null | undefined;
  /** Time between two matches of a file without dates, such as 90s, 1m, 2h or 1d; one minute if omitted. */
  readonly every?: string | null | undefined;
  /** Prefix of every external id; none if left out. */
  readonly idPrefix?: string | null | undefined;
  /** Global id of the import. */
  readonly import: string;
  /** The mapping of the columns, as docs/import.md explains it; required for CSV. */
  readonly mapping?: string | null | undefined;
  /** When the first match was played; only for a file without dates. */
  readonly startAt?: string | null | undefined;
  /** IANA name of the time zone of dates and times in the file that have no offset; UTC if omitted. */
  readonly timeZone?: string | null | undefined;
};

/** A league to check. */
export type CheckIntegrityInput = {
  /** Slug of the league. */
  readonly league: string;
};

/** Rating systems to compare on the matches of a league. */
export type CompareRatingSystemsInput = {
  /** Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9. */
  readonly burnIn?: number;
  /** Share of the matches, at the end, that are scored by themselves, 0 to 0.9. They measure what was chosen on the other matches. */
  readonly heldOut?: number;
  /** Whether to compare in the background, without a limit of time. The answer then has `comparison` and nothing else; its result is kept. */
  readonly inBackground?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** At most 16, besides the league's current one. If omitted, all installed rating systems with their default settings. */
  readonly systems?: ReadonlyArray<ComparedRatingSystemInput> | null | undefined;
};

/** A rating system to compare. */
export type ComparedRatingSystemInput = {
  /** Key of an installed rating system. */
  readonly ratingSystem: string;
  /** Settings that match its `settingsSchema`; omitted settings have their defaults. */
  readonly settings?: unknown;
};

/** Whether a league fits its chances to its history. */
export type ConfigureChancesInput = {
  /** Global id of a comparison with held-out matches, whose fit of the league's current rating system is used from now on. Null: the chances are the rating system's own. */
  readonly comparison?: string | null | undefined;
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** A new rating system or new settings for a league. */
export type ConfigureRatingSystemInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** Key of an installed rating system. */
  readonly ratingSystem: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
  /** Settings that match the rating system's `settingsSchema`. Omitted settings have their defaults, so `{}` means all defaults. */
  readonly settings: unknown;
};

/** A league to create. */
export type CreateLeagueInput = {
  /** Days within which a player must have played for a rank, up to the newest midnight: 1 to 36,500; no limit if omitted. */
  readonly activeWithin?: number | null | undefined;
  /** What the league is about, at most 2,000 characters. */
  readonly description?: string | null | undefined;
  /** What happens to late matches; REPLAY if omitted. */
  readonly lateMatches?: LateMatches | null | undefined;
  /** Rated matches that a player needs for a rank: 0 to 1,000; 0 if omitted. */
  readonly minMatches?: number | null | undefined;
  /** Display name, at most 100 characters. */
  readonly name: string;
  /** Whether players enter the league with their first match, without being registered; true if omitted. */
  readonly openEntry?: boolean | null | undefined;
  /** Earliest time at which a match may be played; no limit if omitted. */
  readonly opensAt?: string | null | undefined;
  /** How far from 1/2 the chance to win may be for the queue to pair two players: above 0, at most 0.5; 0.35 if omitted. */
  readonly queueBand?: number | null | undefined;
  /** How long a player waits in the queue for an opponent, in seconds: 1 to 86,400; 300 if omitted. */
  readonly queueWait?: number | null | undefined;
  /** Key of an installed rating system, for example `timed-glicko`. */
  readonly ratingSystem: string;
  /** Settings that match the rating system's `settingsSchema`; omitted settings have their defaults. */
  readonly settings?: unknown;
  /** Unique: 1 to 64 lower-case letters, digits and inner dashes. */
  readonly slug: string;
  /** How sides that did not finish are rated. */
  readonly statusRules?: StatusRulesInput | null | undefined;
  /** IANA name of the time zone in which its days end at midnight, for example `Europe/Berlin`. UTC if omitted. */
  readonly timeZone?: string | null | undefined;
  /** Who may read the league; PUBLIC if omitted. */
  readonly visibility?: Visibility | null | undefined;
};

/** A token to create. */
export type CreateTokenInput = {
  /** When it expires; never if omitted. */
  readonly expiresAt?: string | null | undefined;
  /** Slugs of the leagues to which the scopes other than platform:admin apply, at most 1,000. */
  readonly leagues?: ReadonlyArray<string>;
  /** What it is for. */
  readonly name: string;
  /** What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`. 1 to 20 entries; duplicates count once. */
  readonly scopes: ReadonlyArray<string>;
};

/** A webhook to create. */
export type CreateWebhookInput = {
  /** What to send: at least one event, each once. */
  readonly events: ReadonlyArray<WebhookEvent>;
  /** The format of its messages. */
  readonly format?: WebhookFormat;
  /** Slug of the league. */
  readonly league: string;
  /** Where to send messages: an https URL of the public Internet of at most 2,000 characters, without a user name, password or fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW). */
  readonly url: string;
};

/** An archived league to delete. */
export type DeleteLeagueInput = {
  /** The slug once more, because this cannot be undone. */
  readonly confirm: string;
  /** Slug of the league. */
  readonly league: string;
  /** Reason for the audit log. */
  readonly reason: string;
};

/** A webhook to delete. */
export type DeleteWebhookInput = {
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** What two players have in common. */
export type DuplicateReason =
  /** The display names are the same; accents and case are ignored. */
  | 'SAME_DISPLAY_NAME'
  /** An account at another platform is linked to both, in different leagues. */
  | 'SHARED_ACCOUNT'
  /** The handles differ only in accents, digits, punctuation and case, for example `zoe` and `Zoë_2`. */
  | 'SIMILAR_HANDLES';

/** A webhook to enable. */
export type EnableWebhookInput = {
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** A player whose personal data to erase. */
export type ErasePlayerInput = {
  /** The current handle once more, because this cannot be undone. */
  readonly confirm: string;
  /** The current handles of everyone who is merged with the player in any league, as `merged` of a dry run lists them, because they are erased together. The request is refused if these are not all of them, or others. If null, nothing is compared. */
  readonly confirmMerged?: ReadonlyArray<string> | null | undefined;
  /** Whether to return which names would be replaced, and where they would remain, without changing anything. */
  readonly dryRun?: boolean;
  /** Whether to replace the names in `details` and in names of sides too, wherever one of them is a word of its own, including past versions. Look at the mentions of a dry run first: a handle may be an ordinary word. */
  readonly inMatches?: boolean;
  /** Current or former handle, or an account of the player. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** A player to hide from the boards of a league. */
export type HidePlayerInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Current or former handle, or an account such as `discord:1234`. */
  readonly player: string;
  /** Reason for the audit log. */
  readonly reason: string;
};

/** What an admin should look at. Each kind also has innocent reasons. */
export type IntegritySignalKind =
  /** A few players mostly play each other, and one of them wins. */
  | 'CLUSTER'
  /** A player gained most of their points from opponents who play hardly anyone else. */
  | 'FEW_OPPONENTS'
  /** A player beats another again and again, which their other results do not explain. */
  | 'ONE_SIDED_PAIR'
  /** A player won an unlikely number of matches in a row. */
  | 'STREAK'
  /** A player does much better in the matches that one submitter reports than in others. */
  | 'SUBMITTER';

/** A player who wants an opponent. */
export type JoinQueueInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Handle or account (`discord:1234`) of the player. An unknown handle creates a player if the league has open entry. */
  readonly player: string;
};

/** What happens to late matches: those played before the newest rated match. */
export type LateMatches =
  /** The match is rejected with LATE_MATCH. */
  | 'REJECT'
  /** The match is inserted in its place and later matches are rated again. */
  | 'REPLAY';

/** Order of leagues. */
export type LeagueOrder =
  /** The league with the newest match first, those without matches last. */
  | 'ACTIVITY'
  /** By slug. */
  | 'SLUG';

/** A player who no longer wants an opponent. */
export type LeaveQueueInput = {
  /** Global id of the player's ticket. */
  readonly ticket: string;
};

/** An account to link to a player. */
export type LinkAccountInput = {
  /** The account as `provider:id`, for example `discord:1234`. The provider has 1 to 32 letters a to z, digits and `_ . -`; case is ignored. The id is the one that the provider gave and that never changes: 1 to 128 letters, digits and `_ . : # @ + / = ~ -`; case matters. */
  readonly account: string;
  /** Current or former handle, or another account of the player. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** A match, as you read it. */
export type MatchAtVersionInput = {
  /** The version of the match that you read. */
  readonly expectedVersion: number;
  /** Global id of the match. */
  readonly match: string;
};

/** Character encoding of a file. */
export type MatchFileEncoding =
  /** UTF-8. */
  | 'UTF_8'
  /** UTF-16 with a byte order mark. */
  | 'UTF_16'
  /** Windows-1252, as spreadsheets of Western Europe save CSV. A file that is not UTF-8 is read as this. */
  | 'WINDOWS_1252';

/** Format of a file of matches. */
export type MatchFileFormat =
  /** Rows of cells, with the names of the columns in the first row. */
  | 'CSV'
  /** One match per line, as `openladder export` writes them. */
  | 'JSON_LINES';

/** State of an import. */
export type MatchImportStatus =
  /** It was cancelled. What it had imported before stays. */
  | 'CANCELLED'
  /** The report says what would be imported. It can be checked again with another mapping. */
  | 'CHECKED'
  /** The whole file is being checked. Nothing is imported yet. */
  | 'CHECKING'
  /** Every match was accepted, was in the league already, or was refused. */
  | 'DONE'
  /** It failed; the error says why. It can be checked again. */
  | 'FAILED'
  /** Its matches are being submitted. */
  | 'IMPORTING'
  /** The file is uploaded and awaits a mapping of its columns. */
  | 'UPLOADED';

/** A match to submit. */
export type MatchInput = {
  /** Anything else worth showing about the match, such as its map, its mode or a link to a replay: a JSON object of at most 2,048 bytes, nested at most 4 levels deep. It changes no rating. */
  readonly details?: unknown;
  /** Your own id for the match, unique in the league. Sending the same match again is safe. */
  readonly externalId: string;
  /** When the match was played, at most 5 minutes in the future. Required: a match without it is rejected, but not the rest of the submission. */
  readonly playedAt?: string | null | undefined;
  /** 2 to 200 sides, within the limits of the rating system. */
  readonly sides: ReadonlyArray<SideInput>;
  /** How much the match counts, greater than 0 and at most 1,000,000: 2 counts twice as much as 1. Rating systems that do not use it (`RatingSystem.usesWeight`) rate the match like any other, and the league keeps the weight. 1 if omitted. */
  readonly weight?: number | null | undefined;
};

/** Whether a match counts. */
export type MatchStatus =
  /** The match counts. */
  | 'RATED'
  /** The match was withdrawn and changes no rating. */
  | 'VOID';

/** Two handles of one person in a league. */
export type MergePlayersInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Handle that receives the matches. */
  readonly into: string;
  /** Slug of the league. */
  readonly league: string;
  /** Handle or account of the player whose matches move to the other player; the handle remains an alias. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** One player's part in a match. */
export type ParticipantInput = {
  /** Whether the player is a guest, who takes part but is not rated; false if omitted. */
  readonly isGuest?: boolean | null | undefined;
  /** Minutes played, 0 or more; the whole game if omitted. */
  readonly minutesPlayed?: number | null | undefined;
  /** Handle of the player, who is one person in all leagues of the instance: 1 to 64 Unicode letters, digits and `_ . -`, not starting with `.` or `-`; case is ignored. An unknown handle creates a player if the league permits it. New handles use one script, with that script's digits; Chinese, Japanese and Korean may be mixed with Latin. Or an account that is linked to a player the league may know of, such as `discord:1234`; no handle has a colon. */
  readonly player: string;
  /** Points that the player earned. */
  readonly score?: number | null | undefined;
  /** Points earned against individual opponents, at most 256, each opponent once. */
  readonly scoresAgainst?: ReadonlyArray<ScoreAgainstInput> | null | undefined;
};

/** A display name for a player who is registered. */
export type PlayerNameInput = {
  /** The name to show, as in updatePlayer. */
  readonly displayName: string;
  /** The player as in `players`. */
  readonly player: string;
};

/** State of a queue ticket. */
export type QueueTicketStatus =
  /** No opponent was found within the league's waiting time. */
  | 'EXPIRED'
  /** The player left the queue. */
  | 'LEFT'
  /** An opponent was found, and the two should play. */
  | 'MATCHED'
  /** The player is waiting. */
  | 'WAITING';

/** A league to rate again. */
export type RecomputeLeagueInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** State of a recompute. */
export type RecomputeStatus =
  /** The recompute was cancelled; the board still shows the previous revision. */
  | 'CANCELLED'
  /** The recompute is done; the board shows its revision. */
  | 'DONE'
  /** The recompute failed; the board still shows the previous revision. */
  | 'FAILED'
  /** The recompute is waiting for a worker. */
  | 'QUEUED'
  /** The recompute is running; the board still shows the previous revision. */
  | 'RUNNING';

/** Players to register in a league before their first match there. */
export type RegisterPlayersInput = {
  /** Display names for some of the players, at most 100. Refused for players whom another league that the token may read knew first. */
  readonly displayNames?: ReadonlyArray<PlayerNameInput> | null | undefined;
  /** Slug of the league. */
  readonly league: string;
  /** 1 to 1,000 handles or accounts (`discord:1234`); unknown handles create players. A handle is one person in all leagues of the instance. */
  readonly players: ReadonlyArray<string>;
};

/** A message to send once more. */
export type ReplayWebhookDeliveryInput = {
  /** Global id of the message: its header `webhook-id`. */
  readonly delivery: string;
};

/** An import whose matches are to be restored. */
export type RestoreImportInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** How many matches you expect to change, as `MatchImport.addedMatches` says. If it is another number by now, the answer is CONFLICT. Any number if left out. */
  readonly expectedMatches?: number | null | undefined;
  /** Global id of the import. */
  readonly import: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** An archived league to open again. */
export type RestoreLeagueInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Reason for the audit log. */
  readonly reason: string;
};

/** A withdrawn match to restore. */
export type RestoreMatchInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** The version of the match that you read. */
  readonly expectedVersion: number;
  /** Global id of the match. */
  readonly match: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** Withdrawn matches of a league to restore together. */
export type RestoreMatchesInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** 1 to 1,000 matches of the league, each once. */
  readonly matches: ReadonlyArray<MatchAtVersionInput>;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** Result of a match for a player's side. */
export type Result =
  /** The side shared first place. */
  | 'DRAW'
  /** Another side finished ahead. */
  | 'LOSS'
  /** The side won outright. */
  | 'WIN';

/** A token to revoke. */
export type RevokeTokenInput = {
  /** Reason for the audit log. */
  readonly reason?: string;
  /** Global id of the token. */
  readonly token: string;
  /** Whether to revoke the tokens that it created too, and the tokens that those created. */
  readonly withCreated?: boolean;
};

/** A token to give a new secret. */
export type RotateTokenInput = {
  /** How long the old secret goes on working, in seconds, from 0 to 2,592,000 (30 days). Earlier secrets of the token end by then, too. */
  readonly graceSeconds: number;
  /** Reason for the audit log. */
  readonly reason?: string;
  /** Global id of the token. */
  readonly token: string;
};

/** A webhook to give a new secret. */
export type RotateWebhookSecretInput = {
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** Points earned against one opponent, in games that count them separately. */
export type ScoreAgainstInput = {
  /** Handle of a player on another side. */
  readonly opponent: string;
  /** Points earned against the opponent. */
  readonly score: number;
};

/** A hidden player to list again. */
export type ShowPlayerInput = {
  /** Slug of the league. */
  readonly league: string;
  /** Current or former handle, or an account such as `discord:1234`. */
  readonly player: string;
  /** Reason for the audit log. */
  readonly reason: string;
};

/** One or more participants who win or lose together. */
export type SideInput = {
  /** Name of the team. */
  readonly name?: string | null | undefined;
  /** At least 1; a match has at most 256 participants. */
  readonly participants: ReadonlyArray<ParticipantInput>;
  /** 1 is best; equal placements are a tie. Set it for all sides that finished, or for none; without placements, scores decide. */
  readonly placement?: number | null | undefined;
  /** What the side is in the game, in 1 to 40 characters: `home`, `white`, `attacker`. A league that fits its chances can learn what the role is worth. */
  readonly role?: string | null | undefined;
  /** Points of the side; the sum of its participants' points if omitted. */
  readonly score?: number | null | undefined;
  /** How the side ended the match; FINISHED if omitted. A side that did not finish needs no placement and no score; `League.statusRules` says how it is rated. */
  readonly status?: SideStatus | null | undefined;
};

/** How a side ended its match. `League.statusRules` says how sides that did not finish are rated. */
export type SideStatus =
  /** The side started and did not reach the end. */
  | 'DID_NOT_FINISH'
  /** The side was expected but did not take part. */
  | 'DID_NOT_START'
  /** The side broke the rules. */
  | 'DISQUALIFIED'
  /** The side played to the end; its result counts. */
  | 'FINISHED'
  /** The side gave up the match. */
  | 'FORFEIT';

/** Reasons for a board to change. */
export type StandingsChange =
  /** Time passed, so deviations grew and ranks may have changed; or an admin hid a player, or showed them again. */
  | 'BOARD_REFRESHED'
  /** Matches were added to the end of the log, so their players moved. */
  | 'MATCHES_RATED'
  /** A correction or a late match made a new revision: anything may have changed, including history. */
  | 'RECOMPUTED';

/** An import to start. */
export type StartImportInput = {
  /** The check that you have seen, from `ImportReport.check`. If the file was checked again since, the answer is CONFLICT. If omitted, the newest check counts. */
  readonly check?: string | null | undefined;
  /** Global id of the import. */
  readonly import: string;
};

/** How a side that did not finish is rated. A match keeps the rule by which it was submitted or last amended. */
export type StatusRule =
  /** By its placement or score, as if it had finished; LAST if it has neither. */
  | 'AS_PLACED'
  /** Behind every other side that is rated; several such sides tie. In such a match, placements decide for every rating system, not points. */
  | 'LAST'
  /** Left out of what is rated, as guests are: no rating changes by this side. If fewer than two sides remain, the match changes no rating. */
  | 'UNRATED';

/** How the league rates sides that did not finish, by status; omitted statuses keep their rule. They apply to matches submitted or amended from then on. */
export type StatusRulesInput = {
  /** For DID_NOT_FINISH; LAST in a new league. */
  readonly didNotFinish?: StatusRule | null | undefined;
  /** For DID_NOT_START; UNRATED in a new league. */
  readonly didNotStart?: StatusRule | null | undefined;
  /** For DISQUALIFIED; LAST in a new league. */
  readonly disqualified?: StatusRule | null | undefined;
  /** For FORFEIT; LAST in a new league. */
  readonly forfeit?: StatusRule | null | undefined;
};

/** Matches of one league. */
export type SubmitMatchesInput = {
  /** Slug of the league. */
  readonly league: string;
  /** 1 to 1,000 matches. */
  readonly matches: ReadonlyArray<MatchInput>;
};

/** A webhook to test. */
export type TestWebhookInput = {
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** A search for the settings with which a rating system predicts the matches of a league best. */
export type TuneRatingSystemInput = {
  /** Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9. */
  readonly burnIn?: number;
  /** How many settings to try at most, 1 to 1,000. */
  readonly evaluations?: number;
  /** Share of the matches, at the end, that are scored by themselves, 0 to 0.9. They measure what was chosen on the other matches. More than 0. */
  readonly heldOut?: number;
  /** Slug of the league. */
  readonly league: string;
  /** Names of the settings that may change; if omitted, all. */
  readonly only?: ReadonlyArray<string> | null | undefined;
  /** Key of an installed rating system; if omitted, the league's current one. */
  readonly ratingSystem?: string | null | undefined;
  /** Settings to begin with. Omitted settings are the league's current ones, or have their defaults if the league has another rating system. */
  readonly settings?: unknown;
};

/** An account to remove from its player. */
export type UnlinkAccountInput = {
  /** The account as `provider:id`, for example `discord:1234`. The provider has 1 to 32 letters a to z, digits and `_ . -`; case is ignored. The id is the one that the provider gave and that never changes: 1 to 128 letters, digits and `_ . : # @ + / = ~ -`; case matters. */
  readonly account: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** A merge to undo. */
export type UnmergePlayersInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** Handle that was merged into another. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** Changes to a league; omitted fields stay as they are. */
export type UpdateLeagueInput = {
  /** Days within which a player must have played for a rank, up to the newest midnight: 1 to 36,500; null removes the limit. */
  readonly activeWithin?: number | null | undefined;
  /** What the league is about, at most 2,000 characters. */
  readonly description?: string | null | undefined;
  /** What happens to late matches. */
  readonly lateMatches?: LateMatches | null | undefined;
  /** Slug of the league. */
  readonly league: string;
  /** Rated matches that a player needs for a rank: 0 to 1,000. */
  readonly minMatches?: number | null | undefined;
  /** Display name, at most 100 characters. */
  readonly name?: string | null | undefined;
  /** Whether players enter the league with their first match, without being registered. */
  readonly openEntry?: boolean | null | undefined;
  /** Earliest time at which a match may be played; null removes the limit. */
  readonly opensAt?: string | null | undefined;
  /** How far from 1/2 the chance to win may be for the queue to pair two players: above 0, at most 0.5. */
  readonly queueBand?: number | null | undefined;
  /** How long a player waits in the queue for an opponent, in seconds: 1 to 86,400. */
  readonly queueWait?: number | null | undefined;
  /** Reason for the audit log. */
  readonly reason?: string;
  /** New slug: 1 to 64 lower-case letters, digits and inner dashes. The old one still leads to the league, and no other league can get it. Requires the scope platform:admin. */
  readonly slug?: string | null | undefined;
  /** How sides that did not finish are rated. */
  readonly statusRules?: StatusRulesInput | null | undefined;
  /** IANA name of the time zone in which its days end at midnight, for example `Europe/Berlin`. */
  readonly timeZone?: string | null | undefined;
  /** Who may read the league. */
  readonly visibility?: Visibility | null | undefined;
};

/** New names for a player; omitted fields stay as they are. */
export type UpdatePlayerInput = {
  /** The name to show: at most 40 characters and 200 bytes, without control or invisible characters; spaces around it are removed. An explicit null removes it. */
  readonly displayName?: string | null | undefined;
  /** The new handle; the old one still leads to the player. */
  readonly handle?: string | null | undefined;
  /** Current or former handle, or an account such as `discord:1234`. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** Changes to a webhook; omitted fields stay as they are. */
export type UpdateWebhookInput = {
  /** What to send: at least one event, each once. */
  readonly events?: ReadonlyArray<WebhookEvent> | null | undefined;
  /** The format of its messages. */
  readonly format?: WebhookFormat | null | undefined;
  /** Where to send messages: an https URL of the public Internet of at most 2,000 characters, without a user name, password or fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW). */
  readonly url?: string | null | undefined;
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** Stable names of expected failures. */
export type UserErrorCode =
  /** The league is archived, so it can only be read until it is restored. */
  | 'ARCHIVED'
  /** A field breaks the rule named in the message. */
  | 'BAD_INPUT'
  /** The rating system does not exist, or the settings do not match its schema. */
  | 'BAD_SETTINGS'
  /** The current state does not permit the request; the message says why. */
  | 'CONFLICT'
  /** The external id or Idempotency-Key was already used with different content. */
  | 'IDEMPOTENCY_MISMATCH'
  /** The match was played before the newest rated one. */
  | 'LATE_MATCH'
  /** A time is outside of what is allowed: the match was played in the future or before the league's opening. */
  | 'OUT_OF_WINDOW'
  /** No opponent was found, and 500 players are already waiting in the queue. */
  | 'QUEUE_FULL'
  /** A quota of the league or of the token is used up; the message names it. */
  | 'QUOTA_EXCEEDED'
  /** The league's rater could not rate the match. */
  | 'RATER_FAILED'
  /** The league's rater is not installed, so its ratings can be read but not changed. */
  | 'RATER_MISSING'
  /** The match has changed since you read it; read it again. */
  | 'STALE_VERSION'
  /** The name must be unique and is already taken. */
  | 'TAKEN'
  /** The player has never been in the league; the message suggests known handles. */
  | 'UNKNOWN_PLAYER'
  /** The league has matches that the rating system cannot rate. */
  | 'UNRATABLE_MATCHES';

/** Who may read a league. */
export type Visibility =
  /** Callers whose token names the league; it does not exist for anyone else. */
  | 'PRIVATE'
  /** Everyone. */
  | 'PUBLIC';

/** A match to withdraw. */
export type VoidMatchInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** The version of the match that you read. */
  readonly expectedVersion: number;
  /** Global id of the match. */
  readonly match: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** Matches of a league to withdraw together. */
export type VoidMatchesInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** Slug of the league. */
  readonly league: string;
  /** 1 to 1,000 matches of the league, each once. */
  readonly matches: ReadonlyArray<MatchAtVersionInput>;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

/** States of a message. */
export type WebhookDeliveryStatus =
  /** Accepted at least once. */
  | 'DELIVERED'
  /** A test that was not accepted; it is not tried again. */
  | 'FAILED'
  /** Not accepted yet; it is tried again, and later messages wait for it. */
  | 'PENDING';

/** Reasons for a webhook to be disabled. */
export type WebhookDisabledReason =
  /** The receiver accepted nothing for five days. */
  | 'FAILING'
  /** The receiver answered 410. */
  | 'GONE'
  /** The token that created or last enabled it was revoked, has expired or may no longer administer the league. */
  | 'TOKEN_ENDED';

/** Events that a webhook can send. */
export type WebhookEvent =
  /** `board.recomputed`: a new revision; any rating may have changed. */
  | 'BOARD_RECOMPUTED'
  /** `board.refreshed`: the board was refreshed for a new day, or a player was hidden from it or shown again. */
  | 'BOARD_REFRESHED'
  /** `matches.rated`: up to 100 matches were rated, with the changes to the ratings. */
  | 'MATCHES_RATED'
  /** `match.corrected`: a match was amended, withdrawn or restored, even if only its details changed. */
  | 'MATCH_CORRECTED'
  /** `player.merged`: two handles became one player, or two players again. */
  | 'PLAYER_MERGED'
  /** `ticket.matched`: the matchmaking queue found two players for each other. */
  | 'TICKET_MATCHED';

/** Formats of messages. */
export type WebhookFormat =
  /** Text for people, in the form that webhooks of Discord channels accept. */
  | 'DISCORD'
  /** Standard Webhooks: `type`, `timestamp` and `data`, for programs. */
  | 'JSON';

/** An import whose matches are to be withdrawn. */
export type WithdrawImportInput = {
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
  /** How many matches you expect to change, as `MatchImport.addedMatches` says. If it is another number by now, the answer is CONFLICT. Any number if left out. */
  readonly expectedMatches?: number | null | undefined;
  /** Global id of the import. */
  readonly import: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

export type RefusalFragment = { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

export type EffectFragment = { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> };

export type CallerFragment = { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> };

export type LeagueHeadingFragment = { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } } };

export type ListedSideFragment = { readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> };

export type RecordFragment = { readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } };

export type NotableFragment = { readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> };

export type AmendMatchMutationVariables = Exact<{
  input: AmendMatchInput;
}>;


export type AmendMatchMutation = { readonly amendMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ArchiveLeagueMutationVariables = Exact<{
  input: ArchiveLeagueInput;
}>;


export type ArchiveLeagueMutation = { readonly archiveLeague: { readonly league: { readonly slug: string, readonly archivedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type AuditLogQueryVariables = Exact<{
  league: string;
  subject?: string | null | undefined;
  action?: string | null | undefined;
  actor?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly league: { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly at: string, readonly actor: string, readonly action: string, readonly before: unknown, readonly after: unknown, readonly reason: string, readonly subject: { readonly kind: AuditSubjectKind, readonly name: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type BoardQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  around?: string | null | undefined;
  includeProvisional?: boolean;
}>;


export type BoardQuery = { readonly league: { readonly name: string, readonly description: string, readonly matchCount: number, readonly playerCount: number, readonly standings: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string, readonly score: number | null, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result> } }>, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly hasNextPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type CancelComparisonMutationVariables = Exact<{
  input: CancelComparisonInput;
}>;


export type CancelComparisonMutation = { readonly cancelComparison: { readonly comparison: { readonly id: string, readonly status: AnalysisStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CancelImportMutationVariables = Exact<{
  input: CancelImportInput;
}>;


export type CancelImportMutation = { readonly cancelImport: { readonly import: { readonly id: string, readonly status: MatchImportStatus, readonly accepted: number } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CancelIntegrityCheckMutationVariables = Exact<{
  input: CancelIntegrityCheckInput;
}>;


export type CancelIntegrityCheckMutation = { readonly cancelIntegrityCheck: { readonly check: { readonly id: string, readonly status: AnalysisStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CancelRecomputeMutationVariables = Exact<{
  input: CancelRecomputeInput;
}>;


export type CancelRecomputeMutation = { readonly cancelRecompute: { readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CheckImportMutationVariables = Exact<{
  input: CheckImportInput;
}>;


export type CheckImportMutation = { readonly checkImport: { readonly import: { readonly id: string, readonly status: MatchImportStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CheckIntegrityMutationVariables = Exact<{
  input: CheckIntegrityInput;
}>;


export type CheckIntegrityMutation = { readonly checkIntegrity: { readonly check: { readonly id: string, readonly status: AnalysisStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CompareInBackgroundMutationVariables = Exact<{
  input: CompareRatingSystemsInput;
}>;


export type CompareInBackgroundMutation = { readonly compareRatingSystems: { readonly comparison: { readonly id: string, readonly status: AnalysisStatus, readonly progress: number } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CompareRatingSystemsMutationVariables = Exact<{
  input: CompareRatingSystemsInput;
}>;


export type CompareRatingSystemsMutation = { readonly compareRatingSystems: { readonly matches: number | null, readonly baselines: ReadonlyArray<{ readonly baseline: Baseline, readonly evaluation: { readonly logLoss: number } }> | null, readonly systems: ReadonlyArray<{ readonly settings: unknown, readonly isPresent: boolean, readonly worseThan: Baseline | null, readonly problem: string | null, readonly system: { readonly key: string, readonly title: string, readonly version: string }, readonly evaluation: { readonly logLoss: number, readonly brier: number, readonly accuracy: number, readonly rankedProbability: number | null, readonly calibrationSlope: number | null, readonly won: { readonly matches: number, readonly logLoss: number | null }, readonly drawn: { readonly matches: number, readonly logLoss: number | null }, readonly pairs: { readonly count: number, readonly logLoss: number, readonly brier: number, readonly order: number | null }, readonly miss: { readonly predicted: number, readonly actual: number, readonly count: number } | null, readonly calibration: ReadonlyArray<{ readonly predicted: number, readonly actual: number, readonly count: number }> } | null, readonly difference: { readonly difference: number, readonly low: number | null, readonly high: number | null } | null }> | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ComparisonProgressedSubscriptionVariables = Exact<{
  comparison: string;
}>;


export type ComparisonProgressedSubscription = { readonly comparisonProgressed: { readonly id: string, readonly status: AnalysisStatus, readonly progress: number, readonly error: string | null } };

export type ComparisonsQueryVariables = Exact<{
  league: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ComparisonsQuery = { readonly league: { readonly comparisons: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AnalysisStatus, readonly progress: number, readonly error: string | null, readonly requestedBy: string, readonly requestedAt: string, readonly startedAt: string | null, readonly finishedAt: string | null, readonly sequence: number | null, readonly revision: number | null, readonly matches: number | null, readonly burnInMatches: number | null, readonly heldOutMatches: number | null, readonly baselines: ReadonlyArray<{ readonly baseline: Baseline, readonly evaluation: { readonly logLoss: number }, readonly heldOut: { readonly logLoss: number } | null }> | null, readonly systems: ReadonlyArray<{ readonly settings: unknown, readonly isPresent: boolean, readonly worseThan: Baseline | null, readonly problem: string | null, readonly system: { readonly key: string, readonly version: string }, readonly evaluation: { readonly logLoss: number } | null, readonly heldOut: { readonly logLoss: number, readonly brier: number, readonly accuracy: number, readonly calibrationSlope: number | null, readonly miss: { readonly predicted: number, readonly actual: number, readonly count: number } | null, readonly calibration: ReadonlyArray<{ readonly predicted: number, readonly actual: number, readonly count: number }> } | null, readonly heldOutDifference: { readonly difference: number, readonly low: number | null, readonly high: number | null } | null, readonly fit: { readonly sideRole: string | null, readonly isRecommended: boolean, readonly slope: { readonly value: number, readonly low: number | null, readonly high: number | null }, readonly sideAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly favouriteAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly evaluation: { readonly miss: { readonly predicted: number, readonly actual: number, readonly count: number } | null }, readonly gain: { readonly difference: number, readonly low: number | null, readonly high: number | null } } | null }> | null, readonly tuning: { readonly settings: unknown, readonly isRecommended: boolean, readonly evaluations: number, readonly system: { readonly key: string, readonly version: string }, readonly path: ReadonlyArray<{ readonly settings: unknown, readonly logLoss: number }> } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConfigureChancesMutationVariables = Exact<{
  input: ConfigureChancesInput;
}>;


export type ConfigureChancesMutation = { readonly configureChances: { readonly league: { readonly ratingSystem: { readonly revision: number }, readonly chanceFit: { readonly sideRole: string | null, readonly matches: number, readonly sequence: number, readonly revision: number, readonly slope: { readonly value: number, readonly low: number | null, readonly high: number | null }, readonly sideAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly favouriteAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly gain: { readonly difference: number, readonly low: number | null, readonly high: number | null } } | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ConfigureRatingSystemMutationVariables = Exact<{
  input: ConfigureRatingSystemInput;
}>;


export type ConfigureRatingSystemMutation = { readonly configureRatingSystem: { readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }>, readonly standings: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ConsoleAuditQueryVariables = Exact<{
  league: string;
  subject?: string | null | undefined;
  action?: string | null | undefined;
  actor?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type ConsoleAuditQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly ratingSystems: ReadonlyArray<{ readonly key: string, readonly settingsSchema: unknown }>, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly at: string, readonly actor: string, readonly action: string, readonly reason: string, readonly before: unknown, readonly after: unknown, readonly subject: { readonly kind: AuditSubjectKind, readonly name: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConsoleImportQueryVariables = Exact<{
  league: string;
  import: string;
}>;


export type ConsoleImportQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly imports: { readonly nodes: ReadonlyArray<{ readonly accepted: number, readonly columns: ReadonlyArray<string>, readonly mapping: string | null }> } } | null, readonly node: { readonly id: string, readonly status: MatchImportStatus, readonly progress: number, readonly fileName: string, readonly bytes: number, readonly format: MatchFileFormat, readonly delimiter: string | null, readonly columns: ReadonlyArray<string>, readonly rows: ReadonlyArray<ReadonlyArray<string>>, readonly mapping: string | null, readonly dateFormat: string | null, readonly timeZone: string | null, readonly startAt: string | null, readonly every: string | null, readonly idPrefix: string | null, readonly accepted: number, readonly replayed: number, readonly error: string | null, readonly requestedBy: string, readonly requestedAt: string, readonly league: { readonly slug: string }, readonly report: { readonly matches: number, readonly known: number, readonly refused: number, readonly firstPlayedAt: string | null, readonly lastPlayedAt: string | null, readonly outOfOrder: number, readonly players: number, readonly newPlayers: number, readonly newPlayerExamples: ReadonlyArray<string>, readonly renamed: number, readonly dateFormats: ReadonlyArray<string>, readonly encoding: MatchFileEncoding | null, readonly check: string, readonly problem: string | null, readonly refusals: ReadonlyArray<{ readonly count: number, readonly lines: ReadonlyArray<number>, readonly field: string, readonly rule: string, readonly value: string }>, readonly renamedExamples: ReadonlyArray<{ readonly name: string, readonly handle: string }>, readonly examples: ReadonlyArray<{ readonly line: number, readonly externalId: string, readonly playedAt: string, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly role: string | null, readonly score: number | null, readonly placement: number | null, readonly players: ReadonlyArray<string> }> }> } | null, readonly addedMatches: { readonly counting: number, readonly amended: number, readonly withdrawn: number, readonly restorable: number } | null, readonly refusals: ReadonlyArray<{ readonly count: number, readonly lines: ReadonlyArray<number>, readonly field: string, readonly rule: string, readonly value: string }> | null } | null };

export type ConsoleImportsQueryVariables = Exact<{
  league: string;
  after?: string | null | undefined;
}>;


export type ConsoleImportsQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly imports: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: MatchImportStatus, readonly progress: number, readonly fileName: string, readonly accepted: number, readonly replayed: number, readonly requestedBy: string, readonly requestedAt: string, readonly error: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConsoleIntegrityQueryVariables = Exact<{
  league: string;
}>;


export type ConsoleIntegrityQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly matchCount: number, readonly integrityChecks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AnalysisStatus, readonly progress: number, readonly error: string | null, readonly requestedBy: string, readonly requestedAt: string, readonly finishedAt: string | null, readonly matches: number | null, readonly players: number | null, readonly signalCount: number | null, readonly signals: ReadonlyArray<{ readonly kind: IntegritySignalKind, readonly reason: string, readonly submitter: string | null, readonly matchCount: number, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly matches: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly version: number, readonly status: MatchStatus, readonly playedAt: string }> }> | null }> } } | null };

export type ConsoleLeagueQueryVariables = Exact<{
  league: string;
  after?: string | null | undefined;
}>;


export type ConsoleLeagueQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly visibility: Visibility, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly ratingSystem: { readonly raterVersion: string, readonly revision: number, readonly system: { readonly title: string } }, readonly verification: { readonly holds: boolean, readonly isCurrent: boolean, readonly problems: number, readonly verifiedAt: string } | null, readonly recomputes: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly action: string, readonly reason: string, readonly status: RecomputeStatus, readonly done: number, readonly total: number, readonly secondsLeft: number | null, readonly error: string | null, readonly requestedAt: string, readonly finishedAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConsoleLeaguesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
  includeArchived?: boolean;
}>;


export type ConsoleLeaguesQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly visibility: Visibility, readonly archivedAt: string | null, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null }> } | null, readonly leagues: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly visibility: Visibility, readonly archivedAt: string | null, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ConsoleMatchQueryVariables = Exact<{
  league: string;
  externalId: string;
}>;


export type ConsoleMatchQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly ratingSystem: { readonly formats: { readonly maxPlayersPerSide: number | null } }, readonly match: { readonly id: string, readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly submittedBy: string | null, readonly status: MatchStatus, readonly version: number, readonly weight: number, readonly details: unknown, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly role: string | null, readonly placement: number | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly scoresAgainst: ReadonlyArray<{ readonly score: number, readonly opponent: { readonly handle: string } }> }> }>, readonly history: ReadonlyArray<{ readonly version: number, readonly at: string, readonly action: string, readonly status: MatchStatus, readonly playedAt: string, readonly weight: number, readonly details: unknown, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly role: string | null, readonly placement: number | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly scoresAgainst: ReadonlyArray<{ readonly score: number, readonly opponent: { readonly handle: string } }> }> }> }> } | null } | null };

export type ConsoleMatchesQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  player?: string | null | undefined;
  status?: MatchStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type ConsoleMatchesQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly matches: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly playedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConsoleNameQueryVariables = Exact<{
  league: string;
  name: string;
  beginning: string;
}>;


export type ConsoleNameQuery = { readonly league: { readonly openEntry: boolean, readonly rating: { readonly player: { readonly handle: string } } | null, readonly named: { readonly nodes: ReadonlyArray<{ readonly handle: string, readonly displayName: string | null }> }, readonly near: ReadonlyArray<{ readonly handle: string, readonly displayName: string | null }>, readonly alike: { readonly nodes: ReadonlyArray<{ readonly handle: string, readonly displayName: string | null }> } } | null };

export type ConsoleNewMatchQueryVariables = Exact<{
  league: string;
}>;


export type ConsoleNewMatchQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly archivedAt: string | null, readonly lateMatches: LateMatches, readonly timeZone: string, readonly ratingSystem: { readonly formats: { readonly minSides: number, readonly maxSides: number | null, readonly minPlayersPerSide: number, readonly maxPlayersPerSide: number | null } }, readonly matches: { readonly nodes: ReadonlyArray<{ readonly sides: ReadonlyArray<{ readonly participants: ReadonlyArray<{ readonly isGuest: boolean }> }> }> } } | null };

export type ConsolePlayerQueryVariables = Exact<{
  league: string;
  player: string;
}>;


export type ConsolePlayerQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly rating: { readonly display: string, readonly isHidden: boolean, readonly rank: number | null, readonly matchesPlayed: number, readonly lastPlayedAt: string | null } | null } | null, readonly player: { readonly handle: string, readonly displayName: string | null, readonly formerHandles: ReadonlyArray<string>, readonly createdAt: string, readonly accounts: ReadonlyArray<{ readonly provider: string, readonly id: string }> } | null };

export type ConsolePlayersQueryVariables = Exact<{
  league: string;
  search?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
  duplicates?: boolean;
  from?: string | null | undefined;
}>;


export type ConsolePlayersQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly players: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly handle: string, readonly displayName: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly possibleDuplicates?: { readonly searchedTo: string | null, readonly pairs: ReadonlyArray<{ readonly explanation: string, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly other: { readonly handle: string, readonly displayName: string | null } }> } } | null };

export type ConsoleRatingSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleRatingSystemsQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly ratingSystems: ReadonlyArray<{ readonly key: string, readonly title: string, readonly version: string, readonly summary: string, readonly settingsSchema: unknown, readonly presets: ReadonlyArray<{ readonly name: string, readonly reason: string, readonly settings: unknown }>, readonly formats: { readonly minSides: number, readonly maxSides: number | null, readonly minPlayersPerSide: number, readonly maxPlayersPerSide: number | null } }> };

export type ConsoleRatingQueryVariables = Exact<{
  league: string;
}>;


export type ConsoleRatingQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly matchCount: number, readonly ratingSystem: { readonly raterVersion: string, readonly settings: unknown, readonly revision: number, readonly system: { readonly key: string, readonly title: string, readonly summary: string }, readonly trouble: { readonly message: string } | null }, readonly chanceFit: { readonly matches: number, readonly sequence: number, readonly slope: { readonly value: number, readonly low: number | null, readonly high: number | null }, readonly sideAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly favouriteAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly gain: { readonly difference: number, readonly low: number | null, readonly high: number | null } } | null, readonly comparisons: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly isTuning: boolean, readonly status: AnalysisStatus, readonly progress: number, readonly error: string | null, readonly finishedAt: string | null, readonly sequence: number | null, readonly heldOutMatches: number | null, readonly systems: ReadonlyArray<{ readonly settings: unknown, readonly isPresent: boolean, readonly system: { readonly key: string }, readonly heldOut: { readonly logLoss: number, readonly miss: { readonly predicted: number, readonly actual: number, readonly count: number } | null } | null, readonly heldOutDifference: { readonly difference: number, readonly low: number | null, readonly high: number | null } | null, readonly fit: { readonly isRecommended: boolean, readonly slope: { readonly value: number, readonly low: number | null, readonly high: number | null }, readonly sideAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly favouriteAdvantage: { readonly value: number, readonly low: number | null, readonly high: number | null } | null, readonly gain: { readonly difference: number, readonly low: number | null, readonly high: number | null }, readonly evaluation: { readonly miss: { readonly count: number } | null } } | null }> | null, readonly tuning: { readonly settings: unknown, readonly isRecommended: boolean, readonly evaluations: number, readonly system: { readonly key: string, readonly title: string } } | null }> }, readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string } }> } } | null, readonly ratingSystems: ReadonlyArray<{ readonly key: string, readonly title: string, readonly version: string, readonly summary: string, readonly settingsSchema: unknown, readonly presets: ReadonlyArray<{ readonly name: string, readonly reason: string, readonly settings: unknown }> }> };

export type ConsoleSettingsQueryVariables = Exact<{
  league: string;
}>;


export type ConsoleSettingsQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly archivedAt: string | null, readonly visibility: Visibility, readonly openEntry: boolean, readonly lateMatches: LateMatches, readonly opensAt: string | null, readonly timeZone: string, readonly minMatches: number, readonly activeWithin: number | null, readonly matchCount: number, readonly playerCount: number, readonly ratingSystem: { readonly formats: { readonly minSides: number, readonly maxSides: number | null, readonly minPlayersPerSide: number, readonly maxPlayersPerSide: number | null } }, readonly statusRules: { readonly didNotFinish: StatusRule, readonly didNotStart: StatusRule, readonly disqualified: StatusRule, readonly forfeit: StatusRule }, readonly queue: { readonly wait: number, readonly band: number } } | null };

export type ConsoleTokensQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type ConsoleTokensQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly tokens: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<string>, readonly createdAt: string, readonly createdBy: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly leagues: ReadonlyArray<{ readonly slug: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ConsoleWebhookQueryVariables = Exact<{
  league: string;
  webhook: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type ConsoleWebhookQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null } | null, readonly node: { readonly id: string, readonly url: string, readonly format: WebhookFormat, readonly events: ReadonlyArray<WebhookEvent>, readonly createdAt: string, readonly createdBy: string, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly disabledAt: string | null, readonly disabledReason: WebhookDisabledReason | null, readonly league: { readonly slug: string }, readonly deliveries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: WebhookDeliveryStatus, readonly createdAt: string, readonly attempts: number, readonly attemptedAt: string | null, readonly deliveredAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly durationMs: number | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type ConsoleWebhooksQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type ConsoleWebhooksQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly archivedAt: string | null, readonly webhooks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly format: WebhookFormat, readonly events: ReadonlyArray<WebhookEvent>, readonly failingSince: string | null, readonly nextAttemptAt: string | null, readonly disabledAt: string | null, readonly disabledReason: WebhookDisabledReason | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type CreateLeagueMutationVariables = Exact<{
  input: CreateLeagueInput;
}>;


export type CreateLeagueMutation = { readonly createLeague: { readonly league: { readonly id: string, readonly slug: string, readonly ratingSystem: { readonly settings: unknown, readonly system: { readonly key: string, readonly version: string } } } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { readonly createToken: { readonly secret: string | null, readonly token: { readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<string>, readonly expiresAt: string | null, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { readonly createWebhook: { readonly secret: string | null, readonly webhook: { readonly id: string, readonly url: string, readonly format: WebhookFormat, readonly events: ReadonlyArray<WebhookEvent> } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type DeleteLeagueMutationVariables = Exact<{
  input: DeleteLeagueInput;
}>;


export type DeleteLeagueMutation = { readonly deleteLeague: { readonly slug: string | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly webhook: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type EnableWebhookMutationVariables = Exact<{
  input: EnableWebhookInput;
}>;


export type EnableWebhookMutation = { readonly enableWebhook: { readonly webhook: { readonly id: string, readonly disabledAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ErasePlayerMutationVariables = Exact<{
  input: ErasePlayerInput;
}>;


export type ErasePlayerMutation = { readonly erasePlayer: { readonly player: { readonly id: string, readonly handle: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type EventCursorQueryVariables = Exact<{
  league: string;
}>;


export type EventCursorQuery = { readonly league: { readonly eventCursor: string } | null };

export type FindPlayersQueryVariables = Exact<{
  league: string;
  search: string;
  first?: number;
}>;


export type FindPlayersQuery = { readonly league: { readonly players: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly handle: string, readonly displayName: string | null }> } } | null };

export type FollowBoardSubscriptionVariables = Exact<{
  league: string;
  after?: string | null | undefined;
}>;


export type FollowBoardSubscription = { readonly standingsChanged: { readonly cursor: string, readonly change: StandingsChange, readonly revision: number, readonly matchCount: number, readonly moved: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string }, readonly rating: { readonly value: number | null, readonly display: string, readonly isProvisional: boolean } }> | null } };

export type FollowMatchesSubscriptionVariables = Exact<{
  league: string;
  after?: string | null | undefined;
}>;


export type FollowMatchesSubscription = { readonly matchRated: { readonly cursor: string, readonly isLate: boolean, readonly match: { readonly externalId: string, readonly playedAt: string, readonly sides: ReadonlyArray<{ readonly effectivePlacement: number | null, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly after: { readonly value: number | null } } | null }> }> } } };

export type HeadToHeadQueryVariables = Exact<{
  league: string;
  player: string;
  opponent: string;
}>;


export type HeadToHeadQuery = { readonly league: { readonly headToHead: { readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null } } | null };

export type HidePlayerMutationVariables = Exact<{
  input: HidePlayerInput;
}>;


export type HidePlayerMutation = { readonly hidePlayer: { readonly rating: { readonly isHidden: boolean, readonly rank: number | null, readonly player: { readonly handle: string } } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type IntegrityChecksQueryVariables = Exact<{
  league: string;
}>;


export type IntegrityChecksQuery = { readonly league: { readonly integrityChecks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly status: AnalysisStatus, readonly progress: number, readonly error: string | null, readonly finishedAt: string | null, readonly sequence: number | null, readonly revision: number | null, readonly matches: number | null, readonly players: number | null, readonly signalCount: number | null, readonly signals: ReadonlyArray<{ readonly kind: IntegritySignalKind, readonly reason: string, readonly submitter: string | null, readonly matchCount: number, readonly player: { readonly handle: string }, readonly others: ReadonlyArray<{ readonly handle: string }>, readonly figures: ReadonlyArray<{ readonly name: string, readonly value: number }>, readonly matches: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly version: number, readonly status: MatchStatus }> }> | null }> } } | null };

export type JoinQueueMutationVariables = Exact<{
  input: JoinQueueInput;
}>;


export type JoinQueueMutation = { readonly joinQueue: { readonly ticket: { readonly id: string, readonly status: QueueTicketStatus, readonly expiresAt: string, readonly winProbability: number | null, readonly opponent: { readonly handle: string } | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type LeagueNumbersQueryVariables = Exact<{
  league: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type LeagueNumbersQuery = { readonly league: { readonly name: string, readonly lastMatchAt: string | null, readonly matchCount: number, readonly playerCount: number, readonly activity: ReadonlyArray<{ readonly day: string, readonly count: number }>, readonly distribution: ReadonlyArray<{ readonly value: number, readonly to: number, readonly count: number }> } | null };

export type LeaguesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
  orderBy?: LeagueOrder;
}>;


export type LeaguesQuery = { readonly leagues: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly description: string, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly ratingSystem: { readonly system: { readonly title: string } } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type LeaveQueueMutationVariables = Exact<{
  input: LeaveQueueInput;
}>;


export type LeaveQueueMutation = { readonly leaveQueue: { readonly ticket: { readonly status: QueueTicketStatus, readonly opponent: { readonly handle: string } | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type LinkAccountMutationVariables = Exact<{
  input: LinkAccountInput;
}>;


export type LinkAccountMutation = { readonly linkAccount: { readonly player: { readonly handle: string, readonly displayName: string | null, readonly accounts: ReadonlyArray<{ readonly provider: string, readonly id: string }> } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type MatchListQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  player?: string | null | undefined;
  status?: MatchStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type MatchListQuery = { readonly league: { readonly matches: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly playedAt: string, readonly status: MatchStatus, readonly weight: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly role: string | null, readonly placement: number | null, readonly score: number | null, readonly effectivePlacement: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly after: { readonly value: number | null } } | null }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type MatchPageQueryVariables = Exact<{
  league: string;
  externalId: string;
}>;


export type MatchPageQuery = { readonly league: { readonly name: string, readonly match: { readonly playedAt: string, readonly status: MatchStatus, readonly expected: ReadonlyArray<{ readonly winProbability: number }> | null, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } } | null }> }>, readonly history: ReadonlyArray<{ readonly version: number, readonly at: string, readonly action: string, readonly status: MatchStatus, readonly playedAt: string, readonly sides: ReadonlyArray<{ readonly placement: number | null, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly player: { readonly handle: string } }> }> }> } | null } | null };

export type MatchQueryVariables = Exact<{
  league: string;
  externalId: string;
}>;


export type MatchQuery = { readonly league: { readonly match: { readonly id: string, readonly externalId: string, readonly playedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly placement: number | null, readonly score: number | null, readonly effectivePlacement: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } } | null }> }> } | null } | null };

export type MergePlayersMutationVariables = Exact<{
  input: MergePlayersInput;
}>;


export type MergePlayersMutation = { readonly mergePlayers: { readonly player: { readonly handle: string } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type MoversQueryVariables = Exact<{
  league: string;
  since: string;
  first?: number;
}>;


export type MoversQuery = { readonly league: { readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly movement: number | null, readonly player: { readonly handle: string }, readonly rating: { readonly display: string, readonly form: ReadonlyArray<Result> } }> } } | null };

export type OpponentsQueryVariables = Exact<{
  league: string;
  player: string;
  first?: number;
}>;


export type OpponentsQuery = { readonly league: { readonly rating: { readonly mostPlayed: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly rivals: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly nemesis: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly bestWins: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly worstDefeats: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }> } | null } | null };

export type PlayerPageQueryVariables = Exact<{
  league: string;
  player: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type PlayerPageQuery = { readonly league: { readonly name: string, readonly rating: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly percentile: number | null, readonly peak: number | null, readonly lowest: number | null, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null, readonly createdAt: string, readonly accounts: ReadonlyArray<{ readonly provider: string, readonly id: string }> }, readonly peakMatch: { readonly externalId: string, readonly playedAt: string } | null, readonly streaks: { readonly current: { readonly result: Result, readonly matches: number, readonly from: string } | null, readonly longestWinning: { readonly matches: number, readonly from: string, readonly to: string } | null, readonly longestLosing: { readonly matches: number, readonly from: string, readonly to: string } | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }>, readonly history: { readonly nodes: ReadonlyArray<{ readonly delta: number | null, readonly explanation: string, readonly expectedScore: number, readonly actualScore: number, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null }, readonly adjustments: ReadonlyArray<{ readonly reason: string, readonly points: number }>, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly weight: number, readonly delta: number | null, readonly opponent: { readonly handle: string } }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null } | null };

export type PossibleDuplicatesQueryVariables = Exact<{
  league: string;
  from?: string | null | undefined;
}>;


export type PossibleDuplicatesQuery = { readonly league: { readonly possibleDuplicates: { readonly searchedTo: string | null, readonly pairs: ReadonlyArray<{ readonly reasons: ReadonlyArray<DuplicateReason>, readonly days: number, readonly explanation: string, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly other: { readonly handle: string, readonly displayName: string | null } }> } } | null };

export type PredictionQueryVariables = Exact<{
  league: string;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
  roles?: ReadonlyArray<string | null | undefined> | string | null | undefined;
  at?: string | null | undefined;
}>;


export type PredictionQuery = { readonly league: { readonly prediction: { readonly sides: ReadonlyArray<{ readonly winProbability: number, readonly players: ReadonlyArray<{ readonly handle: string }> }>, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> }> } } | null };

export type PreviewRatingQueryVariables = Exact<{
  ratingSystem: string;
  settings?: unknown;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
}>;


export type PreviewRatingQuery = { readonly previewRating: { readonly matchesForRank: number | null, readonly sides: ReadonlyArray<{ readonly players: ReadonlyArray<string>, readonly winProbability: number }> | null, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly player: string, readonly delta: number | null, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null } }> }> | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type QueueTicketChangedSubscriptionVariables = Exact<{
  ticket: string;
}>;


export type QueueTicketChangedSubscription = { readonly queueTicketChanged: { readonly status: QueueTicketStatus, readonly winProbability: number | null, readonly resolvedAt: string | null, readonly opponent: { readonly handle: string } | null } };

export type QueueQueryVariables = Exact<{
  league: string;
}>;


export type QueueQuery = { readonly league: { readonly queue: { readonly waiting: number, readonly band: number, readonly wait: number }, readonly matches: { readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly pairing: { readonly pairedAt: string, readonly tickets: ReadonlyArray<{ readonly winProbability: number | null, readonly player: { readonly handle: string } }> } | null }> } } | null };

export type RatingSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type RatingSystemsQuery = { readonly ratingSystems: ReadonlyArray<{ readonly key: string, readonly title: string, readonly version: string, readonly summary: string, readonly source: string, readonly settingsSchema: unknown, readonly defaultSettings: unknown, readonly presets: ReadonlyArray<{ readonly name: string, readonly reason: string, readonly settings: unknown }>, readonly formats: { readonly minSides: number, readonly maxSides: number | null, readonly minPlayersPerSide: number, readonly maxPlayersPerSide: number | null } }> };

export type RecomputeLeagueMutationVariables = Exact<{
  input: RecomputeLeagueInput;
}>;


export type RecomputeLeagueMutation = { readonly recomputeLeague: { readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RecomputeQueryVariables = Exact<{
  id: string;
}>;


export type RecomputeQuery = { readonly node: { readonly status: RecomputeStatus, readonly done: number, readonly total: number, readonly secondsLeft: number | null, readonly revision: number | null, readonly error: string | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null } | null };

export type RegisterPlayersMutationVariables = Exact<{
  input: RegisterPlayersInput;
}>;


export type RegisterPlayersMutation = { readonly registerPlayers: { readonly league: { readonly slug: string } | null, readonly players: ReadonlyArray<{ readonly id: string, readonly handle: string, readonly displayName: string | null }> | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ReplayWebhookDeliveryMutationVariables = Exact<{
  input: ReplayWebhookDeliveryInput;
}>;


export type ReplayWebhookDeliveryMutation = { readonly replayWebhookDelivery: { readonly delivery: { readonly id: string, readonly status: WebhookDeliveryStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RestoreImportMutationVariables = Exact<{
  input: RestoreImportInput;
}>;


export type RestoreImportMutation = { readonly restoreImport: { readonly import: { readonly id: string, readonly addedMatches: { readonly counting: number, readonly amended: number, readonly withdrawn: number, readonly restorable: number } | null } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RestoreLeagueMutationVariables = Exact<{
  input: RestoreLeagueInput;
}>;


export type RestoreLeagueMutation = { readonly restoreLeague: { readonly league: { readonly slug: string, readonly archivedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RestoreMatchMutationVariables = Exact<{
  input: RestoreMatchInput;
}>;


export type RestoreMatchMutation = { readonly restoreMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RestoreMatchesMutationVariables = Exact<{
  input: RestoreMatchesInput;
}>;


export type RestoreMatchesMutation = { readonly restoreMatches: { readonly matches: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number }> | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RevisionsQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type RevisionsQuery = { readonly league: { readonly ratingSystem: { readonly raterVersion: string, readonly settings: unknown, readonly appliedAt: string, readonly system: { readonly title: string, readonly summary: string, readonly source: string } }, readonly revisions: { readonly nodes: ReadonlyArray<{ readonly revision: number, readonly raterVersion: string, readonly settings: unknown, readonly appliedAt: string, readonly system: { readonly title: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type RevokeTokenMutationVariables = Exact<{
  input: RevokeTokenInput;
}>;


export type RevokeTokenMutation = { readonly revokeToken: { readonly token: { readonly id: string, readonly revokedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RotateTokenMutationVariables = Exact<{
  input: RotateTokenInput;
}>;


export type RotateTokenMutation = { readonly rotateToken: { readonly secret: string | null, readonly formerSecretEndsAt: string | null, readonly token: { readonly id: string, readonly name: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { readonly rotateWebhookSecret: { readonly secret: string | null, readonly formerSecretEndsAt: string | null, readonly webhook: { readonly id: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type ShowPlayerMutationVariables = Exact<{
  input: ShowPlayerInput;
}>;


export type ShowPlayerMutation = { readonly showPlayer: { readonly rating: { readonly isHidden: boolean, readonly rank: number | null, readonly player: { readonly handle: string } } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type SiteAboutQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type SiteAboutQuery = { readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly timeZone: string, readonly createdAt: string, readonly opensAt: string | null, readonly lateMatches: LateMatches, readonly openEntry: boolean, readonly matchCount: number, readonly playerCount: number, readonly refreshedThrough: string, readonly verification: { readonly verifiedAt: string, readonly isCurrent: boolean, readonly holds: boolean, readonly problems: number } | null, readonly ratingSystem: { readonly raterVersion: string, readonly settings: unknown, readonly revision: number, readonly appliedAt: string, readonly system: { readonly title: string, readonly summary: string, readonly source: string, readonly settingsSchema: unknown } }, readonly revisions: { readonly nodes: ReadonlyArray<{ readonly revision: number, readonly raterVersion: string, readonly appliedAt: string, readonly system: { readonly title: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type SiteBoardQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  around?: string | null | undefined;
  asOf?: string | null | undefined;
  asKnownAt?: string | null | undefined;
  since: string;
}>;


export type SiteBoardQuery = { readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly timeZone: string, readonly eventCursor: string, readonly createdAt: string, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly matchesForRank: number, readonly activeWithin: number | null, readonly ratingSystem: { readonly revision: number, readonly system: { readonly title: string } }, readonly standings: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly movement: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result> } }>, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type SiteCardQueryVariables = Exact<{
  league: string;
  player: string;
  hasPlayer: boolean;
}>;


export type SiteCardQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly playerCount: number, readonly matchCount: number, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly standings?: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string } }> }, readonly rating?: { readonly rank: number | null, readonly display: string, readonly isProvisional: boolean, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }> } | null } | null };

export type SiteDuelQueryVariables = Exact<{
  league: string;
  player: string;
  opponent: string;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
}>;


export type SiteDuelQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly left: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null } } | null, readonly right: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null } } | null, readonly headToHead: { readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null }, readonly prediction: { readonly sides: ReadonlyArray<{ readonly winProbability: number }>, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> }> }, readonly ratingSystem: { readonly system: { readonly title: string } } } | null };

export type CornerFragment = { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null } };

export type SiteFrontQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type SiteFrontQuery = { readonly leagues: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly description: string, readonly timeZone: string, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly matchesForRank: number, readonly activeWithin: number | null, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string } }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type SiteLiveQueryVariables = Exact<{
  league: string;
  places?: number;
  matches?: number;
  since: string;
}>;


export type SiteLiveQuery = { readonly league: { readonly eventCursor: string, readonly slug: string, readonly name: string, readonly timeZone: string, readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly movement: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string, readonly form: ReadonlyArray<Result> } }> }, readonly matches: { readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly ratingChange: { readonly delta: number | null } | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> }> }> }, readonly ratingSystem: { readonly system: { readonly title: string } } } | null };

export type SiteMatchQueryVariables = Exact<{
  league: string;
  externalId: string;
  locale: string;
}>;


export type SiteMatchQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly chanceFit: { readonly matches: number } | null, readonly match: { readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly submittedBy: string | null, readonly status: MatchStatus, readonly version: number, readonly details: unknown, readonly expected: ReadonlyArray<{ readonly winProbability: number }> | null, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly ratingChange: { readonly delta: number | null, readonly explanation: string, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null }, readonly adjustments: ReadonlyArray<{ readonly reason: string, readonly points: number }>, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly weight: number, readonly delta: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> } | null }> }>, readonly history: ReadonlyArray<{ readonly version: number, readonly at: string, readonly action: string, readonly status: MatchStatus, readonly playedAt: string, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> }> }> } | null, readonly ratingSystem: { readonly system: { readonly title: string } } } | null };

export type SiteMatchesQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  player?: string | null | undefined;
  status?: MatchStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SiteMatchesQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly matches: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly ratingChange: { readonly delta: number | null } | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly ratingSystem: { readonly system: { readonly title: string } } } | null };

export type SiteNumbersQueryVariables = Exact<{
  league: string;
}>;


export type SiteNumbersQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly lastMatchAt: string | null, readonly matchCount: number, readonly playerCount: number, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly activity: ReadonlyArray<{ readonly day: string, readonly count: number }>, readonly distribution: ReadonlyArray<{ readonly value: number, readonly to: number, readonly count: number }>, readonly chanceFit: { readonly matches: number } | null, readonly calibration: { readonly matches: number, readonly since: string | null, readonly groups: ReadonlyArray<{ readonly expected: number, readonly scored: number, readonly count: number }> } } | null };

export type SitePersonQueryVariables = Exact<{
  player: string;
  first?: number;
}>;


export type SitePersonQuery = { readonly player: { readonly handle: string, readonly displayName: string | null, readonly formerHandles: ReadonlyArray<string>, readonly createdAt: string, readonly ratings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly display: string, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } } } }> } } | null };

export type SitePlayerQueryVariables = Exact<{
  league: string;
  player: string;
  first?: number;
  after?: string | null | undefined;
  locale: string;
}>;


export type SitePlayerQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly matchesForRank: number, readonly ratingSystem: { readonly system: { readonly key: string, readonly title: string } }, readonly rating: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isHidden: boolean, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly percentile: number | null, readonly peak: number | null, readonly lowest: number | null, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly peakMatch: { readonly externalId: string, readonly playedAt: string } | null, readonly streaks: { readonly current: { readonly result: Result, readonly matches: number, readonly from: string } | null, readonly longestWinning: { readonly matches: number, readonly from: string, readonly to: string } | null, readonly longestLosing: { readonly matches: number, readonly from: string, readonly to: string } | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }>, readonly activity: ReadonlyArray<{ readonly day: string, readonly count: number }>, readonly mostPlayed: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly rival: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly nemesis: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly bestWins: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly worstDefeats: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly history: { readonly nodes: ReadonlyArray<{ readonly delta: number | null, readonly result: Result, readonly explanation: string, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly after: { readonly value: number | null }, readonly adjustments: ReadonlyArray<{ readonly reason: string, readonly points: number }>, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly delta: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null } | null };

export type SiteQueueQueryVariables = Exact<{
  league: string;
  first?: number;
}>;


export type SiteQueueQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly queue: { readonly waiting: number, readonly band: number, readonly wait: number, readonly tickets: ReadonlyArray<{ readonly joinedAt: string, readonly player: { readonly handle: string, readonly displayName: string | null } }> }, readonly ratingSystem: { readonly system: { readonly title: string } } } | null };

export type StandingsOfADayQueryVariables = Exact<{
  league: string;
  day: string;
}>;


export type StandingsOfADayQuery = { readonly league: { readonly timeZone: string, readonly snapshot: { readonly midnight: string, readonly revision: number, readonly playerCount: number, readonly places: { readonly nodes: ReadonlyArray<{ readonly rank: number, readonly score: number | null, readonly player: { readonly handle: string } }> } } | null } | null };

export type StartImportMutationVariables = Exact<{
  input: StartImportInput;
}>;


export type StartImportMutation = { readonly startImport: { readonly import: { readonly id: string, readonly status: MatchImportStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type SubmitMatchesMutationVariables = Exact<{
  input: SubmitMatchesInput;
}>;


export type SubmitMatchesMutation = { readonly submitMatches: { readonly results: ReadonlyArray<
      | (
        { readonly replayed: boolean, readonly match: { readonly id: string, readonly externalId: string, readonly sides: ReadonlyArray<{ readonly participants: ReadonlyArray<{ readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null } } | null }> }> } }
        & { readonly __typename: 'MatchAccepted' }
      )
      | (
        { readonly externalId: string, readonly error: (
          { readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
          & { readonly __typename: 'ArchivedError' | 'BadInputError' | 'BadSettingsError' | 'ConflictError' | 'IdempotencyMismatchError' | 'LateMatchError' | 'OutOfWindowError' | 'QueueFullError' | 'QuotaExceededError' | 'RaterFailedError' | 'RaterMissingError' | 'StaleVersionError' | 'TakenError' | 'UnknownPlayerError' | 'UnratableMatchesError' }
        ) }
        & { readonly __typename: 'MatchRejected' }
      )
    > | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { readonly testWebhook: { readonly delivery: { readonly id: string, readonly status: WebhookDeliveryStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type TokensQueryVariables = Exact<{
  league?: string | null | undefined;
  createdBy?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type TokensQuery = { readonly tokens: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<string>, readonly createdAt: string, readonly createdBy: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly leagues: ReadonlyArray<{ readonly slug: string }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TuneRatingSystemMutationVariables = Exact<{
  input: TuneRatingSystemInput;
}>;


export type TuneRatingSystemMutation = { readonly tuneRatingSystem: { readonly comparison: { readonly id: string, readonly status: AnalysisStatus, readonly progress: number } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type UnlinkAccountMutationVariables = Exact<{
  input: UnlinkAccountInput;
}>;


export type UnlinkAccountMutation = { readonly unlinkAccount: { readonly player: { readonly handle: string } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type UnmergePlayersMutationVariables = Exact<{
  input: UnmergePlayersInput;
}>;


export type UnmergePlayersMutation = { readonly unmergePlayers: { readonly player: { readonly handle: string } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type UpdateLeagueMutationVariables = Exact<{
  input: UpdateLeagueInput;
}>;


export type UpdateLeagueMutation = { readonly updateLeague: { readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly visibility: Visibility, readonly openEntry: boolean, readonly lateMatches: LateMatches, readonly opensAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type UpdatePlayerMutationVariables = Exact<{
  input: UpdatePlayerInput;
}>;


export type UpdatePlayerMutation = { readonly updatePlayer: { readonly player: { readonly handle: string, readonly displayName: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: { readonly webhook: { readonly id: string, readonly url: string, readonly format: WebhookFormat, readonly events: ReadonlyArray<WebhookEvent> } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type VerificationQueryVariables = Exact<{
  league: string;
}>;


export type VerificationQuery = { readonly league: { readonly verification: { readonly verifiedAt: string, readonly sequence: number, readonly revision: number, readonly isCurrent: boolean, readonly holds: boolean, readonly problems: number } | null } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly viewer: { readonly name: string, readonly scopes: ReadonlyArray<string>, readonly leagues: ReadonlyArray<{ readonly slug: string }> } | null };

export type VoidMatchMutationVariables = Exact<{
  input: VoidMatchInput;
}>;


export type VoidMatchMutation = { readonly voidMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type VoidMatchesMutationVariables = Exact<{
  input: VoidMatchesInput;
}>;


export type VoidMatchesMutation = { readonly voidMatches: { readonly matches: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number }> | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type WebhookDeliveriesQueryVariables = Exact<{
  webhook: string;
  status?: WebhookDeliveryStatus | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { readonly node: { readonly id: string, readonly deliveries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: string, readonly status: WebhookDeliveryStatus, readonly createdAt: string, readonly attempts: number, readonly attemptedAt: string | null, readonly deliveredAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly durationMs: number | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type WebhooksQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { readonly league: { readonly webhooks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly url: string, readonly format: WebhookFormat, readonly events: ReadonlyArray<WebhookEvent>, readonly createdAt: string, readonly createdBy: string, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly disabledAt: string | null, readonly disabledReason: WebhookDisabledReason | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type WithdrawImportMutationVariables = Exact<{
  input: WithdrawImportInput;
}>;


export type WithdrawImportMutation = { readonly withdrawImport: { readonly import: { readonly id: string, readonly addedMatches: { readonly counting: number, readonly amended: number, readonly withdrawn: number, readonly restorable: number } | null } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly rankBefore: number | null, readonly rankAfter: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };


/** An administrator: corrects when a match was played, who played or how it ended. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const AmendMatchDocument =
  'mutation AmendMatch($input:AmendMatchInput!){amendMatch(input:$input){match{id externalId status version}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<AmendMatchMutation, AmendMatchMutationVariables>;

/** An administrator: archives a league whose time is over; it can be read, and nothing is written to it. */
export const ArchiveLeagueDocument =
  'mutation ArchiveLeague($input:ArchiveLeagueInput!){archiveLeague(input:$input){league{slug archivedAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ArchiveLeagueMutation, ArchiveLeagueMutationVariables>;

/** An administrator: who changed what in a league, newest first, with what it was before and after. A platform admin asks for `auditLog` at the top instead and gets that of the whole platform, renames of players included. */
export const AuditLogDocument =
  'query AuditLog($league:String!$subject:String$action:String$actor:String$first:Int!=50$after:String){league(slug:$league){auditLog(subject:$subject action:$action actor:$actor first:$first after:$after){nodes{id at actor action subject{kind name}before after reason}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<AuditLogQuery, AuditLogQueryVariables>;

/** A site: a page of a league's board. With $around: the page that has this player in the middle. */
export const BoardDocument =
  'query Board($league:String!$first:Int!=50$after:String$around:String$includeProvisional:Boolean!=false){league(slug:$league){name description matchCount playerCount standings(first:$first after:$after around:$around includeProvisional:$includeProvisional){totalCount nodes{rank player{handle displayName}rating{display score value deviation isProvisional matchesPlayed wins draws losses lastPlayedAt form}}pageInfo{hasPreviousPage hasNextPage startCursor endCursor}}}}' as TypedDocument<BoardQuery, BoardQueryVariables>;

/** An administrator: stop a comparison in the background. Needs league:admin for the league. */
export const CancelComparisonDocument =
  'mutation CancelComparison($input:CancelComparisonInput!){cancelComparison(input:$input){comparison{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CancelComparisonMutation, CancelComparisonMutationVariables>;

/** An administrator: cancel an import and delete its file. Needs league:admin for the league. */
export const CancelImportDocument =
  'mutation CancelImport($input:CancelImportInput!){cancelImport(input:$input){import{id status accepted}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CancelImportMutation, CancelImportMutationVariables>;

/** An administrator: stop a check for arranged results. Needs league:admin for the league. */
export const CancelIntegrityCheckDocument =
  'mutation CancelIntegrityCheck($input:CancelIntegrityCheckInput!){cancelIntegrityCheck(input:$input){check{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CancelIntegrityCheckMutation, CancelIntegrityCheckMutationVariables>;

/** An administrator: cancels a recompute; the board stays as it is. */
export const CancelRecomputeDocument =
  'mutation CancelRecompute($input:CancelRecomputeInput!){cancelRecompute(input:$input){recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CancelRecomputeMutation, CancelRecomputeMutationVariables>;

/** An administrator: check a whole file of matches with a mapping of its columns, in the background. Needs league:admin for the league. */
export const CheckImportDocument =
  'mutation CheckImport($input:CheckImportInput!){checkImport(input:$input){import{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CheckImportMutation, CheckImportMutationVariables>;

/** An administrator: look for signs of arranged results, in the background. Needs league:admin for the league. */
export const CheckIntegrityDocument =
  'mutation CheckIntegrity($input:CheckIntegrityInput!){checkIntegrity(input:$input){check{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CheckIntegrityMutation, CheckIntegrityMutationVariables>;

/** An administrator: the same in the background, without a limit of time; its result is kept. Needs league:admin for the league. */
export const CompareInBackgroundDocument =
  'mutation CompareInBackground($input:CompareRatingSystemsInput!){compareRatingSystems(input:$input){comparison{id status progress}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CompareInBackgroundMutation, CompareInBackgroundMutationVariables>;

/** An administrator: which rating system, or which settings, would have predicted a league's matches best? Needs league:admin for it. */
export const CompareRatingSystemsDocument =
  'mutation CompareRatingSystems($input:CompareRatingSystemsInput!){compareRatingSystems(input:$input){matches baselines{baseline evaluation{logLoss}}systems{system{key title version}settings isPresent evaluation{logLoss brier accuracy won{matches logLoss}drawn{matches logLoss}pairs{count logLoss brier order}rankedProbability calibrationSlope miss{predicted actual count}calibration{predicted actual count}}difference{difference low high}worseThan problem}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CompareRatingSystemsMutation, CompareRatingSystemsMutationVariables>;

/** An administrator: follow a comparison in the background until it is over. Needs league:admin for the league. */
export const ComparisonProgressedDocument =
  'subscription ComparisonProgressed($comparison:ID!){comparisonProgressed(comparison:$comparison){id status progress error}}' as TypedDocument<ComparisonProgressedSubscription, ComparisonProgressedSubscriptionVariables>;

/** An administrator: comparisons in the background, with their results. Needs league:admin for the league. */
export const ComparisonsDocument =
  'query Comparisons($league:String!$first:Int=5$after:String){league(slug:$league){comparisons(first:$first after:$after){nodes{id status progress error requestedBy requestedAt startedAt finishedAt sequence revision matches burnInMatches heldOutMatches baselines{baseline evaluation{logLoss}heldOut{logLoss}}systems{system{key version}settings isPresent evaluation{logLoss}heldOut{logLoss brier accuracy calibrationSlope miss{predicted actual count}calibration{predicted actual count}}heldOutDifference{difference low high}fit{slope{value low high}sideAdvantage{value low high}sideRole favouriteAdvantage{value low high}evaluation{miss{predicted actual count}}gain{difference low high}isRecommended}worseThan problem}tuning{system{key version}settings isRecommended evaluations path{settings logLoss}}}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<ComparisonsQuery, ComparisonsQueryVariables>;

/** An administrator: show chances that are fitted to the league's history, as a comparison has measured them. Needs league:admin for it. */
export const ConfigureChancesDocument =
  'mutation ConfigureChances($input:ConfigureChancesInput!){configureChances(input:$input){league{ratingSystem{revision}chanceFit{slope{value low high}sideAdvantage{value low high}sideRole favouriteAdvantage{value low high}gain{difference low high}matches sequence revision}}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ConfigureChancesMutation, ConfigureChancesMutationVariables>;

/** An administrator: rates a league by another system, or other settings, from its first match on. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const ConfigureRatingSystemDocument =
  'mutation ConfigureRatingSystem($input:ConfigureRatingSystemInput!){configureRatingSystem(input:$input){effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}standings{rank player{handle displayName}rating{display}}}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ConfigureRatingSystemMutation, ConfigureRatingSystemMutationVariables>;

/** The console: who changed what in a league, newest first, with what it was before and after. */
export const ConsoleAuditDocument =
  'query ConsoleAudit($league:String!$subject:String$action:String$actor:String$first:Int!=30$after:String){viewer{...Caller}ratingSystems{key settingsSchema}league(slug:$league){slug name timeZone archivedAt auditLog(subject:$subject action:$action actor:$actor first:$first after:$after){nodes{id at actor action reason before after subject{kind name}}pageInfo{hasNextPage endCursor}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleAuditQuery, ConsoleAuditQueryVariables>;

/** The console: a file of matches, what its columns mean, what importing it would do, and how far it is. */
export const ConsoleImportDocument =
  'query ConsoleImport($league:String!$import:ID!){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt imports(first:10){nodes{accepted columns mapping}}}node(id:$import){...on MatchImport{id league{slug}status progress fileName bytes format delimiter columns rows mapping dateFormat timeZone startAt every idPrefix report{matches known refused refusals{count lines field rule value}firstPlayedAt lastPlayedAt outOfOrder players newPlayers newPlayerExamples renamed renamedExamples{name handle}dateFormats encoding check examples{line externalId playedAt sides{name role score placement players}}problem}accepted addedMatches{counting amended withdrawn restorable}replayed refusals{count lines field rule value}error requestedBy requestedAt}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleImportQuery, ConsoleImportQueryVariables>;

/** The console: files of matches that were handed in for a league. */
export const ConsoleImportsDocument =
  'query ConsoleImports($league:String!$after:String){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt imports(first:20 after:$after){nodes{id status progress fileName accepted replayed requestedBy requestedAt error}pageInfo{hasNextPage endCursor}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleImportsQuery, ConsoleImportsQueryVariables>;

/** The console: checks of a league for arranged results, with what they found. */
export const ConsoleIntegrityDocument =
  'query ConsoleIntegrity($league:String!){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt matchCount integrityChecks(first:2){nodes{id status progress error requestedBy requestedAt finishedAt matches players signalCount signals{kind reason player{handle displayName}submitter matchCount matches(first:20){id externalId version status playedAt}}}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleIntegrityQuery, ConsoleIntegrityQueryVariables>;

/** The console: how a league is doing, with its newest recomputes. */
export const ConsoleLeagueDocument =
  'query ConsoleLeague($league:String!$after:String){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt visibility matchCount playerCount lastMatchAt ratingSystem{system{title}raterVersion revision}verification{holds isCurrent problems verifiedAt}recomputes(first:10 after:$after){nodes{id action reason status done total secondsLeft error requestedAt finishedAt}pageInfo{hasNextPage endCursor}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleLeagueQuery, ConsoleLeagueQueryVariables>;

/** The console: the leagues that a session may run, and which need a look. */
export const ConsoleLeaguesDocument =
  'query ConsoleLeagues($first:Int!=50$after:String$search:String$includeArchived:Boolean!=false){viewer{name scopes leagues{slug name visibility archivedAt matchCount playerCount lastMatchAt}}leagues(first:$first after:$after search:$search includeArchived:$includeArchived){totalCount nodes{slug name visibility archivedAt matchCount playerCount lastMatchAt}pageInfo{hasNextPage endCursor}}}' as TypedDocument<ConsoleLeaguesQuery, ConsoleLeaguesQueryVariables>;

/** The console: a match as it is and as it was, to correct it. */
export const ConsoleMatchDocument =
  'query ConsoleMatch($league:String!$externalId:String!){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt ratingSystem{formats{maxPlayersPerSide}}match(externalId:$externalId){id externalId playedAt submittedAt submittedBy status version weight details sides{name role placement effectivePlacement status score participants{player{handle displayName}isGuest score minutesPlayed scoresAgainst{opponent{handle}score}}}history{version at action status playedAt weight details sides{name role placement effectivePlacement status score participants{player{handle displayName}isGuest score minutesPlayed scoresAgainst{opponent{handle}score}}}}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleMatchQuery, ConsoleMatchQueryVariables>;

/** The console: matches of a league to correct, newest first, with filters. */
export const ConsoleMatchesDocument =
  'query ConsoleMatches($league:String!$first:Int!=20$after:String$player:String$status:MatchStatus$from:DateTime$to:DateTime){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt matches(first:$first after:$after player:$player status:$status from:$from to:$to){totalCount nodes{id externalId playedAt status version sides{...ListedSide}}pageInfo{hasNextPage endCursor}}}}fragment Caller on Viewer{name scopes leagues{slug}}fragment ListedSide on Side{name effectivePlacement status score participants{player{handle displayName}isGuest score}}' as TypedDocument<ConsoleMatchesQuery, ConsoleMatchesQueryVariables>;

/** The console: whom of a league a name means, and those whose names are nearly the same or begin like it. */
export const ConsoleNameDocument =
  'query ConsoleName($league:String!$name:String!$beginning:String!){league(slug:$league){openEntry rating(player:$name){player{handle}}named:players(search:$name first:100){nodes{handle displayName}}near:nearPlayers(name:$name){handle displayName}alike:players(search:$beginning first:100){nodes{handle displayName}}}}' as TypedDocument<ConsoleNameQuery, ConsoleNameQueryVariables>;

/** The console: what a new match of a league may look like, and how many took part in the newest one. */
export const ConsoleNewMatchDocument =
  'query ConsoleNewMatch($league:String!){viewer{...Caller}league(slug:$league){slug name archivedAt lateMatches timeZone ratingSystem{formats{minSides maxSides minPlayersPerSide maxPlayersPerSide}}matches(first:1){nodes{sides{participants{isGuest}}}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleNewMatchQuery, ConsoleNewMatchQueryVariables>;

/** The console: one player of a league, with their names and accounts. */
export const ConsolePlayerDocument =
  'query ConsolePlayer($league:String!$player:String!){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt rating(player:$player){display isHidden rank matchesPlayed lastPlayedAt}}player(handle:$player){handle displayName formerHandles createdAt accounts{provider id}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsolePlayerQuery, ConsolePlayerQueryVariables>;

/** The console: the players of a league by handle, and those who may be one person. */
export const ConsolePlayersDocument =
  'query ConsolePlayers($league:String!$search:String$first:Int!=50$after:String$duplicates:Boolean!=false$from:String){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt players(search:$search first:$first after:$after){totalCount nodes{handle displayName}pageInfo{hasNextPage endCursor}}possibleDuplicates(from:$from)@include(if:$duplicates){pairs{player{handle displayName}other{handle displayName}explanation}searchedTo}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsolePlayersQuery, ConsolePlayersQueryVariables>;

/** The console: what a new league can be rated by, with the settings of each. */
export const ConsoleRatingSystemsDocument =
  'query ConsoleRatingSystems{viewer{...Caller}ratingSystems{key title version summary settingsSchema presets{name reason settings}formats{minSides maxSides minPlayersPerSide maxPlayersPerSide}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleRatingSystemsQuery, ConsoleRatingSystemsQueryVariables>;

/** The console: how a league is rated, its board of today, and what else it could be rated by. */
export const ConsoleRatingDocument =
  'query ConsoleRating($league:String!){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt matchCount ratingSystem{system{key title summary}trouble{message}raterVersion settings revision}chanceFit{slope{value low high}sideAdvantage{value low high}favouriteAdvantage{value low high}gain{difference low high}matches sequence}comparisons(first:20){nodes{id isTuning status progress error finishedAt sequence heldOutMatches systems{system{key}settings isPresent heldOut{logLoss miss{predicted actual count}}heldOutDifference{difference low high}fit{slope{value low high}sideAdvantage{value low high}favouriteAdvantage{value low high}gain{difference low high}evaluation{miss{count}}isRecommended}}tuning{system{key title}settings isRecommended evaluations}}}standings(first:10){nodes{rank player{handle displayName}rating{display}}}}ratingSystems{key title version summary settingsSchema presets{name reason settings}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleRatingQuery, ConsoleRatingQueryVariables>;

/** The console: what can be set of a league, as it is now. */
export const ConsoleSettingsDocument =
  'query ConsoleSettings($league:String!){viewer{...Caller}league(slug:$league){slug name description archivedAt visibility openEntry lateMatches opensAt timeZone minMatches activeWithin matchCount playerCount ratingSystem{formats{minSides maxSides minPlayersPerSide maxPlayersPerSide}}statusRules{didNotFinish didNotStart disqualified forfeit}queue{wait band}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleSettingsQuery, ConsoleSettingsQueryVariables>;

/** The console: the tokens that a session may revoke, newest first. */
export const ConsoleTokensDocument =
  'query ConsoleTokens($first:Int!=50$after:String){viewer{...Caller}tokens(first:$first after:$after){nodes{id name scopes leagues{slug}createdAt createdBy lastUsedAt expiresAt revokedAt}pageInfo{hasNextPage endCursor}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleTokensQuery, ConsoleTokensQueryVariables>;

/** The console: a webhook with its messages, newest first, and what became of them. */
export const ConsoleWebhookDocument =
  'query ConsoleWebhook($league:String!$webhook:ID!$first:Int!=30$after:String){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt}node(id:$webhook){...on Webhook{id league{slug}url format events createdAt createdBy failingSince failures nextAttemptAt disabledAt disabledReason deliveries(first:$first after:$after){nodes{id type status createdAt attempts attemptedAt deliveredAt responseStatus error durationMs}pageInfo{hasNextPage endCursor}}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleWebhookQuery, ConsoleWebhookQueryVariables>;

/** The console: the webhooks of a league, and how they do. */
export const ConsoleWebhooksDocument =
  'query ConsoleWebhooks($league:String!$first:Int!=20$after:String){viewer{...Caller}league(slug:$league){slug name timeZone archivedAt webhooks(first:$first after:$after){nodes{id url format events failingSince nextAttemptAt disabledAt disabledReason}pageInfo{hasNextPage endCursor}}}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ConsoleWebhooksQuery, ConsoleWebhooksQueryVariables>;

/** An administrator: opens a league. Needs platform:admin. */
export const CreateLeagueDocument =
  'mutation CreateLeague($input:CreateLeagueInput!){createLeague(input:$input){league{id slug ratingSystem{system{key version}settings}}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CreateLeagueMutation, CreateLeagueMutationVariables>;

/** An administrator: makes a token, for example for a bot. The secret is shown this once. Needs platform:admin, or league:admin for all the leagues that it names. */
export const CreateTokenDocument =
  'mutation CreateToken($input:CreateTokenInput!){createToken(input:$input){secret token{id name scopes leagues{slug}expiresAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CreateTokenMutation, CreateTokenMutationVariables>;

/** An administrator: has an address be told what happens in a league from now on. The secret is shown this once. Needs league:admin. */
export const CreateWebhookDocument =
  'mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){secret webhook{id url format events}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<CreateWebhookMutation, CreateWebhookMutationVariables>;

/** An administrator: deletes an archived league forever. */
export const DeleteLeagueDocument =
  'mutation DeleteLeague($input:DeleteLeagueInput!){deleteLeague(input:$input){slug errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<DeleteLeagueMutation, DeleteLeagueMutationVariables>;

/** An administrator: deletes a webhook and its messages. Needs league:admin. */
export const DeleteWebhookDocument =
  'mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input){webhook{id}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<DeleteWebhookMutation, DeleteWebhookMutationVariables>;

/** An administrator: lets a disabled webhook go on from its position. Needs league:admin. */
export const EnableWebhookDocument =
  'mutation EnableWebhook($input:EnableWebhookInput!){enableWebhook(input:$input){webhook{id disabledAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<EnableWebhookMutation, EnableWebhookMutationVariables>;

/** An administrator: erases the personal data of a player who wishes to be forgotten. */
export const ErasePlayerDocument =
  'mutation ErasePlayer($input:ErasePlayerInput!){erasePlayer(input:$input){player{id handle}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ErasePlayerMutation, ErasePlayerMutationVariables>;

/** A site or a bot: where a league's events are now. Read it before the board, and subscribe after it, to miss nothing. */
export const EventCursorDocument =
  'query EventCursor($league:String!){league(slug:$league){eventCursor}}' as TypedDocument<EventCursorQuery, EventCursorQueryVariables>;

/** A site or a bot: players of a league whose handles begin with a text, for a search field. */
export const FindPlayersDocument =
  'query FindPlayers($league:String!$search:String!$first:Int!=10){league(slug:$league){players(search:$search first:$first){totalCount nodes{handle displayName}}}}' as TypedDocument<FindPlayersQuery, FindPlayersQueryVariables>;

/** A site: keeps the page of a board up to date, over a WebSocket. Read the board with League.eventCursor first and begin there; put the moved standings into their places, or read the page again where `moved` is null. */
export const FollowBoardDocument =
  'subscription FollowBoard($league:String!$after:String){standingsChanged(league:$league after:$after){cursor change revision matchCount moved(first:50){rank player{handle}rating{value display isProvisional}}}}' as TypedDocument<FollowBoardSubscription, FollowBoardSubscriptionVariables>;

/** A site: the matches of a league as they are rated, over a WebSocket. Send the cursor of the last one as $after when the connection is back: nothing is missing, and nothing comes twice. */
export const FollowMatchesDocument =
  'subscription FollowMatches($league:String!$after:String){matchRated(league:$league after:$after){cursor isLate match{externalId playedAt sides{effectivePlacement score participants{player{handle}ratingChange{delta after{value}}}}}}}' as TypedDocument<FollowMatchesSubscription, FollowMatchesSubscriptionVariables>;

/** A site: how two players did against each other. */
export const HeadToHeadDocument =
  'query HeadToHead($league:String!$player:String!$opponent:String!){league(slug:$league){headToHead(player:$player opponent:$opponent){matches wins draws losses lastPlayedAt}}}' as TypedDocument<HeadToHeadQuery, HeadToHeadQueryVariables>;

/** An administrator: hides a player from the boards of a league; their matches are rated as before. */
export const HidePlayerDocument =
  'mutation HidePlayer($input:HidePlayerInput!){hidePlayer(input:$input){rating{player{handle}isHidden rank}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<HidePlayerMutation, HidePlayerMutationVariables>;

/** An administrator: what the newest check for arranged results found. Needs league:admin for the league. */
export const IntegrityChecksDocument =
  'query IntegrityChecks($league:String!){league(slug:$league){integrityChecks(first:1){nodes{id status progress error finishedAt sequence revision matches players signalCount signals{kind reason player{handle}others{handle}submitter figures{name value}matchCount matches(first:20){id externalId version status}}}}}}' as TypedDocument<IntegrityChecksQuery, IntegrityChecksQueryVariables>;

/** A bot: a player wants an opponent. If the answer was lost, ask again: a waiting player's existing ticket is returned. Needs matches:submit for the league. */
export const JoinQueueDocument =
  'mutation JoinQueue($input:JoinQueueInput!){joinQueue(input:$input){ticket{id status expiresAt opponent{handle}winProbability}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<JoinQueueMutation, JoinQueueMutationVariables>;

/** A site: a league in numbers: matches by day, and how many players have which value. */
export const LeagueNumbersDocument =
  'query LeagueNumbers($league:String!$from:DateTime$to:DateTime){league(slug:$league){name lastMatchAt matchCount playerCount activity(from:$from to:$to){day count}distribution{value to count}}}' as TypedDocument<LeagueNumbersQuery, LeagueNumbersQueryVariables>;

/** A site: the leagues, by slug or by their newest match. */
export const LeaguesDocument =
  'query Leagues($first:Int!=20$after:String$search:String$orderBy:LeagueOrder!=SLUG){leagues(first:$first after:$after search:$search orderBy:$orderBy){totalCount nodes{slug name description matchCount playerCount lastMatchAt ratingSystem{system{title}}}pageInfo{hasNextPage endCursor}}}' as TypedDocument<LeaguesQuery, LeaguesQueryVariables>;

/** A bot: a player does not want an opponent any more; the status tells whether one was found before. Needs matches:submit for the league. */
export const LeaveQueueDocument =
  'mutation LeaveQueue($input:LeaveQueueInput!){leaveQueue(input:$input){ticket{status opponent{handle}}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<LeaveQueueMutation, LeaveQueueMutationVariables>;

/** A bot: links an account at another platform, such as discord:1234, to a player of its league. Needs matches:submit or league:admin for a league that knew the player first. */
export const LinkAccountDocument =
  'mutation LinkAccount($input:LinkAccountInput!){linkAccount(input:$input){player{handle displayName accounts{provider id}}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<LinkAccountMutation, LinkAccountMutationVariables>;

/** A site: a league's matches, newest first; those of a player, of a time, or of a status where these are given. */
export const MatchListDocument =
  'query MatchList($league:String!$first:Int!=20$after:String$player:String$status:MatchStatus$from:DateTime$to:DateTime){league(slug:$league){matches(first:$first after:$after player:$player status:$status from:$from to:$to){nodes{id externalId playedAt status weight sides{name role placement score effectivePlacement participants{player{handle}isGuest score minutesPlayed ratingChange{after{value}delta}}}}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<MatchListQuery, MatchListQueryVariables>;

/** A site: a match with what was predicted of it, what it did to the ratings, and what was corrected. */
export const MatchPageDocument =
  'query MatchPage($league:String!$externalId:String!){league(slug:$league){name match(externalId:$externalId){playedAt status expected{winProbability}sides{name effectivePlacement score participants{player{handle}isGuest ratingChange{before{value}after{value}delta}}}history{version at action status playedAt sides{placement score participants{player{handle}}}}}}}' as TypedDocument<MatchPageQuery, MatchPageQueryVariables>;

/** A bot: a match by its external id, with the id and the version that a correction of it needs. */
export const MatchDocument =
  'query Match($league:String!$externalId:String!){league(slug:$league){match(externalId:$externalId){id externalId playedAt status version sides{name placement score effectivePlacement participants{player{handle}isGuest ratingChange{before{value}after{value}delta}}}}}}' as TypedDocument<MatchQuery, MatchQueryVariables>;

/** An administrator: counts the matches of a player for another one. With dryRun: what this would do, without doing it. */
export const MergePlayersDocument =
  'mutation MergePlayers($input:MergePlayersInput!){mergePlayers(input:$input){player{handle}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<MergePlayersMutation, MergePlayersMutationVariables>;

/** A site: the top of a league's board, with the ranks that everybody has gained or lost since a time. */
export const MoversDocument =
  'query Movers($league:String!$since:DateTime!$first:Int!=20){league(slug:$league){standings(first:$first){nodes{rank movement(since:$since)player{handle}rating{display form}}}}}' as TypedDocument<MoversQuery, MoversQueryVariables>;

/** A site: whom a player meets most, their rivals and their nemesis, their best wins and their worst defeats. */
export const OpponentsDocument =
  'query Opponents($league:String!$player:String!$first:Int!=5){league(slug:$league){rating(player:$player){mostPlayed:opponents(first:$first){totalCount nodes{...Record}}rivals:opponents(first:$first orderBy:RIVAL){nodes{...Record}}nemesis:opponents(first:1 orderBy:NEMESIS){nodes{...Record}}bestWins(first:$first){...Notable}worstDefeats(first:$first){...Notable}}}}fragment Record on OpponentRecord{opponent{handle displayName}matches wins draws losses lastPlayedAt}fragment Notable on RatingChange{match{externalId playedAt}delta contributions{opponent{handle displayName}opponentValue}}' as TypedDocument<OpponentsQuery, OpponentsQueryVariables>;

/** A site: a player in a league: their career as a chart and in numbers, and what each match did to their rating and why, newest first. */
export const PlayerPageDocument =
  'query PlayerPage($league:String!$player:String!$first:Int!=20$after:String){league(slug:$league){name rating(player:$player){player{handle displayName accounts{provider id}createdAt}rank display value deviation isProvisional matchesPlayed wins draws losses percentile peak peakMatch{externalId playedAt}lowest lastPlayedAt form(last:10)streaks{current{result matches from}longestWinning{matches from to}longestLosing{matches from to}}series(points:300){at value deviation}history(first:$first after:$after){nodes{match{externalId playedAt}before{value deviation}after{value deviation}delta explanation adjustments{reason points}expectedScore actualScore contributions{opponent{handle}opponentValue expected actual weight delta}}pageInfo{hasNextPage endCursor}}}}}' as TypedDocument<PlayerPageQuery, PlayerPageQueryVariables>;

/** An administrator: players of a league who may be one person, for mergePlayers. Needs league:admin. Pass searchedTo as $from to look further. */
export const PossibleDuplicatesDocument =
  'query PossibleDuplicates($league:String!$from:String){league(slug:$league){possibleDuplicates(from:$from){pairs{player{handle displayName}other{handle displayName}reasons days explanation}searchedTo}}}' as TypedDocument<PossibleDuplicatesQuery, PossibleDuplicatesQueryVariables>;

/** A site or a bot: who will win, and what each outcome would do to the ratings. */
export const PredictionDocument =
  'query Prediction($league:String!$sides:[[String!]!]!$roles:[String]$at:DateTime){league(slug:$league){prediction(sides:$sides roles:$roles at:$at){sides{players{handle}winProbability}ifOutcome{placements changes{player{handle}before{value}after{value}delta}}}}}' as TypedDocument<PredictionQuery, PredictionQueryVariables>;

/** An administrator: what a rating system with these settings would make of a first match, before there is a league. */
export const PreviewRatingDocument =
  'query PreviewRating($ratingSystem:String!$settings:JSON$sides:[[String!]!]!){previewRating(ratingSystem:$ratingSystem settings:$settings sides:$sides){sides{players winProbability}ifOutcome{placements changes{player before{value deviation}after{value deviation}delta}}matchesForRank errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<PreviewRatingQuery, PreviewRatingQueryVariables>;

/** A bot: over a WebSocket, the ticket as it is now, and as soon as an opponent is found or the wait has expired. */
export const QueueTicketChangedDocument =
  'subscription QueueTicketChanged($ticket:ID!){queueTicketChanged(ticket:$ticket){status opponent{handle}winProbability resolvedAt}}' as TypedDocument<QueueTicketChangedSubscription, QueueTicketChangedSubscriptionVariables>;

/** A site: how many wait in a league, and how even its latest matches were predicted to be. */
export const QueueDocument =
  'query Queue($league:String!){league(slug:$league){queue{waiting band wait}matches(first:20){nodes{externalId pairing{pairedAt tickets{player{handle}winProbability}}}}}}' as TypedDocument<QueueQuery, QueueQueryVariables>;

/** An administrator: what a league can be rated by, with the settings of each. */
export const RatingSystemsDocument =
  'query RatingSystems{ratingSystems{key title version summary source settingsSchema defaultSettings presets{name reason settings}formats{minSides maxSides minPlayersPerSide maxPlayersPerSide}}}' as TypedDocument<RatingSystemsQuery, RatingSystemsQueryVariables>;

/** An administrator: rates the whole log of a league again. Needs league:admin for it. */
export const RecomputeLeagueDocument =
  'mutation RecomputeLeague($input:RecomputeLeagueInput!){recomputeLeague(input:$input){recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RecomputeLeagueMutation, RecomputeLeagueMutationVariables>;

/** An administrator: how far a recompute is, and what it did to the board once it is done. */
export const RecomputeDocument =
  'query Recompute($id:ID!){node(id:$id){...on Recompute{status done total secondsLeft revision error effect{changeCount changes{player{handle}before{value}after{value}delta rankBefore rankAfter}}}}}' as TypedDocument<RecomputeQuery, RecomputeQueryVariables>;

/** An administrator: enters players into a league before their first match there, as a league without open entry needs. Needs league:admin for it. */
export const RegisterPlayersDocument =
  'mutation RegisterPlayers($input:RegisterPlayersInput!){registerPlayers(input:$input){league{slug}players{id handle displayName}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RegisterPlayersMutation, RegisterPlayersMutationVariables>;

/** An administrator: sends a message of a webhook once more, under the id that it had. Needs league:admin. */
export const ReplayWebhookDeliveryDocument =
  'mutation ReplayWebhookDelivery($input:ReplayWebhookDeliveryInput!){replayWebhookDelivery(input:$input){delivery{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ReplayWebhookDeliveryMutation, ReplayWebhookDeliveryMutationVariables>;

/** An administrator: restores the matches that withdrawImport has withdrawn, in one correction. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const RestoreImportDocument =
  'mutation RestoreImport($input:RestoreImportInput!){restoreImport(input:$input){import{id addedMatches{counting amended withdrawn restorable}}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<RestoreImportMutation, RestoreImportMutationVariables>;

/** An administrator: opens an archived league again. */
export const RestoreLeagueDocument =
  'mutation RestoreLeague($input:RestoreLeagueInput!){restoreLeague(input:$input){league{slug archivedAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RestoreLeagueMutation, RestoreLeagueMutationVariables>;

/** An administrator: lets a withdrawn match count again. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const RestoreMatchDocument =
  'mutation RestoreMatch($input:RestoreMatchInput!){restoreMatch(input:$input){match{id externalId status version}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<RestoreMatchMutation, RestoreMatchMutationVariables>;

/** An administrator: lets several withdrawn matches count again in one correction: all or none. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const RestoreMatchesDocument =
  'mutation RestoreMatches($input:RestoreMatchesInput!){restoreMatches(input:$input){matches{id externalId status version}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<RestoreMatchesMutation, RestoreMatchesMutationVariables>;

/** A site: how a league is rated, and the revisions of its ratings, newest first. */
export const RevisionsDocument =
  'query Revisions($league:String!$first:Int!=20$after:String){league(slug:$league){ratingSystem{system{title summary source}raterVersion settings appliedAt}revisions(first:$first after:$after){nodes{revision system{title}raterVersion settings appliedAt}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<RevisionsQuery, RevisionsQueryVariables>;

/** An administrator: ends a token within a second. Needs the rights that making it needs. */
export const RevokeTokenDocument =
  'mutation RevokeToken($input:RevokeTokenInput!){revokeToken(input:$input){token{id revokedAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RevokeTokenMutation, RevokeTokenMutationVariables>;

/** An administrator: gives a token a new secret, shown this once; the old one works on for the grace, in seconds. Needs the rights that making the token needs. */
export const RotateTokenDocument =
  'mutation RotateToken($input:RotateTokenInput!){rotateToken(input:$input){secret formerSecretEndsAt token{id name}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RotateTokenMutation, RotateTokenMutationVariables>;

/** An administrator: gives a webhook a new secret, shown this once; for a day both sign. Needs league:admin. */
export const RotateWebhookSecretDocument =
  'mutation RotateWebhookSecret($input:RotateWebhookSecretInput!){rotateWebhookSecret(input:$input){secret formerSecretEndsAt webhook{id}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;

/** An administrator: lists a hidden player on the boards of a league again. */
export const ShowPlayerDocument =
  'mutation ShowPlayer($input:ShowPlayerInput!){showPlayer(input:$input){rating{player{handle}isHidden rank}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<ShowPlayerMutation, ShowPlayerMutationVariables>;

/** A site: how a league is rated, in words and settings, and the revisions of its ratings, newest first. */
export const SiteAboutDocument =
  'query SiteAbout($league:String!$first:Int!=20$after:String){league(slug:$league){slug name description timeZone createdAt opensAt lateMatches openEntry matchCount playerCount refreshedThrough verification{verifiedAt isCurrent holds problems}ratingSystem{system{title summary source settingsSchema}raterVersion settings revision appliedAt}revisions(first:$first after:$after){nodes{revision system{title}raterVersion appliedAt}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<SiteAboutQuery, SiteAboutQueryVariables>;

/** A site: a league's board, as it is or was at a time, with the ranks that everybody has gained or lost since another time. */
export const SiteBoardDocument =
  'query SiteBoard($league:String!$first:Int!=50$after:String$around:String$asOf:DateTime$asKnownAt:DateTime$since:DateTime!){league(slug:$league){slug name description timeZone eventCursor createdAt matchCount playerCount lastMatchAt matchesForRank activeWithin ratingSystem{revision system{title}}standings(first:$first after:$after around:$around asOf:$asOf asKnownAt:$asKnownAt includeProvisional:true){totalCount nodes{rank movement(since:$since)player{handle displayName}rating{display value deviation isProvisional matchesPlayed wins draws losses lastPlayedAt form}}pageInfo{hasPreviousPage hasNextPage endCursor}}}}' as TypedDocument<SiteBoardQuery, SiteBoardQueryVariables>;

/** A site: a league or one of its players on a card, for pages of others. */
export const SiteCardDocument =
  'query SiteCard($league:String!$player:String!$hasPlayer:Boolean!){league(slug:$league){slug name timeZone playerCount matchCount ratingSystem{system{title}}standings(first:3 includeProvisional:true)@skip(if:$hasPlayer){nodes{rank player{handle displayName}rating{display}}}rating(player:$player)@include(if:$hasPlayer){player{handle displayName}rank display isProvisional wins draws losses form(last:10)series(points:80){at value deviation}}}}' as TypedDocument<SiteCardQuery, SiteCardQueryVariables>;

/** A site: two players side by side: their ratings, their record, their meetings, and what each outcome would do now. */
export const SiteDuelDocument =
  'query SiteDuel($league:String!$player:String!$opponent:String!$sides:[[String!]!]!){league(slug:$league){...LeagueHeading left:rating(player:$player){...Corner}right:rating(player:$opponent){...Corner}headToHead(player:$player opponent:$opponent){matches wins draws losses lastPlayedAt}prediction(sides:$sides){sides{winProbability}ifOutcome{placements changes{player{handle}before{value}after{value}delta}}}}}fragment Corner on Rating{player{handle displayName}rank display value deviation wins draws losses form(last:10)}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}' as TypedDocument<SiteDuelQuery, SiteDuelQueryVariables>;

/** A site: its front page, which shows the leagues and the top of each board. */
export const SiteFrontDocument =
  'query SiteFront($first:Int!=20$after:String$search:String){leagues(first:$first after:$after search:$search orderBy:ACTIVITY){totalCount nodes{slug name description timeZone matchCount playerCount lastMatchAt ratingSystem{system{title}}matchesForRank activeWithin standings(first:3 includeProvisional:true){nodes{rank player{handle displayName}rating{display}}}}pageInfo{hasNextPage endCursor}}}' as TypedDocument<SiteFrontQuery, SiteFrontQueryVariables>;

/** A site: the top of a board and the newest matches, for a page that follows the league. */
export const SiteLiveDocument =
  'query SiteLive($league:String!$places:Int!=10$matches:Int!=10$since:DateTime!){league(slug:$league){...LeagueHeading eventCursor standings(first:$places includeProvisional:true){nodes{rank movement(since:$since)player{handle displayName}rating{display form}}}matches(first:$matches){nodes{externalId playedAt submittedAt status version sides{...ListedSide participants{ratingChange{delta}}}}}}}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}fragment ListedSide on Side{name effectivePlacement status score participants{player{handle displayName}isGuest score}}' as TypedDocument<SiteLiveQuery, SiteLiveQueryVariables>;

/** A site: a match with what was predicted of it, what it did to each rating and why, and what was corrected. */
export const SiteMatchDocument =
  'query SiteMatch($league:String!$externalId:String!$locale:String!){league(slug:$league){...LeagueHeading chanceFit{matches}match(externalId:$externalId){externalId playedAt submittedAt submittedBy status version details expected{winProbability}sides{name effectivePlacement status score participants{player{handle displayName}isGuest score minutesPlayed ratingChange{before{value deviation}after{value deviation}delta explanation(locale:$locale)adjustments{reason points}contributions{opponent{handle displayName}opponentValue expected actual weight delta}}}}history{version at action status playedAt sides{name effectivePlacement status score participants{score player{handle displayName}}}}}}}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}' as TypedDocument<SiteMatchQuery, SiteMatchQueryVariables>;

/** A site: a league's matches, newest first, with filters. */
export const SiteMatchesDocument =
  'query SiteMatches($league:String!$first:Int!=40$after:String$player:String$status:MatchStatus$from:DateTime$to:DateTime){league(slug:$league){...LeagueHeading matches(first:$first after:$after player:$player status:$status from:$from to:$to){totalCount nodes{externalId playedAt submittedAt status version sides{...ListedSide participants{ratingChange{delta}}}}pageInfo{hasNextPage endCursor}}}}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}fragment ListedSide on Side{name effectivePlacement status score participants{player{handle displayName}isGuest score}}' as TypedDocument<SiteMatchesQuery, SiteMatchesQueryVariables>;

/** A site: a league in numbers: matches by day over a year, and how many players have which value. */
export const SiteNumbersDocument =
  'query SiteNumbers($league:String!){league(slug:$league){slug name timeZone lastMatchAt matchCount playerCount ratingSystem{system{title}}activity{day count}distribution{value to count}chanceFit{matches}calibration{matches since groups{expected scored count}}}}' as TypedDocument<SiteNumbersQuery, SiteNumbersQueryVariables>;

/** A site: a player in all leagues, with their former handles. */
export const SitePersonDocument =
  'query SitePerson($player:String!$first:Int!=50){player(handle:$player){handle displayName formerHandles createdAt ratings(first:$first){nodes{league{...LeagueHeading}rank display isProvisional matchesPlayed wins draws losses lastPlayedAt form(last:10)}}}}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}' as TypedDocument<SitePersonQuery, SitePersonQueryVariables>;

/** A site: a player in a league: their career as a chart and in numbers, whom they meet, and why each match moved them. */
export const SitePlayerDocument =
  'query SitePlayer($league:String!$player:String!$first:Int!=15$after:String$locale:String!){league(slug:$league){slug name timeZone matchesForRank ratingSystem{system{key title}}rating(player:$player){player{handle displayName}rank display value deviation isHidden isProvisional matchesPlayed wins draws losses percentile peak peakMatch{externalId playedAt}lowest lastPlayedAt form(last:10)streaks{current{result matches from}longestWinning{matches from to}longestLosing{matches from to}}series(points:300){at value deviation}activity{day count}mostPlayed:opponents(first:6){totalCount nodes{...Record}}rival:opponents(first:1 orderBy:RIVAL){nodes{...Record}}nemesis:opponents(first:1 orderBy:NEMESIS){nodes{...Record}}bestWins(first:3){...Notable}worstDefeats(first:3){...Notable}history(first:$first after:$after){nodes{match{externalId playedAt}after{value}delta result explanation(locale:$locale)adjustments{reason points}contributions{opponent{handle displayName}opponentValue expected actual delta}}pageInfo{hasNextPage endCursor}}}}}fragment Record on OpponentRecord{opponent{handle displayName}matches wins draws losses lastPlayedAt}fragment Notable on RatingChange{match{externalId playedAt}delta contributions{opponent{handle displayName}opponentValue}}' as TypedDocument<SitePlayerQuery, SitePlayerQueryVariables>;

/** A site: who waits for an opponent in a league, the longest first. */
export const SiteQueueDocument =
  'query SiteQueue($league:String!$first:Int!=30){league(slug:$league){...LeagueHeading queue{waiting band wait tickets(first:$first){joinedAt player{handle displayName}}}}}fragment LeagueHeading on League{slug name timeZone ratingSystem{system{title}}}' as TypedDocument<SiteQueueQuery, SiteQueueQueryVariables>;

/** A site: the standings as they were shown at the end of a day. */
export const StandingsOfADayDocument =
  'query StandingsOfADay($league:String!$day:LocalDate!){league(slug:$league){timeZone snapshot(day:$day){midnight revision playerCount places(first:50){nodes{rank score player{handle}}}}}}' as TypedDocument<StandingsOfADayQuery, StandingsOfADayQueryVariables>;

/** An administrator: import a file that was checked, in the background. Needs league:admin for the league. */
export const StartImportDocument =
  'mutation StartImport($input:StartImportInput!){startImport(input:$input){import{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<StartImportMutation, StartImportMutationVariables>;

/** A bot: reports matches, 1 to 1,000 at once. Sending the same again is safe. Needs matches:submit for the league. */
export const SubmitMatchesDocument =
  'mutation SubmitMatches($input:SubmitMatchesInput!){submitMatches(input:$input){results{__typename ...on MatchAccepted{replayed match{id externalId sides{participants{player{handle}ratingChange{before{value deviation}after{value deviation}delta}}}}}...on MatchRejected{externalId error{__typename code message path}}}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<SubmitMatchesMutation, SubmitMatchesMutationVariables>;

/** An administrator: sends a test to a webhook; read the message again to see what became of it. Needs league:admin. */
export const TestWebhookDocument =
  'mutation TestWebhook($input:TestWebhookInput!){testWebhook(input:$input){delivery{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<TestWebhookMutation, TestWebhookMutationVariables>;

/** An administrator: the tokens that you may revoke, newest first, and when each was last used. For revokeToken take their ids. */
export const TokensDocument =
  'query Tokens($league:String$createdBy:ID$first:Int!=100$after:String){tokens(league:$league createdBy:$createdBy first:$first after:$after){nodes{id name scopes leagues{slug}createdAt createdBy lastUsedAt expiresAt revokedAt}pageInfo{hasNextPage endCursor}}}' as TypedDocument<TokensQuery, TokensQueryVariables>;

/** An administrator: search in the background for the settings that predict a league best; its result is kept and changes nothing. Needs league:admin for the league. */
export const TuneRatingSystemDocument =
  'mutation TuneRatingSystem($input:TuneRatingSystemInput!){tuneRatingSystem(input:$input){comparison{id status progress}errors{code message path}}}' as TypedDocument<TuneRatingSystemMutation, TuneRatingSystemMutationVariables>;

/** A bot: removes an account at another platform from its player. */
export const UnlinkAccountDocument =
  'mutation UnlinkAccount($input:UnlinkAccountInput!){unlinkAccount(input:$input){player{handle}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<UnlinkAccountMutation, UnlinkAccountMutationVariables>;

/** An administrator: undoes a merge. With dryRun: what this would do, without doing it. */
export const UnmergePlayersDocument =
  'mutation UnmergePlayers($input:UnmergePlayersInput!){unmergePlayers(input:$input){player{handle}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<UnmergePlayersMutation, UnmergePlayersMutationVariables>;

/** An administrator: changes what is said about a league. Needs league:admin for it. */
export const UpdateLeagueDocument =
  'mutation UpdateLeague($input:UpdateLeagueInput!){updateLeague(input:$input){league{slug name description visibility openEntry lateMatches opensAt}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<UpdateLeagueMutation, UpdateLeagueMutationVariables>;

/** An administrator: gives a player another handle, or a name to show. The old handle still leads to them. */
export const UpdatePlayerDocument =
  'mutation UpdatePlayer($input:UpdatePlayerInput!){updatePlayer(input:$input){player{handle displayName}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<UpdatePlayerMutation, UpdatePlayerMutationVariables>;

/** An administrator: changes the address, the events or the format of a webhook. Needs league:admin. */
export const UpdateWebhookDocument =
  'mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){webhook{id url format events}errors{...Refusal}}}fragment Refusal on UserError{code message path}' as TypedDocument<UpdateWebhookMutation, UpdateWebhookMutationVariables>;

/** A site: whether the board was proved to be what a replay of the match log gives, and through which match. */
export const VerificationDocument =
  'query Verification($league:String!){league(slug:$league){verification{verifiedAt sequence revision isCurrent holds problems}}}' as TypedDocument<VerificationQuery, VerificationQueryVariables>;

/** Anybody: what the token allows; null without one. */
export const ViewerDocument =
  'query Viewer{viewer{...Caller}}fragment Caller on Viewer{name scopes leagues{slug}}' as TypedDocument<ViewerQuery, ViewerQueryVariables>;

/** An administrator: withdraws a match. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const VoidMatchDocument =
  'mutation VoidMatch($input:VoidMatchInput!){voidMatch(input:$input){match{id externalId status version}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<VoidMatchMutation, VoidMatchMutationVariables>;

/** An administrator: withdraws several matches of a league in one correction: all or none. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const VoidMatchesDocument =
  'mutation VoidMatches($input:VoidMatchesInput!){voidMatches(input:$input){matches{id externalId status version}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<VoidMatchesMutation, VoidMatchesMutationVariables>;

/** An administrator: the messages of a webhook, newest first, and what became of them. Needs league:admin. */
export const WebhookDeliveriesDocument =
  'query WebhookDeliveries($webhook:ID!$status:WebhookDeliveryStatus$first:Int!=20$after:String){node(id:$webhook){...on Webhook{id deliveries(status:$status first:$first after:$after){nodes{id type status createdAt attempts attemptedAt deliveredAt responseStatus error durationMs}pageInfo{hasNextPage endCursor}}}}}' as TypedDocument<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;

/** An administrator: the webhooks of a league, and how they do. For the messages of one, use webhook-deliveries.graphql. Needs league:admin. */
export const WebhooksDocument =
  'query Webhooks($league:String!$first:Int!=20$after:String){league(slug:$league){webhooks(first:$first after:$after){nodes{id url format events createdAt createdBy failingSince failures nextAttemptAt disabledAt disabledReason}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<WebhooksQuery, WebhooksQueryVariables>;

/** An administrator: withdraws all matches that an import has added and that count, in one correction. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const WithdrawImportDocument =
  'mutation WithdrawImport($input:WithdrawImportInput!){withdrawImport(input:$input){import{id addedMatches{counting amended withdrawn restorable}}effect{...Effect}recompute{id status}errors{...Refusal}}}fragment Refusal on UserError{code message path}fragment Effect on Effect{changeCount changes{player{handle displayName}before{value}after{value}delta rankBefore rankAfter}}' as TypedDocument<WithdrawImportMutation, WithdrawImportMutationVariables>;
