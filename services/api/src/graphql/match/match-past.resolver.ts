import { Float, Int, type MaybePromise } from 'type-graphql';
import { MATCH_CORRECTIONS } from '../../changes/changes.js';
import { playersOf } from '../../changes/match-status.js';
import { countParts } from '../../kit/paging/response-size.js';
import type { StoredMatch } from '../../match-log/match.js';
import { MAX_CORRECTIONS, type MatchVersion, versionsOf } from '../../match-log/match-versions.repository.js';
import { countJoinedRows, type MatchHead, type SideView, sidesOf } from '../../rating/rating.js';
import { findUpset, MAX_RESULTS_COMPARED } from '../../reading/match-page.repository.js';
import { type Context, standIn } from '../context.js';
import { computeFields, field, objectType, optional } from '../declare.js';
import { POINTS_PER_MATCH } from '../league/league-numbers.resolver.js';
import { anyMutationOf } from '../mutation.js';
import { PredictedSideType } from '../rating/rating.resolver.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { sizedList } from '../selection.js';
import { lengthsOf, SideType } from './match.resolver.js';
import { MatchStatusEnum, MatchType } from './match.type.js';

const MatchVersionType = objectType('MatchVersion', 'A match as submitted, or as a correction left it.', {
  version: field(Int, '1 for the match as submitted; each correction creates the next version.'),
  at: field(DateTimeScalar, 'When the match was submitted or corrected.'),
  action: field(String, `Name of the mutation: ${anyMutationOf(['submitMatches', ...MATCH_CORRECTIONS])}.`),
  status: field(MatchStatusEnum, 'Whether this version counts, or counted.'),
  playedAt: field(DateTimeScalar, 'When the match was played, according to this version.'),
  weight: field(Float, 'How much the match counts in this version.'),
  details: optional(JsonScalar, 'Details of the match in this version; null if there are none.'),
  sides: field(
    [SideType],
    'The sides of this version, with the players as they counted then. Participants have a `ratingChange` in the current version only.',
    ({ sides }: VersionView, { size }, _args, info) => sizedList(size, info, sides, lengthsOf(sides)),
  ),
});

const UpsetType = objectType('Upset', 'A win that was not expected, among the results up to it.', {
  expected: field(
    Float,
    'Mean expected score of the winner against each opponent, below 0.5; of several winners, the least.',
  ),
  place: field(Int, 'The place among these results: 1 for the least expected win.'),
  among: field(Int, `How many results these are, the newest up to the match: at most ${MAX_RESULTS_COMPARED}.`),
});

/** Earlier versions of a match, and its predictions. */
computeFields<StoredMatch | MatchHead>(MatchType, {
  history: field(
    [MatchVersionType],
    `Versions of the match, oldest first: as submitted, and after each correction. After more than ${MAX_CORRECTIONS} corrections, only the newest ${MAX_CORRECTIONS}.`,
    { cost: { work: 10 } },
    async (root, { loaders, size, outcome }, _args, info) => {
      const match = await wholeMatch(root, loaders);
      const versions = versionsOf(match, await loaders.corrections.load(match));
      // A league may forget players whom a correction removed, and gets no new version when they are renamed or erased.
      const present = new Set(playersOf(match));
      if (!versions.every((version) => playersOf(version).every((player) => present.has(player)))) standIn(outcome);
      const views = versions.map((version, place) => versionView(match, version, place === versions.length - 1));
      for (const { sides } of views) countParts(size, countJoinedRows({ ...match, sides }));
      return sizedList(size, info, views, { sides: 0 });
    },
  ),
  expected: optional(
    [PredictedSideType],
    "Each side's chance to win by the ratings just before the match, as they are known now, in the order of the sides; guests are left out. Null for void matches, if a side has only guests, and if the rating system cannot restore its states.",
    { cost: { work: 10 } },
    async (root, { loaders, size }, _args, info) => {
      const sides = await loaders.expected.load({ match: await wholeMatch(root, loaders), size });
      if (!sides) return null;
      const players = sides.reduce((sum, { playerIds }) => sum + playerIds.length, 0);
      return sizedList(size, info, sides, { players: players / sides.length });
    },
  ),
  upset: optional(
    UpsetType,
    'How unexpected the win was, as the rating changes are known now. Null for void matches, if nobody won or the win was expected, if the winner is hidden, and if the contributions of the match are not stored.',
    { cost: { work: MAX_RESULTS_COMPARED * POINTS_PER_MATCH } },
    async (root, { app, loaders }) => {
      const match = await wholeMatch(root, loaders);
      if (match.status === 'VOID') return null;
      return findUpset(app.reads, await loaders.league.load(match.leagueId), match);
    },
  ),
});

/** A version with its sides as they are shown. */
type VersionView = Omit<MatchVersion, 'sides'> & { readonly sides: readonly SideView[] };

function wholeMatch(match: StoredMatch | MatchHead, { match: loader }: Context['loaders']): MaybePromise<StoredMatch> {
  return 'sides' in match ? match : loader.load(match);
}

/** @param isCurrent the match may contain more than its log entry, such as rating changes */
function versionView(match: StoredMatch, version: MatchVersion, isCurrent: boolean): VersionView {
  if (isCurrent) return { ...version, sides: sidesOf(match) };
  const sides = version.sides.map((side) => ({
    ...side,
    participants: side.participants.map((participant) => ({ ...participant, ratingChange: null })),
  }));
  return { ...version, sides: sidesOf({ ...match, sides }) };
}
