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
};

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
  /** Sides win as often as those in their place did before, so it knows of an advantage of the first side. */
  | 'BASE_RATES'
  /** The rating system `elo` with its default settings. */
  | 'ELO'
  /** All sides have the same chance. */
  | 'EVEN';

/** Rating systems to compare on the matches of a league. */
export type CompareRatingSystemsInput = {
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
  /** What to tell, at least one, each once. */
  readonly events: ReadonlyArray<WebhookEvent>;
  /** The format of its messages. */
  readonly format?: WebhookFormat;
  /** Slug of the league. */
  readonly league: string;
  /** Where to send messages: an https URL of the public Internet of at most 2,000 characters, without user name, password and fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW). */
  readonly url: string;
};

/** An archived league to delete. */
export type DeleteLeagueInput = {
  /** The slug once more, since nothing brings the league back. */
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
  /** The display names are the same; case is ignored. */
  | 'SAME_DISPLAY_NAME'
  /** An account at another platform is linked to both, in different leagues. */
  | 'SHARED_ACCOUNT'
  /** The handles differ in digits and punctuation only, for example `ann` and `Ann_2`. */
  | 'SIMILAR_HANDLES';

/** A webhook to enable. */
export type EnableWebhookInput = {
  /** Global id of the webhook. */
  readonly webhook: string;
};

/** A player whose personal data to erase. */
export type ErasePlayerInput = {
  /** The current handle once more, since nothing brings the names back. */
  readonly confirm: string;
  /** Current or former handle, or an account of the player. */
  readonly player: string;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
};

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
};

/** Whether a match counts. */
export type MatchStatus =
  /** The match counts. */
  | 'RATED'
  /** The match was withdrawn and changes no rating. */
  | 'VOID';

/** One player's part in a match. */
export type ParticipantInput = {
  /** Whether the player is a guest, who takes part but is not rated; false if omitted. */
  readonly isGuest?: boolean | null | undefined;
  /** Minutes played, 0 or more; the whole game if omitted. */
  readonly minutesPlayed?: number | null | undefined;
  /** Handle of 1 to 64 Unicode letters, digits and `_ . -`, not starting with `.` or `-`; case is ignored. An unknown handle creates a player if the league permits it. New handles use one script, with that script's digits; Chinese, Japanese and Korean may be mixed with Latin. Or an account that is linked to a player the league may know of, such as `discord:1234`; no handle has a colon. */
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
  /** 1 to 1,000 handles or accounts (`discord:1234`); unknown handles create players. */
  readonly players: ReadonlyArray<string>;
};

/** A message to send once more. */
export type ReplayWebhookDeliveryInput = {
  /** Global id of the message: its header `webhook-id`. */
  readonly delivery: string;
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

/** One or more participants who win or lose together. */
export type SideInput = {
  /** Name of the team. */
  readonly name?: string | null | undefined;
  /** At least 1; a match has at most 256 participants. */
  readonly participants: ReadonlyArray<ParticipantInput>;
  /** 1 is best; equal placements are a tie. Set it for all sides that finished, or for none; without placements, scores decide. */
  readonly placement?: number | null | undefined;
  /** Points of the side; the sum of its participants' points if omitted. */
  readonly score?: number | null | undefined;
  /** How the side ended the match; FINISHED if omitted. A side that did not finish needs no placement and no score; `League.statusRules` says how it is rated. */
  readonly status?: SideStatus | null | undefined;
};

/** How a side ended its match. `League.statusRules` says how sides that did not finish are rated. */
export type SideStatus =
  /** The side started and did not reach the end. */
  | 'DID_NOT_FINISH'
  /** The side did not take part, although it was to. */
  | 'DID_NOT_START'
  /** The side broke the rules. */
  | 'DISQUALIFIED'
  /** The side played to the end; its result counts. */
  | 'FINISHED'
  /** The side gave the match up. */
  | 'FORFEIT';

/** Reasons for a board to change. */
export type StandingsChange =
  /** Time passed, so deviations grew and ranks may have changed. */
  | 'BOARD_REFRESHED'
  /** Matches were added to the end of the log, so their players moved. */
  | 'MATCHES_RATED'
  /** A correction or a late match made a new revision: anything may have changed, including history. */
  | 'RECOMPUTED';

/** How a side that did not finish is rated. A match keeps the rule by which it was submitted or last amended. */
export type StatusRule =
  /** By its placement or score, as if it had finished; LAST if it has neither. */
  | 'AS_PLACED'
  /** Behind every other side that is rated; several such sides tie. In such a match, placements decide for every rating system, not points. */
  | 'LAST'
  /** Left out of what is rated, as guests are: no rating changes by this side. If fewer than two sides remain, the match changes no rating. */
  | 'UNRATED';

/** How the league rates sides that did not finish, by status; omitted statuses keep their rule. It holds for matches that are submitted or amended from then on. */
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

/** Changes to a webhook; omitted fields stay as they are. */
export type UpdateWebhookInput = {
  /** What to tell, at least one, each once. */
  readonly events?: ReadonlyArray<WebhookEvent> | null | undefined;
  /** The format of its messages. */
  readonly format?: WebhookFormat | null | undefined;
  /** Where to send messages: an https URL of the public Internet of at most 2,000 characters, without user name, password and fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW). */
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
  /** No opponent was found, and 500 players already wait in the queue. */
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

/** What a webhook can tell of. */
export type WebhookEvent =
  /** `board.recomputed`: a new revision; any rating may have changed. */
  | 'BOARD_RECOMPUTED'
  /** `board.refreshed`: the board was brought up to a new day. */
  | 'BOARD_REFRESHED'
  /** `matches.rated`: up to 100 matches were rated, with the changes to the ratings. */
  | 'MATCHES_RATED'
  /** `match.corrected`: a match was amended, withdrawn or restored; also if only its details changed. */
  | 'MATCH_CORRECTED'
  /** `player.merged`: two handles became one player, or two players again. */
  | 'PLAYER_MERGED'
  /** `ticket.matched`: the matchmaking queue found two players for each other. */
  | 'TICKET_MATCHED';

/** Formats of messages. */
export type WebhookFormat =
  /** Text for people, as the webhooks of a Discord channel take it. */
  | 'DISCORD'
  /** Standard Webhooks: `type`, `timestamp` and `data`, for programs. */
  | 'JSON';

export type AmendMatchMutationVariables = Exact<{
  input: AmendMatchInput;
}>;


export type AmendMatchMutation = { readonly amendMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

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

export type CompareRatingSystemsMutationVariables = Exact<{
  input: CompareRatingSystemsInput;
}>;


export type CompareRatingSystemsMutation = { readonly compareRatingSystems: { readonly matches: number | null, readonly baselines: ReadonlyArray<{ readonly baseline: Baseline, readonly evaluation: { readonly logLoss: number } }> | null, readonly systems: ReadonlyArray<{ readonly settings: unknown, readonly isPresent: boolean, readonly worseThan: Baseline | null, readonly problem: string | null, readonly system: { readonly key: string, readonly version: string }, readonly evaluation: { readonly logLoss: number, readonly brier: number, readonly accuracy: number, readonly rankedProbability: number | null, readonly calibrationSlope: number | null, readonly won: { readonly matches: number, readonly logLoss: number | null }, readonly drawn: { readonly matches: number, readonly logLoss: number | null }, readonly pairs: { readonly count: number, readonly logLoss: number, readonly brier: number, readonly order: number | null }, readonly calibration: ReadonlyArray<{ readonly predicted: number, readonly actual: number, readonly count: number }> } | null, readonly difference: { readonly difference: number, readonly low: number | null, readonly high: number | null } | null }> | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

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


export type MatchListQuery = { readonly league: { readonly matches: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly externalId: string, readonly playedAt: string, readonly status: MatchStatus, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly placement: number | null, readonly score: number | null, readonly effectivePlacement: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string }, readonly ratingChange: { readonly delta: number | null, readonly after: { readonly value: number | null } } | null }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

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


export type OpponentsQuery = { readonly league: { readonly rating: { readonly mostPlayed: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string } }> }, readonly rivals: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string } }> }, readonly nemesis: { readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string } }> }, readonly bestWins: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string } }> }>, readonly worstDefeats: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string } }> }> } | null } | null };

export type RecordFragment = { readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string, readonly opponent: { readonly handle: string } };

export type NotableFragment = { readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string } }> };

export type PlayerPageQueryVariables = Exact<{
  league: string;
  player: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type PlayerPageQuery = { readonly league: { readonly name: string, readonly rating: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly percentile: number | null, readonly peak: number | null, readonly lowest: number | null, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null, readonly createdAt: string, readonly accounts: ReadonlyArray<{ readonly provider: string, readonly id: string }> }, readonly peakMatch: { readonly externalId: string, readonly playedAt: string } | null, readonly streaks: { readonly current: { readonly result: Result, readonly matches: number, readonly from: string } | null, readonly longestWinning: { readonly matches: number, readonly from: string, readonly to: string } | null, readonly longestLosing: { readonly matches: number, readonly from: string, readonly to: string } | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }>, readonly history: { readonly nodes: ReadonlyArray<{ readonly delta: number | null, readonly expectedScore: number, readonly actualScore: number, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly weight: number, readonly delta: number | null, readonly opponent: { readonly handle: string } }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null } | null };

export type PossibleDuplicatesQueryVariables = Exact<{
  league: string;
  from?: string | null | undefined;
}>;


export type PossibleDuplicatesQuery = { readonly league: { readonly possibleDuplicates: { readonly searchedTo: string | null, readonly pairs: ReadonlyArray<{ readonly reasons: ReadonlyArray<DuplicateReason>, readonly days: number, readonly explanation: string, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly other: { readonly handle: string, readonly displayName: string | null } }> } } | null };

export type PredictionQueryVariables = Exact<{
  league: string;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
}>;


export type PredictionQuery = { readonly league: { readonly prediction: { readonly sides: ReadonlyArray<{ readonly winProbability: number, readonly players: ReadonlyArray<{ readonly handle: string }> }>, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> }> } } | null };

export type PreviewRatingQueryVariables = Exact<{
  ratingSystem: string;
  settings?: unknown;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
}>;


export type PreviewRatingQuery = { readonly previewRating: { readonly sides: ReadonlyArray<{ readonly players: ReadonlyArray<string>, readonly winProbability: number }> | null, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly player: string, readonly delta: number | null, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null } }> }> | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type QueueTicketChangedSubscriptionVariables = Exact<{
  ticket: string;
}>;


export type QueueTicketChangedSubscription = { readonly queueTicketChanged: { readonly status: QueueTicketStatus, readonly winProbability: number | null, readonly resolvedAt: string | null, readonly opponent: { readonly handle: string } | null } };

export type QueueQueryVariables = Exact<{
  league: string;
}>;


export type QueueQuery = { readonly league: { readonly queue: { readonly waiting: number, readonly band: number, readonly wait: number }, readonly matches: { readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly pairing: { readonly pairedAt: string, readonly tickets: ReadonlyArray<{ readonly winProbability: number | null, readonly player: { readonly handle: string } }> } | null }> } } | null };

export type RatingSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type RatingSystemsQuery = { readonly ratingSystems: ReadonlyArray<{ readonly key: string, readonly title: string, readonly version: string, readonly summary: string, readonly source: string, readonly settingsSchema: unknown, readonly defaultSettings: unknown, readonly formats: { readonly minSides: number, readonly maxSides: number | null, readonly minPlayersPerSide: number, readonly maxPlayersPerSide: number | null } }> };

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

export type RestoreLeagueMutationVariables = Exact<{
  input: RestoreLeagueInput;
}>;


export type RestoreLeagueMutation = { readonly restoreLeague: { readonly league: { readonly slug: string, readonly archivedAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

export type RestoreMatchMutationVariables = Exact<{
  input: RestoreMatchInput;
}>;


export type RestoreMatchMutation = { readonly restoreMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

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


export type SiteBoardQuery = { readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly timeZone: string, readonly createdAt: string, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly ratingSystem: { readonly revision: number, readonly system: { readonly title: string } }, readonly standings: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly movement: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result> } }>, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type SiteCardQueryVariables = Exact<{
  league: string;
  player: string;
  hasPlayer: boolean;
}>;


export type SiteCardQuery = { readonly league: { readonly slug: string, readonly name: string, readonly playerCount: number, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly rating?: { readonly rank: number | null, readonly display: string, readonly isProvisional: boolean, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }> } | null } | null };

export type SiteDuelQueryVariables = Exact<{
  league: string;
  player: string;
  opponent: string;
  sides: ReadonlyArray<ReadonlyArray<string> | string> | ReadonlyArray<string> | string;
}>;


export type SiteDuelQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly left: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null } } | null, readonly right: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly wins: number, readonly draws: number, readonly losses: number, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null } } | null, readonly headToHead: { readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null }, readonly prediction: { readonly sides: ReadonlyArray<{ readonly winProbability: number }>, readonly ifOutcome: ReadonlyArray<{ readonly placements: ReadonlyArray<number>, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> }> } } | null };

export type SiteFrontQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type SiteFrontQuery = { readonly leagues: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly description: string, readonly matchCount: number, readonly playerCount: number, readonly lastMatchAt: string | null, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string } }> } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type SiteLiveQueryVariables = Exact<{
  league: string;
  places?: number;
  matches?: number;
  since: string;
}>;


export type SiteLiveQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly standings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly movement: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly rating: { readonly display: string, readonly form: ReadonlyArray<Result> } }> }, readonly matches: { readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly ratingChange: { readonly delta: number | null } | null }> }> }> } } | null };

export type SiteMatchQueryVariables = Exact<{
  league: string;
  externalId: string;
}>;


export type SiteMatchQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly match: { readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly submittedBy: string | null, readonly status: MatchStatus, readonly version: number, readonly details: unknown, readonly expected: ReadonlyArray<{ readonly winProbability: number }> | null, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly minutesPlayed: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly ratingChange: { readonly delta: number | null, readonly expectedScore: number, readonly actualScore: number, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly weight: number, readonly delta: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> } | null }> }>, readonly history: ReadonlyArray<{ readonly version: number, readonly at: string, readonly action: string, readonly status: MatchStatus, readonly playedAt: string, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null } }> }> }> } | null } | null };

export type SiteMatchesQueryVariables = Exact<{
  league: string;
  first?: number;
  after?: string | null | undefined;
  player?: string | null | undefined;
  status?: MatchStatus | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SiteMatchesQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly matches: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly externalId: string, readonly playedAt: string, readonly submittedAt: string, readonly status: MatchStatus, readonly version: number, readonly sides: ReadonlyArray<{ readonly name: string | null, readonly effectivePlacement: number | null, readonly status: SideStatus, readonly score: number | null, readonly participants: ReadonlyArray<{ readonly isGuest: boolean, readonly score: number | null, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly ratingChange: { readonly delta: number | null } | null }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type SiteNumbersQueryVariables = Exact<{
  league: string;
}>;


export type SiteNumbersQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly lastMatchAt: string | null, readonly matchCount: number, readonly playerCount: number, readonly ratingSystem: { readonly system: { readonly title: string } }, readonly activity: ReadonlyArray<{ readonly day: string, readonly count: number }>, readonly distribution: ReadonlyArray<{ readonly value: number, readonly to: number, readonly count: number }> } | null };

export type SitePersonQueryVariables = Exact<{
  player: string;
  first?: number;
}>;


export type SitePersonQuery = { readonly player: { readonly handle: string, readonly displayName: string | null, readonly formerHandles: ReadonlyArray<string>, readonly createdAt: string, readonly ratings: { readonly nodes: ReadonlyArray<{ readonly rank: number | null, readonly display: string, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly league: { readonly slug: string, readonly name: string, readonly ratingSystem: { readonly system: { readonly title: string } } } }> } } | null };

export type SitePlayerQueryVariables = Exact<{
  league: string;
  player: string;
  first?: number;
  after?: string | null | undefined;
}>;


export type SitePlayerQuery = { readonly league: { readonly slug: string, readonly name: string, readonly timeZone: string, readonly ratingSystem: { readonly system: { readonly key: string, readonly title: string } }, readonly rating: { readonly rank: number | null, readonly display: string, readonly value: number | null, readonly deviation: number | null, readonly isProvisional: boolean, readonly matchesPlayed: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly percentile: number | null, readonly peak: number | null, readonly lowest: number | null, readonly lastPlayedAt: string | null, readonly form: ReadonlyArray<Result>, readonly player: { readonly handle: string, readonly displayName: string | null }, readonly peakMatch: { readonly externalId: string, readonly playedAt: string } | null, readonly streaks: { readonly current: { readonly result: Result, readonly matches: number, readonly from: string } | null, readonly longestWinning: { readonly matches: number, readonly from: string, readonly to: string } | null, readonly longestLosing: { readonly matches: number, readonly from: string, readonly to: string } | null }, readonly series: ReadonlyArray<{ readonly at: string, readonly value: number, readonly deviation: number | null }>, readonly mostPlayed: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly matches: number, readonly wins: number, readonly draws: number, readonly losses: number, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly rival: { readonly nodes: ReadonlyArray<{ readonly wins: number, readonly draws: number, readonly losses: number, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly nemesis: { readonly nodes: ReadonlyArray<{ readonly wins: number, readonly draws: number, readonly losses: number, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }, readonly bestWins: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly worstDefeats: ReadonlyArray<{ readonly delta: number | null, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly history: { readonly nodes: ReadonlyArray<{ readonly delta: number | null, readonly expectedScore: number, readonly actualScore: number, readonly match: { readonly externalId: string, readonly playedAt: string }, readonly before: { readonly value: number | null, readonly deviation: number | null }, readonly after: { readonly value: number | null, readonly deviation: number | null }, readonly contributions: ReadonlyArray<{ readonly opponentValue: number | null, readonly expected: number, readonly actual: number, readonly weight: number, readonly delta: number | null, readonly opponent: { readonly handle: string, readonly displayName: string | null } }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null } | null };

export type StandingsOfADayQueryVariables = Exact<{
  league: string;
  day: string;
}>;


export type StandingsOfADayQuery = { readonly league: { readonly timeZone: string, readonly snapshot: { readonly midnight: string, readonly revision: number, readonly playerCount: number, readonly places: { readonly nodes: ReadonlyArray<{ readonly rank: number, readonly score: number | null, readonly player: { readonly handle: string } }> } } | null } | null };

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

export type UpdateLeagueMutationVariables = Exact<{
  input: UpdateLeagueInput;
}>;


export type UpdateLeagueMutation = { readonly updateLeague: { readonly league: { readonly slug: string, readonly name: string, readonly description: string, readonly visibility: Visibility, readonly openEntry: boolean, readonly lateMatches: LateMatches, readonly opensAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

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


export type VoidMatchMutation = { readonly voidMatch: { readonly match: { readonly id: string, readonly externalId: string, readonly status: MatchStatus, readonly version: number } | null, readonly effect: { readonly changeCount: number, readonly changes: ReadonlyArray<{ readonly delta: number | null, readonly player: { readonly handle: string }, readonly before: { readonly value: number | null }, readonly after: { readonly value: number | null } }> } | null, readonly recompute: { readonly id: string, readonly status: RecomputeStatus } | null, readonly errors: ReadonlyArray<{ readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }> } };

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


/** An administrator: corrects when a match was played, who played or how it ended. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const AmendMatchDocument =
  'mutation AmendMatch($input:AmendMatchInput!){amendMatch(input:$input){match{id externalId status version}effect{changeCount changes{player{handle}before{value}after{value}delta}}recompute{id status}errors{code message path}}}' as TypedDocument<AmendMatchMutation, AmendMatchMutationVariables>;

/** An administrator: archives a league whose time is over; it can be read, and nothing is written to it. */
export const ArchiveLeagueDocument =
  'mutation ArchiveLeague($input:ArchiveLeagueInput!){archiveLeague(input:$input){league{slug archivedAt}errors{code message path}}}' as TypedDocument<ArchiveLeagueMutation, ArchiveLeagueMutationVariables>;

/** An administrator: who changed what in a league, newest first, with what it was before and after. A platform admin asks for `auditLog` at the top instead and gets that of the whole platform, renames of players included. */
export const AuditLogDocument =
  'query AuditLog($league:String!$subject:String$action:String$actor:String$first:Int!=50$after:String){league(slug:$league){auditLog(subject:$subject action:$action actor:$actor first:$first after:$after){nodes{id at actor action subject{kind name}before after reason}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<AuditLogQuery, AuditLogQueryVariables>;

/** A site: a page of a league's board. With $around: the page that has this player in the middle. */
export const BoardDocument =
  'query Board($league:String!$first:Int!=50$after:String$around:String$includeProvisional:Boolean!=false){league(slug:$league){name description matchCount playerCount standings(first:$first after:$after around:$around includeProvisional:$includeProvisional){totalCount nodes{rank player{handle displayName}rating{display score value deviation isProvisional matchesPlayed wins draws losses lastPlayedAt form}}pageInfo{hasPreviousPage hasNextPage startCursor endCursor}}}}' as TypedDocument<BoardQuery, BoardQueryVariables>;

/** An administrator: which rating system, or which settings, would have foreseen a league's matches best? Needs league:admin for it. */
export const CompareRatingSystemsDocument =
  'mutation CompareRatingSystems($input:CompareRatingSystemsInput!){compareRatingSystems(input:$input){matches baselines{baseline evaluation{logLoss}}systems{system{key version}settings isPresent evaluation{logLoss brier accuracy won{matches logLoss}drawn{matches logLoss}pairs{count logLoss brier order}rankedProbability calibrationSlope calibration{predicted actual count}}difference{difference low high}worseThan problem}errors{code message path}}}' as TypedDocument<CompareRatingSystemsMutation, CompareRatingSystemsMutationVariables>;

/** An administrator: opens a league. Needs platform:admin. */
export const CreateLeagueDocument =
  'mutation CreateLeague($input:CreateLeagueInput!){createLeague(input:$input){league{id slug ratingSystem{system{key version}settings}}errors{code message path}}}' as TypedDocument<CreateLeagueMutation, CreateLeagueMutationVariables>;

/** An administrator: makes a token, for example for a bot. The secret is shown this once. Needs platform:admin, or league:admin for all the leagues that it names. */
export const CreateTokenDocument =
  'mutation CreateToken($input:CreateTokenInput!){createToken(input:$input){secret token{id name scopes leagues{slug}expiresAt}errors{code message path}}}' as TypedDocument<CreateTokenMutation, CreateTokenMutationVariables>;

/** An administrator: has an address be told what happens in a league from now on. The secret is shown this once. Needs league:admin. */
export const CreateWebhookDocument =
  'mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){secret webhook{id url format events}errors{code message path}}}' as TypedDocument<CreateWebhookMutation, CreateWebhookMutationVariables>;

/** An administrator: deletes an archived league for ever. */
export const DeleteLeagueDocument =
  'mutation DeleteLeague($input:DeleteLeagueInput!){deleteLeague(input:$input){slug errors{code message path}}}' as TypedDocument<DeleteLeagueMutation, DeleteLeagueMutationVariables>;

/** An administrator: deletes a webhook and its messages. Needs league:admin. */
export const DeleteWebhookDocument =
  'mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input){webhook{id}errors{code message path}}}' as TypedDocument<DeleteWebhookMutation, DeleteWebhookMutationVariables>;

/** An administrator: lets a disabled webhook go on from its position. Needs league:admin. */
export const EnableWebhookDocument =
  'mutation EnableWebhook($input:EnableWebhookInput!){enableWebhook(input:$input){webhook{id disabledAt}errors{code message path}}}' as TypedDocument<EnableWebhookMutation, EnableWebhookMutationVariables>;

/** An administrator: erases the personal data of a player who wishes to be forgotten. */
export const ErasePlayerDocument =
  'mutation ErasePlayer($input:ErasePlayerInput!){erasePlayer(input:$input){player{id handle}errors{code message path}}}' as TypedDocument<ErasePlayerMutation, ErasePlayerMutationVariables>;

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

/** A bot: a player wants an opponent. If the answer was lost, ask again: a waiting player's existing ticket is returned. Needs matches:submit for the league. */
export const JoinQueueDocument =
  'mutation JoinQueue($input:JoinQueueInput!){joinQueue(input:$input){ticket{id status expiresAt opponent{handle}winProbability}errors{code message path}}}' as TypedDocument<JoinQueueMutation, JoinQueueMutationVariables>;

/** A site: a league in numbers: matches by day, and how many players have which value. */
export const LeagueNumbersDocument =
  'query LeagueNumbers($league:String!$from:DateTime$to:DateTime){league(slug:$league){name lastMatchAt matchCount playerCount activity(from:$from to:$to){day count}distribution{value to count}}}' as TypedDocument<LeagueNumbersQuery, LeagueNumbersQueryVariables>;

/** A site: the leagues, by slug or by their newest match. */
export const LeaguesDocument =
  'query Leagues($first:Int!=20$after:String$search:String$orderBy:LeagueOrder!=SLUG){leagues(first:$first after:$after search:$search orderBy:$orderBy){totalCount nodes{slug name description matchCount playerCount lastMatchAt ratingSystem{system{title}}}pageInfo{hasNextPage endCursor}}}' as TypedDocument<LeaguesQuery, LeaguesQueryVariables>;

/** A bot: a player does not want an opponent any more; the status tells whether one was found before. Needs matches:submit for the league. */
export const LeaveQueueDocument =
  'mutation LeaveQueue($input:LeaveQueueInput!){leaveQueue(input:$input){ticket{status opponent{handle}}errors{code message path}}}' as TypedDocument<LeaveQueueMutation, LeaveQueueMutationVariables>;

/** A bot: links an account at another platform, such as discord:1234, to a player of its league. Needs matches:submit or league:admin for a league that knew the player first. */
export const LinkAccountDocument =
  'mutation LinkAccount($input:LinkAccountInput!){linkAccount(input:$input){player{handle displayName accounts{provider id}}errors{code message path}}}' as TypedDocument<LinkAccountMutation, LinkAccountMutationVariables>;

/** A site: a league's matches, newest first; those of a player, of a time, or of a status where these are given. */
export const MatchListDocument =
  'query MatchList($league:String!$first:Int!=20$after:String$player:String$status:MatchStatus$from:DateTime$to:DateTime){league(slug:$league){matches(first:$first after:$after player:$player status:$status from:$from to:$to){nodes{id externalId playedAt status sides{name placement score effectivePlacement participants{player{handle}isGuest score minutesPlayed ratingChange{after{value}delta}}}}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<MatchListQuery, MatchListQueryVariables>;

/** A site: a match with what was foreseen of it, what it did to the ratings, and what was corrected. */
export const MatchPageDocument =
  'query MatchPage($league:String!$externalId:String!){league(slug:$league){name match(externalId:$externalId){playedAt status expected{winProbability}sides{name effectivePlacement score participants{player{handle}isGuest ratingChange{before{value}after{value}delta}}}history{version at action status playedAt sides{placement score participants{player{handle}}}}}}}' as TypedDocument<MatchPageQuery, MatchPageQueryVariables>;

/** A bot: a match by its external id, with the id and the version that a correction of it needs. */
export const MatchDocument =
  'query Match($league:String!$externalId:String!){league(slug:$league){match(externalId:$externalId){id externalId playedAt status version sides{name placement score effectivePlacement participants{player{handle}isGuest ratingChange{before{value}after{value}delta}}}}}}' as TypedDocument<MatchQuery, MatchQueryVariables>;

/** A site: the top of a league's board, with the ranks that everybody has gained or lost since a time. */
export const MoversDocument =
  'query Movers($league:String!$since:DateTime!$first:Int!=20){league(slug:$league){standings(first:$first){nodes{rank movement(since:$since)player{handle}rating{display form}}}}}' as TypedDocument<MoversQuery, MoversQueryVariables>;

/** A site: whom a player meets most, their rivals and their nemesis, their best wins and their worst defeats. */
export const OpponentsDocument =
  'query Opponents($league:String!$player:String!$first:Int!=5){league(slug:$league){rating(player:$player){mostPlayed:opponents(first:$first){totalCount nodes{...Record}}rivals:opponents(first:$first orderBy:RIVAL){nodes{...Record}}nemesis:opponents(first:1 orderBy:NEMESIS){nodes{...Record}}bestWins(first:$first){...Notable}worstDefeats(first:$first){...Notable}}}}fragment Record on OpponentRecord{opponent{handle}matches wins draws losses lastPlayedAt}fragment Notable on RatingChange{match{externalId playedAt}delta contributions{opponent{handle}opponentValue}}' as TypedDocument<OpponentsQuery, OpponentsQueryVariables>;

/** A site: a player in a league: their career as a chart and in numbers, and what each match did to their rating and why, newest first. */
export const PlayerPageDocument =
  'query PlayerPage($league:String!$player:String!$first:Int!=20$after:String){league(slug:$league){name rating(player:$player){player{handle displayName accounts{provider id}createdAt}rank display value deviation isProvisional matchesPlayed wins draws losses percentile peak peakMatch{externalId playedAt}lowest lastPlayedAt form(last:10)streaks{current{result matches from}longestWinning{matches from to}longestLosing{matches from to}}series(points:300){at value deviation}history(first:$first after:$after){nodes{match{externalId playedAt}before{value deviation}after{value deviation}delta expectedScore actualScore contributions{opponent{handle}opponentValue expected actual weight delta}}pageInfo{hasNextPage endCursor}}}}}' as TypedDocument<PlayerPageQuery, PlayerPageQueryVariables>;

/** An administrator: players of a league who may be one person, for mergePlayers. Needs league:admin. Pass searchedTo as $from to look further. */
export const PossibleDuplicatesDocument =
  'query PossibleDuplicates($league:String!$from:String){league(slug:$league){possibleDuplicates(from:$from){pairs{player{handle displayName}other{handle displayName}reasons days explanation}searchedTo}}}' as TypedDocument<PossibleDuplicatesQuery, PossibleDuplicatesQueryVariables>;

/** A site or a bot: who will win, and what each outcome would do to the ratings. */
export const PredictionDocument =
  'query Prediction($league:String!$sides:[[String!]!]!){league(slug:$league){prediction(sides:$sides){sides{players{handle}winProbability}ifOutcome{placements changes{player{handle}before{value}after{value}delta}}}}}' as TypedDocument<PredictionQuery, PredictionQueryVariables>;

/** An administrator: what a rating system with these settings would make of a first match, before there is a league. */
export const PreviewRatingDocument =
  'query PreviewRating($ratingSystem:String!$settings:JSON$sides:[[String!]!]!){previewRating(ratingSystem:$ratingSystem settings:$settings sides:$sides){sides{players winProbability}ifOutcome{placements changes{player before{value deviation}after{value deviation}delta}}errors{code message path}}}' as TypedDocument<PreviewRatingQuery, PreviewRatingQueryVariables>;

/** A bot: over a WebSocket, the ticket as it is now, and as soon as an opponent is found or the wait has expired. */
export const QueueTicketChangedDocument =
  'subscription QueueTicketChanged($ticket:ID!){queueTicketChanged(ticket:$ticket){status opponent{handle}winProbability resolvedAt}}' as TypedDocument<QueueTicketChangedSubscription, QueueTicketChangedSubscriptionVariables>;

/** A site: how many wait in a league, and how even its latest matches were foreseen to be. */
export const QueueDocument =
  'query Queue($league:String!){league(slug:$league){queue{waiting band wait}matches(first:20){nodes{externalId pairing{pairedAt tickets{player{handle}winProbability}}}}}}' as TypedDocument<QueueQuery, QueueQueryVariables>;

/** An administrator: what a league can be rated by, with the settings of each. */
export const RatingSystemsDocument =
  'query RatingSystems{ratingSystems{key title version summary source settingsSchema defaultSettings formats{minSides maxSides minPlayersPerSide maxPlayersPerSide}}}' as TypedDocument<RatingSystemsQuery, RatingSystemsQueryVariables>;

/** An administrator: how far a recompute is, and what it did to the board once it is done. */
export const RecomputeDocument =
  'query Recompute($id:ID!){node(id:$id){...on Recompute{status done total secondsLeft revision error effect{changeCount changes{player{handle}before{value}after{value}delta rankBefore rankAfter}}}}}' as TypedDocument<RecomputeQuery, RecomputeQueryVariables>;

/** An administrator: enters players into a league before their first match there, as a league without open entry needs. Needs league:admin for it. */
export const RegisterPlayersDocument =
  'mutation RegisterPlayers($input:RegisterPlayersInput!){registerPlayers(input:$input){league{slug}players{id handle displayName}errors{code message path}}}' as TypedDocument<RegisterPlayersMutation, RegisterPlayersMutationVariables>;

/** An administrator: sends a message of a webhook once more, under the id that it had. Needs league:admin. */
export const ReplayWebhookDeliveryDocument =
  'mutation ReplayWebhookDelivery($input:ReplayWebhookDeliveryInput!){replayWebhookDelivery(input:$input){delivery{id status}errors{code message path}}}' as TypedDocument<ReplayWebhookDeliveryMutation, ReplayWebhookDeliveryMutationVariables>;

/** An administrator: opens an archived league again. */
export const RestoreLeagueDocument =
  'mutation RestoreLeague($input:RestoreLeagueInput!){restoreLeague(input:$input){league{slug archivedAt}errors{code message path}}}' as TypedDocument<RestoreLeagueMutation, RestoreLeagueMutationVariables>;

/** An administrator: lets a withdrawn match count again. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const RestoreMatchDocument =
  'mutation RestoreMatch($input:RestoreMatchInput!){restoreMatch(input:$input){match{id externalId status version}effect{changeCount changes{player{handle}before{value}after{value}delta}}recompute{id status}errors{code message path}}}' as TypedDocument<RestoreMatchMutation, RestoreMatchMutationVariables>;

/** A site: how a league is rated, and the revisions of its ratings, newest first. */
export const RevisionsDocument =
  'query Revisions($league:String!$first:Int!=20$after:String){league(slug:$league){ratingSystem{system{title summary source}raterVersion settings appliedAt}revisions(first:$first after:$after){nodes{revision system{title}raterVersion settings appliedAt}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<RevisionsQuery, RevisionsQueryVariables>;

/** An administrator: ends a token within a second. Needs the rights that making it needs. */
export const RevokeTokenDocument =
  'mutation RevokeToken($input:RevokeTokenInput!){revokeToken(input:$input){token{id revokedAt}errors{code message path}}}' as TypedDocument<RevokeTokenMutation, RevokeTokenMutationVariables>;

/** An administrator: gives a token a new secret, shown this once; the old one works on for the grace, in seconds. Needs the rights that making the token needs. */
export const RotateTokenDocument =
  'mutation RotateToken($input:RotateTokenInput!){rotateToken(input:$input){secret formerSecretEndsAt token{id name}errors{code message path}}}' as TypedDocument<RotateTokenMutation, RotateTokenMutationVariables>;

/** An administrator: gives a webhook a new secret, shown this once; for a day both sign. Needs league:admin. */
export const RotateWebhookSecretDocument =
  'mutation RotateWebhookSecret($input:RotateWebhookSecretInput!){rotateWebhookSecret(input:$input){secret formerSecretEndsAt webhook{id}errors{code message path}}}' as TypedDocument<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;

/** A site: how a league is rated, in words and settings, and the revisions of its ratings, newest first. */
export const SiteAboutDocument =
  'query SiteAbout($league:String!$first:Int!=20$after:String){league(slug:$league){slug name description timeZone createdAt opensAt lateMatches openEntry matchCount playerCount refreshedThrough verification{verifiedAt isCurrent holds problems}ratingSystem{system{title summary source settingsSchema}raterVersion settings revision appliedAt}revisions(first:$first after:$after){nodes{revision system{title}raterVersion appliedAt}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<SiteAboutQuery, SiteAboutQueryVariables>;

/** A site: a league's board, as it is or was at a time, with the ranks that everybody has gained or lost since another time. */
export const SiteBoardDocument =
  'query SiteBoard($league:String!$first:Int!=50$after:String$around:String$asOf:DateTime$asKnownAt:DateTime$since:DateTime!){league(slug:$league){slug name description timeZone createdAt matchCount playerCount lastMatchAt ratingSystem{revision system{title}}standings(first:$first after:$after around:$around asOf:$asOf asKnownAt:$asKnownAt includeProvisional:true){totalCount nodes{rank movement(since:$since)player{handle displayName}rating{display value deviation isProvisional matchesPlayed wins draws losses lastPlayedAt form}}pageInfo{hasPreviousPage hasNextPage endCursor}}}}' as TypedDocument<SiteBoardQuery, SiteBoardQueryVariables>;

/** A site: a league or one of its players on a card, for pages of others. */
export const SiteCardDocument =
  'query SiteCard($league:String!$player:String!$hasPlayer:Boolean!){league(slug:$league){slug name playerCount ratingSystem{system{title}}rating(player:$player)@include(if:$hasPlayer){player{handle displayName}rank display isProvisional wins draws losses form(last:10)series(points:80){at value deviation}}}}' as TypedDocument<SiteCardQuery, SiteCardQueryVariables>;

/** A site: two players side by side: their ratings, their record, their meetings, and what each outcome would do now. */
export const SiteDuelDocument =
  'query SiteDuel($league:String!$player:String!$opponent:String!$sides:[[String!]!]!){league(slug:$league){slug name timeZone ratingSystem{system{title}}left:rating(player:$player){player{handle displayName}rank display value deviation wins draws losses form(last:10)}right:rating(player:$opponent){player{handle displayName}rank display value deviation wins draws losses form(last:10)}headToHead(player:$player opponent:$opponent){matches wins draws losses lastPlayedAt}prediction(sides:$sides){sides{winProbability}ifOutcome{placements changes{player{handle}before{value}after{value}delta}}}}}' as TypedDocument<SiteDuelQuery, SiteDuelQueryVariables>;

/** A site: its front page, which shows the leagues and the top of each board. */
export const SiteFrontDocument =
  'query SiteFront($first:Int!=20$after:String$search:String){leagues(first:$first after:$after search:$search orderBy:ACTIVITY){totalCount nodes{slug name description matchCount playerCount lastMatchAt ratingSystem{system{title}}standings(first:3){nodes{rank player{handle displayName}rating{display}}}}pageInfo{hasNextPage endCursor}}}' as TypedDocument<SiteFrontQuery, SiteFrontQueryVariables>;

/** A site: the top of a board and the newest matches, for a page that follows the league. */
export const SiteLiveDocument =
  'query SiteLive($league:String!$places:Int!=10$matches:Int!=10$since:DateTime!){league(slug:$league){slug name timeZone ratingSystem{system{title}}standings(first:$places){nodes{rank movement(since:$since)player{handle displayName}rating{display form}}}matches(first:$matches){nodes{externalId playedAt submittedAt status version sides{name effectivePlacement status score participants{player{handle displayName}isGuest score ratingChange{delta}}}}}}}' as TypedDocument<SiteLiveQuery, SiteLiveQueryVariables>;

/** A site: a match with what was foreseen of it, what it did to each rating and why, and what was corrected. */
export const SiteMatchDocument =
  'query SiteMatch($league:String!$externalId:String!){league(slug:$league){slug name timeZone ratingSystem{system{title}}match(externalId:$externalId){externalId playedAt submittedAt submittedBy status version details expected{winProbability}sides{name effectivePlacement status score participants{player{handle displayName}isGuest score minutesPlayed ratingChange{before{value deviation}after{value deviation}delta expectedScore actualScore contributions{opponent{handle displayName}opponentValue expected actual weight delta}}}}history{version at action status playedAt sides{name effectivePlacement status score participants{score player{handle displayName}}}}}}}' as TypedDocument<SiteMatchQuery, SiteMatchQueryVariables>;

/** A site: a league's matches, newest first, with filters. */
export const SiteMatchesDocument =
  'query SiteMatches($league:String!$first:Int!=40$after:String$player:String$status:MatchStatus$from:DateTime$to:DateTime){league(slug:$league){slug name timeZone ratingSystem{system{title}}matches(first:$first after:$after player:$player status:$status from:$from to:$to){totalCount nodes{externalId playedAt submittedAt status version sides{name effectivePlacement status score participants{player{handle displayName}isGuest score ratingChange{delta}}}}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<SiteMatchesQuery, SiteMatchesQueryVariables>;

/** A site: a league in numbers: matches by day over a year, and how many players have which value. */
export const SiteNumbersDocument =
  'query SiteNumbers($league:String!){league(slug:$league){slug name timeZone lastMatchAt matchCount playerCount ratingSystem{system{title}}activity{day count}distribution{value to count}}}' as TypedDocument<SiteNumbersQuery, SiteNumbersQueryVariables>;

/** A site: a player in all leagues, with their former handles. */
export const SitePersonDocument =
  'query SitePerson($player:String!$first:Int!=50){player(handle:$player){handle displayName formerHandles createdAt ratings(first:$first){nodes{league{slug name ratingSystem{system{title}}}rank display isProvisional matchesPlayed wins draws losses lastPlayedAt form(last:10)}}}}' as TypedDocument<SitePersonQuery, SitePersonQueryVariables>;

/** A site: a player in a league: their career as a chart and in numbers, whom they meet, and why each match moved them. */
export const SitePlayerDocument =
  'query SitePlayer($league:String!$player:String!$first:Int!=15$after:String){league(slug:$league){slug name timeZone ratingSystem{system{key title}}rating(player:$player){player{handle displayName}rank display value deviation isProvisional matchesPlayed wins draws losses percentile peak peakMatch{externalId playedAt}lowest lastPlayedAt form(last:10)streaks{current{result matches from}longestWinning{matches from to}longestLosing{matches from to}}series(points:300){at value deviation}mostPlayed:opponents(first:6){totalCount nodes{opponent{handle displayName}matches wins draws losses}}rival:opponents(first:1 orderBy:RIVAL){nodes{opponent{handle displayName}wins draws losses}}nemesis:opponents(first:1 orderBy:NEMESIS){nodes{opponent{handle displayName}wins draws losses}}bestWins(first:3){match{externalId playedAt}delta contributions{opponent{handle displayName}opponentValue}}worstDefeats(first:3){match{externalId playedAt}delta contributions{opponent{handle displayName}opponentValue}}history(first:$first after:$after){nodes{match{externalId playedAt}before{value deviation}after{value deviation}delta expectedScore actualScore contributions{opponent{handle displayName}opponentValue expected actual weight delta}}pageInfo{hasNextPage endCursor}}}}}' as TypedDocument<SitePlayerQuery, SitePlayerQueryVariables>;

/** A site: the standings as they were shown at the end of a day. */
export const StandingsOfADayDocument =
  'query StandingsOfADay($league:String!$day:LocalDate!){league(slug:$league){timeZone snapshot(day:$day){midnight revision playerCount places(first:50){nodes{rank score player{handle}}}}}}' as TypedDocument<StandingsOfADayQuery, StandingsOfADayQueryVariables>;

/** A bot: reports matches, 1 to 1,000 at once. Sending the same again is safe. Needs matches:submit for the league. */
export const SubmitMatchesDocument =
  'mutation SubmitMatches($input:SubmitMatchesInput!){submitMatches(input:$input){results{__typename ...on MatchAccepted{replayed match{id externalId sides{participants{player{handle}ratingChange{before{value deviation}after{value deviation}delta}}}}}...on MatchRejected{externalId error{__typename code message path}}}errors{code message path}}}' as TypedDocument<SubmitMatchesMutation, SubmitMatchesMutationVariables>;

/** An administrator: sends a test to a webhook; read the message again to see what became of it. Needs league:admin. */
export const TestWebhookDocument =
  'mutation TestWebhook($input:TestWebhookInput!){testWebhook(input:$input){delivery{id status}errors{code message path}}}' as TypedDocument<TestWebhookMutation, TestWebhookMutationVariables>;

/** An administrator: the tokens that you may revoke, newest first, and when each was last used. For revokeToken take their ids. */
export const TokensDocument =
  'query Tokens($league:String$createdBy:ID$first:Int!=100$after:String){tokens(league:$league createdBy:$createdBy first:$first after:$after){nodes{id name scopes leagues{slug}createdAt createdBy lastUsedAt expiresAt revokedAt}pageInfo{hasNextPage endCursor}}}' as TypedDocument<TokensQuery, TokensQueryVariables>;

/** An administrator: changes what is said about a league. Needs league:admin for it. */
export const UpdateLeagueDocument =
  'mutation UpdateLeague($input:UpdateLeagueInput!){updateLeague(input:$input){league{slug name description visibility openEntry lateMatches opensAt}errors{code message path}}}' as TypedDocument<UpdateLeagueMutation, UpdateLeagueMutationVariables>;

/** An administrator: changes the address, the events or the format of a webhook. Needs league:admin. */
export const UpdateWebhookDocument =
  'mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){webhook{id url format events}errors{code message path}}}' as TypedDocument<UpdateWebhookMutation, UpdateWebhookMutationVariables>;

/** A site: whether the board was proved to be what a replay of the match log gives, and through which match. */
export const VerificationDocument =
  'query Verification($league:String!){league(slug:$league){verification{verifiedAt sequence revision isCurrent holds problems}}}' as TypedDocument<VerificationQuery, VerificationQueryVariables>;

/** Anybody: what the token allows; null without one. */
export const ViewerDocument =
  'query Viewer{viewer{name scopes leagues{slug}}}' as TypedDocument<ViewerQuery, ViewerQueryVariables>;

/** An administrator: withdraws a match. With dryRun: what this would do, without doing it. Needs league:admin for the league. */
export const VoidMatchDocument =
  'mutation VoidMatch($input:VoidMatchInput!){voidMatch(input:$input){match{id externalId status version}effect{changeCount changes{player{handle}before{value}after{value}delta}}recompute{id status}errors{code message path}}}' as TypedDocument<VoidMatchMutation, VoidMatchMutationVariables>;

/** An administrator: the messages of a webhook, newest first, and what became of them. Needs league:admin. */
export const WebhookDeliveriesDocument =
  'query WebhookDeliveries($webhook:ID!$status:WebhookDeliveryStatus$first:Int!=20$after:String){node(id:$webhook){...on Webhook{id deliveries(status:$status first:$first after:$after){nodes{id type status createdAt attempts attemptedAt deliveredAt responseStatus error durationMs}pageInfo{hasNextPage endCursor}}}}}' as TypedDocument<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;

/** An administrator: the webhooks of a league, and how they do. For the messages of one, use webhook-deliveries.graphql. Needs league:admin. */
export const WebhooksDocument =
  'query Webhooks($league:String!$first:Int!=20$after:String){league(slug:$league){webhooks(first:$first after:$after){nodes{id url format events createdAt createdBy failingSince failures nextAttemptAt disabledAt disabledReason}pageInfo{hasNextPage endCursor}}}}' as TypedDocument<WebhooksQuery, WebhooksQueryVariables>;
