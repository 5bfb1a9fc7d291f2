import { createUnionType, Float, Int } from 'type-graphql';
import { canAdminister } from '../../access/access.js';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork, countParts, countWork, MAX_PARTS } from '../../kit/paging/response-size.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import {
  contributionsOf,
  effectivePlacements,
  type HeadToHead,
  type StoredMatch,
  type StoredSide,
  statusOf,
} from '../../match-log/match.js';
import { findMatchByExternalId } from '../../match-log/match.repository.js';
import { readHeadToHead } from '../../match-log/opponent-records.js';
import { findPlayer } from '../../player/known-players.js';
import { findLeaguePlayerId } from '../../player/league-players.repository.js';
import { countJoinedRows, type MatchView, type ParticipantView, type SideView, sidesOf } from '../../rating/rating.js';
import { countMatches, readMatches } from '../../reading/match-page.repository.js';
import type { Accepted, Rejected, SubmitResult } from '../../submission/batch.js';
import { submitMatches } from '../../submission/submit-matches.js';
import type { Context } from '../context.js';
import {
  computeFields,
  connectionType,
  counted,
  field,
  firstOf,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
} from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { chargeReplay, mutation } from '../mutation.js';
import { itsPlayer } from '../player/player.type.js';
import { RatingChangeType } from '../rating/rating.type.js';
import { checkTime, DateTimeScalar, globalId } from '../scalars.js';
import {
  changePartsOf,
  type Lengths,
  type Selection,
  selectionOf,
  selectsContributions,
  sizedList,
} from '../selection.js';
import { UserError } from '../user-error.type.js';
import { MatchInput } from './match.input.js';
import { MatchStatusEnum, MatchType, NO_RESULT, SideStatusEnum } from './match.type.js';

const ScoreAgainstType = objectType('ScoreAgainst', 'Points earned against one opponent.', {
  score: field(Float, 'Points earned against the opponent.'),
  opponent: itsPlayer(
    'The opponent.',
    ({ opponent, opponentId }: ParticipantView['scoresAgainst'][number]) => opponent ?? opponentId,
  ),
});

const MatchAcceptedType = objectType('MatchAccepted', 'A match that is in the log.', {
  replayed: field(Boolean, 'Whether an earlier submission added the match.'),
  match: field(
    MatchType,
    'The match as it is in the log.',
    (accepted: Accepted, context) => accepted.stored?.() ?? context.loaders.match.load(accepted),
  ),
});

const MatchRejectedType = objectType('MatchRejected', 'A match that was rejected; nothing of it is stored.', {
  externalId: field(String, 'External id as submitted.'),
  error: field(UserError, 'Why the match was rejected.', (rejected: Rejected) => rejected.refusal),
});

const ParticipantType = objectType('Participant', "One player's part in a match.", {
  isGuest: field(Boolean, 'Whether the player took part as a guest, who is not rated.'),
  score: optional(Float, 'Points that the player earned; null if not given.'),
  minutesPlayed: optional(Float, 'Minutes played; null if not given, which counts as the whole game.'),
  ratingChange: optional(
    RatingChangeType,
    "What the match did to the player's rating; null for guests, for sides that are not rated, for void matches, and if no rated opponent took part.",
    ({ match, playerId, ratingChange }: ParticipantView, context, _args, info) => {
      if (ratingChange !== undefined) return ratingChange;
      const { loaders, size } = context;
      const { leagueId, sequence } = match;
      const loader = loaders.changes(changePartsOf(selectionOf(info), ''));
      return loader.load({ leagueId, sequence, size }).then((changes) => {
        const change = changes.find((c) => c.playerId === playerId);
        if (change) countParts(size, change.contributions.length);
        return change ?? null;
      });
    },
  ),
  player: itsPlayer('The player, including guests.', ({ player, playerId }: ParticipantView) => player ?? playerId),
  scoresAgainst: field(
    [ScoreAgainstType],
    'Points earned against individual opponents; empty if not given.',
    (participant: ParticipantView) => participant.scoresAgainst,
  ),
});

export const SideType = objectType('Side', 'One or more participants who win or lose together.', {
  name: optional(String, 'Name of the team; null if not given.'),
  role: optional(String, 'What the side is in the game, such as `home` or `white`; null if not given.'),
  placement: optional(Int, 'Placement as submitted: 1 is best; equal placements are a tie. Null if scores decide.'),
  score: optional(Float, 'Points of the side; null if not given.'),
  participants: field([ParticipantType], 'At least one participant.', (side: SideView) => side.participants),
  status: field(SideStatusEnum, 'How the side ended the match.', (side: SideView) => statusOf(side)),
  expectedScore: optional(
    Float,
    'Of a match of two sides: the score that was expected of the rated players of the side against each opponent, on average, 0 to 1, just before the match. Null for other matches, void ones and sides of guests, and if the contributions of the match are not stored.',
    { cost: { work: 2 } },
    ({ match, matchSides, participants }: SideView, { loaders }) => {
      if (matchSides?.length !== 2) return null;
      return loaders.expectedScores.load(match).then((found) => {
        const own = participants.flatMap(({ playerId }) => found?.scores.get(playerId) ?? []);
        return own.length === 0 ? null : own.reduce((sum, score) => sum + score, 0) / own.length;
      });
    },
  ),
  effectivePlacement: optional(
    Int,
    'Placement by which the match is rated, given for void matches too: 1 is best; equal placements are a tie. Taken from the placements if every side has one, otherwise from the scores of the sides or their participants, and for sides that did not finish from `League.statusRules`: those that are LAST and those that are UNRATED share the place behind all others. Null if neither decides the match.',
    shownPlacement,
  ),
});

const SubmitMatchResult = createUnionType({
  name: 'SubmitMatchResult',
  description: 'Result for one match of a submission.',
  types: () => [MatchAcceptedType, MatchRejectedType] as const,
  resolveType: (result: unknown) => ((result as SubmitResult).kind === 'accepted' ? 'MatchAccepted' : 'MatchRejected'),
});

const HeadToHeadType = objectType(
  'HeadToHead',
  'Results of two players against each other in matches that count, including those they played as guests.',
  {
    matches: field(Int, `Matches in which the two were on different sides. ${NO_RESULT}`),
    wins: field(Int, "Matches in which the player's side finished ahead of the opponent's."),
    draws: field(Int, 'Matches in which the two sides tied.'),
    losses: field(Int, "Matches in which the opponent's side finished ahead of the player's."),
    lastPlayedAt: optional(DateTimeScalar, 'When the two last met; null if never.'),
    player: itsPlayer('The player whose wins and losses are counted.'),
    opponent: itsPlayer('The opponent.', ({ opponentId }: HeadToHead) => opponentId),
  },
);

/** Entries counted in the time of a point: of an index, or of a player's matches, each of which is looked up. */
const ENTRIES_PER_POINT = 100;
const MATCHES_PER_POINT = 5;
/** Duels of two players, and participants of their other meetings, that are read in the time of a point. */
const READ_PER_POINT = 3;
/** Points of the matches of two players, if they have few. */
const MEETINGS = 500;

computeFields<StoredMatch | MatchView>(MatchType, {
  sides: field([SideType], 'The sides, in the order submitted.', (match, { size }, _args, info) => {
    const sides = sidesOf(match);
    return sizedList(size, info, sides, lengthsOf(sides));
  }),
  id: globalId('Match', (match) => [match.leagueId, match.sequence]),
  league: itsLeague(),
  earlierMeetings: field(
    [MatchType],
    'Rated matches before this one in which the same two players were on different sides, the newest first. Empty unless the match has two sides of one player each.',
    { args: firstOf(5), cost: { work: MEETINGS } },
    async (match, { app, loaders, size }, { first }, info) => {
      const limit = checkFirst(first);
      const [one, other] = duelOf(match) ?? [];
      if (!one || !other) return [];
      const { leagueId, playedAt: to } = match;
      const league = await loaders.league.load(leagueId);
      const filter = { playerId: one.playerId, opponentId: other.playerId, status: 'RATED' as const, to };
      const joins = pageJoins(selectionOf(info), '');
      const read = await readMatches(app, league, filter, { limit, after: null }, joins, size);
      for (const meeting of read) countParts(size, countJoinedRows(meeting));
      return read;
    },
  ),
  submittedBy: optional(
    String,
    "Name of the token that submitted the match; null if it was imported on the command line, or by an admin's token unless the caller may administer the league.",
    submitterOf,
  ),
});

/** The players of a match of two sides of one each. */
function duelOf(match: StoredMatch | MatchView) {
  const sides = sidesOf(match);
  return sides.length === 2 && sides.every(({ participants }) => participants.length === 1)
    ? sides.map(({ participants }) => participants[0]!)
    : null;
}

/** What is read beside matches. @param path of the matches in the selection, ending in a dot */
function pageJoins(selection: Selection, path: string) {
  const participants = `${path}sides.participants.`;
  return {
    players: selection.has(`${participants}player`),
    changes: selection.has(`${participants}ratingChange`),
    ...changePartsOf(selection, `${participants}ratingChange.`),
  };
}

/** Anyone may see who runs a bot; only a league's admins may see who administers it. */
async function submitterOf(match: StoredMatch, { access, loaders }: Context): Promise<string | null> {
  if (match.submittedBy === null) return null;
  const { name, scopes } = await loaders.namedToken.load(match.submittedBy);
  const isBot = scopes.every((scope) => scope === 'matches:submit' || scope === 'league:read');
  return isBot || canAdminister(access, { id: match.leagueId }) ? name : null;
}

/** Average lengths of the lists of a side; contributions are counted where they are returned. */
export function lengthsOf(sides: readonly SideView[]): Lengths {
  let [participants, scores] = [0, 0];
  for (const side of sides) {
    participants += side.participants.length;
    for (const { scoresAgainst } of side.participants) scores += scoresAgainst.length;
  }
  return { participants: participants / sides.length, scoresAgainst: scores / participants, contributions: 0 };
}

/** Cached by the sides of a match, whose placements are the same however many are selected. */
const placements = new WeakMap<readonly StoredSide[], readonly number[] | null>();

function shownPlacement({ matchSides, position }: SideView): number | null {
  // Compiled queries take sides from matches as they are; after an error, graphql-js asks `sides` for them.
  if (!matchSides) throw new Error('a side was read without its match');
  let known = placements.get(matchSides);
  if (known === undefined) {
    known = effectivePlacements(matchSides);
    placements.set(matchSides, known);
  }
  return known && known[position]!;
}

const MatchConnection = connectionType('Match', MatchType, 'matches', {
  counts: 'matches that pass the filters',
});

const matchPages = pagesBy('match', ['date', 'integer'], ({ playedAt, sequence }: MatchView) => [playedAt, sequence]);

/** Matches of a league. */
computeFields<League>(LeagueType, {
  matches: field(
    MatchConnection,
    'Matches of the league, newest first unless told otherwise.',
    {
      args: {
        ...PAGE_ARGS,
        player: optional(String, 'Only matches in which the player with this handle took part.'),
        status: optional(MatchStatusEnum, 'Only matches with this status.'),
        from: optional(DateTimeScalar, 'Only matches played at or after this time.'),
        to: optional(DateTimeScalar, 'Only matches played before this time.'),
        opponent: optional(
          String,
          'Only matches in which the player with this handle was on another side than `player`; without `player`, all matches of this one.',
        ),
        oldestFirst: field(Boolean, 'Whether the oldest come first, in the order in which they are rated.', {
          defaultValue: false,
        }),
      },
      cost: {
        work: ({ player, opponent, oldestFirst }) =>
          opponent == null && !(oldestFirst && player != null) ? 0 : MEETINGS,
      },
    },
    async (league, { app, loaders, size }, { player, status, from, to, opponent, oldestFirst, ...page }, info) => {
      const idOf = async (handle: string | null | undefined) =>
        handle == null ? undefined : ((await loaders.playerId.load({ leagueId: league.id, handle })) ?? 0);
      const playerId = await idOf(player ?? opponent);
      const opponentId = await idOf(player == null ? undefined : opponent);
      const window = { from: checkTime('from', from), to: checkTime('to', to) };
      const filter = { playerId, opponentId, status: status ?? undefined, oldestFirst, ...window };
      const joins = pageJoins(selectionOf(info), 'nodes.');
      const matches = await matchPages(app, page, async (limit, playedAt, sequence) => {
        const after = playedAt && { playedAt, sequence: sequence! };
        const read = await readMatches(app, league, filter, { limit, after }, joins, size);
        for (const match of read) countParts(size, countJoinedRows(match));
        return read;
      });
      return counted(matches, async () => {
        const count = await countMatches(app.reads, league, filter);
        countWork(size, Math.ceil(count / (playerId === undefined ? ENTRIES_PER_POINT : MATCHES_PER_POINT)));
        return count;
      });
    },
  ),
  match: optional(
    MatchType,
    'The match with this external id; null if there is none.',
    { args: { externalId: field(String, "The submitter's id for the match.") } },
    (league, { app }, { externalId }) => findMatchByExternalId(app.reads, league.id, externalId),
  ),
  headToHead: optional(
    HeadToHeadType,
    'Results of two players against each other in matches that count, including those they played as guests. Null if the league does not know one of them; `errors` says which.',
    {
      args: {
        player: field(String, 'Handle or account of the player.'),
        opponent: field(String, 'Handle or account of the opponent.'),
      },
      cost: { work: MEETINGS },
    },
    async (league, context, { player, opponent }) => {
      const { manager } = context.app.database;
      const playerId = await getPlayerId(context, league.id, 'player', player);
      const opponentId = await getPlayerId(context, league.id, 'opponent', opponent);
      return readHeadToHead(manager, league.id, playerId, opponentId, (participants) =>
        beginWork(context.size, Math.ceil(participants / READ_PER_POINT)),
      );
    },
  ),
});

/** The response to this many matches is made while they are being written. With fewer, it would be ready too soon to gain anything. */
const MANY = 100;

const REFUSAL = ['code', 'rule', 'parameters', 'message', 'path'];
const PARTICIPANTS = 'results.match.sides.participants.';

/** Fields of a submission's response that are made without the database, by their paths. On other paths, the same fields may need it. */
const IN_MEMORY: ReadonlySet<string> = new Set(
  Object.entries({
    '': ['results', 'errors'],
    'errors.': REFUSAL,
    'results.': ['replayed', 'match', 'externalId', 'error'],
    'results.error.': REFUSAL,
    'results.match.': ['id', 'externalId', 'playedAt', 'sides'],
    'results.match.sides.': ['name', 'role', 'placement', 'effectivePlacement', 'score', 'participants'],
    [PARTICIPANTS]: ['player', 'score', 'ratingChange'],
    [`${PARTICIPANTS}player.`]: ['id', 'handle'],
    [`${PARTICIPANTS}ratingChange.`]: ['id', 'before', 'after', 'delta'],
    [`${PARTICIPANTS}ratingChange.before.`]: ['value', 'deviation'],
    [`${PARTICIPANTS}ratingChange.after.`]: ['value', 'deviation'],
  }).flatMap(([place, fields]) => [...fields, '__typename'].map((field) => place + field)),
);

function isInMemory(selection: Selection): boolean {
  return [...selection].every((field) => IN_MEMORY.has(field));
}

/** Before anything is stored, because later it could not be reported. */
function checkAnswerable(matches: readonly Of<typeof MatchInput>[], selection: Selection): void {
  if (!selectsContributions(selection, 'results.match.sides.participants.ratingChange.')) return;
  const contributions = matches.reduce((sum, match) => sum + contributionsOf(match), 0);
  if (contributions <= MAX_PARTS) return;
  throw new Refused(refuse('MAX_CONTRIBUTIONS', ['input', 'matches'], { max: MAX_PARTS, count: contributions }));
}

/** The id under which a handle counts in a league, if the caller may see its player. */
async function getPlayerId(
  { app, access }: Context,
  leagueId: number,
  argument: string,
  handle: string,
): Promise<number> {
  const player = await findPlayer(app.database.manager, access, handle);
  const playerId = player && (await findLeaguePlayerId(app.database.manager, leagueId, handle));
  if (playerId !== null) return playerId;
  throw new Refused(refuse('PLAYER', [argument], { field: argument, value: shown(handle) }));
}

mutation('submitMatches', {
  description:
    'Submits matches, each recorded exactly once: a match sent again returns the recorded one. An invalid match is rejected with the reason and the others are rated. Requires the scope matches:submit for the league.',
  input: 'Matches of one league.',
  fields: {
    league: field(String, 'Slug of the league.'),
    matches: field([MatchInput], '1 to 1,000 matches.'),
  },
  payload: {
    results: optional(
      [SubmitMatchResult],
      'One result per match, in the order submitted; null if the whole submission was refused.',
    ),
  },
  errors: 'Why the whole submission was refused; empty if it was not.',
  async run(input, context, _once, info) {
    const selection = selectionOf(info);
    checkAnswerable(input.matches, selection);
    const { app, access, mutation } = context;
    let foreseen: readonly SubmitResult[] | undefined;
    const foresee = (results: readonly SubmitResult[]) => {
      foreseen ??= results;
      mutation.foresee?.({ results: foreseen, errors: [] });
    };
    const caller = {
      left: () => context.left,
      charge: chargeReplay(context),
      ...(input.matches.length >= MANY && isInMemory(selection) && { foresee }),
    };
    const results = await submitMatches(app, access, input.league, input.matches, caller);
    mutation.isAsForeseen = results.every((result, place) => result === foreseen?.[place]);
    return { results };
  },
});
