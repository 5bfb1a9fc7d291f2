import { Int } from 'type-graphql';
import { canAdminister } from '../../access/access.js';
import type { League } from '../../league/league.js';
import {
  countPossibleDuplicates,
  findPossibleDuplicates,
  type PossibleDuplicate,
} from '../../reading/find-possible-duplicates.js';
import type { Attention } from '../../reading/listed-leagues.js';
import { computeFields, field, objectType, optional } from '../declare.js';
import { itsPlayer } from '../player/player.type.js';
import { enumOf } from '../scalars.js';
import { LeagueType } from './league.type.js';

type Reason = PossibleDuplicate['reasons'][number];

const DuplicateReasonEnum = enumOf<Reason>('DuplicateReason', 'What two players have in common.', {
  SIMILAR_HANDLES:
    'The handles differ only in accents, umlauts (ü or ue), digits, punctuation and case, for example `zoe` and `Zoë_2`.',
  SAME_DISPLAY_NAME: 'The display names are the same; accents, umlauts (ü or ue) and case are ignored.',
  INITIAL:
    'The display name of one has an initial for a name of the other, for example `R. Federer` and `Roger Federer`.',
  SHARED_ACCOUNT: 'An account at another platform is linked to both, in different leagues.',
});

const PossibleDuplicateType = objectType(
  'PossibleDuplicate',
  'Two players who may be one person. mergePlayers gives them one history in the league.',
  {
    reasons: field([DuplicateReasonEnum], 'What they have in common; at least one reason.'),
    days: field(
      Int,
      'Days on which both played, among the newest 1,000 rated matches of each. The fewer, the likelier it is that they are one person.',
    ),
    explanation: field(String, 'The evidence in words.'),
    player: itsPlayer('The player whom the platform knew first.', ({ one }: PossibleDuplicate) => one),
    other: itsPlayer('The other player.', ({ other }: PossibleDuplicate) => other),
  },
);

const PossibleDuplicatesType = objectType('PossibleDuplicates', 'Players of a league who may be one person.', {
  pairs: field(
    [PossibleDuplicateType],
    'At most 100 pairs, with the most similar pairs first. Players who met in a match, void or not, and names that more than 5 players share are left out. Of the rated matches of each, the newest 1,000 are looked at.',
  ),
  searchedTo: optional(
    String,
    'Last handle that was searched; pass it as `from` to continue. Null if no handles are left.',
  ),
});

interface LeagueAttention extends Attention {
  readonly league: League;
}

const LeagueAttentionType = objectType('LeagueAttention', 'What administrators of a league should look at.', {
  webhooks: field(Int, 'Webhooks that fail, and those that were disabled because they did.'),
  signals: field(Int, 'Signs of arranged results that the newest check found; 0 while it is not done.'),
  hasFailedRecompute: field(Boolean, 'Whether the newest recompute failed.'),
  possibleDuplicates: optional(
    Int,
    'Pairs of players who may be one person, at most 100; null in leagues of more than 1,000 players, where `League.possibleDuplicates` looks for them.',
    ({ league }: LeagueAttention, { app, size }) => countPossibleDuplicates(app, league, size),
  ),
});

computeFields<League>(LeagueType, {
  attention: optional(
    LeagueAttentionType,
    'What its administrators should look at, in lists of leagues; null unless the caller may administer it.',
    { cost: { work: 10 } },
    async (league, { access, loaders }): Promise<LeagueAttention | null> => {
      if (!canAdminister(access, league)) return null;
      const attention = await loaders.attention.load(league.id);
      return attention && { ...attention, league };
    },
  ),
  possibleDuplicates: field(
    PossibleDuplicatesType,
    'Players of the league who may be one person, with the evidence: similar names or accounts of players who never met in a match. Searches 50,000 players at a time. Requires the scope league:admin for the league.',
    {
      args: { from: optional(String, 'Handle after which to continue; from the first player if omitted.') },
      cost: { work: 2_500 },
    },
    (league, { app, access, size }, { from }) => findPossibleDuplicates(app, access, league, from ?? null, size),
  ),
});
