import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { playerSubject } from '../audit/audit.repository.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import {
  type ChangeNeeds,
  type ChangeRequest,
  defineChange,
  type FoundLeague,
  findLeagueOf,
} from '../league-log/change.js';
import {
  deleteMerge,
  findFirstPlace,
  findMeeting,
  insertMerge,
  listMerges,
} from '../match-log/merges-and-waits.repository.js';
import { findPlayer } from '../player/known-players.js';
import type { Player } from '../player/player.js';
import { addMembers, listPlayersById } from '../player/player.repository.js';
import { installedSystemOf } from '../raters/rating-system.js';

/** Two handles of one person in a league. */
export interface PlayerMerge extends ChangeRequest {
  /** Slug. */
  readonly league: string;
  /** Handle whose matches will count for `into`. */
  readonly player: string;
  readonly into: string;
}

interface Merge {
  readonly playerId: number;
  readonly intoId: number;
}

/** The players of a request that the caller may see. */
type FoundPlayers<Named extends keyof Merge> = FoundLeague & { readonly [Name in Named]: number | null };
type ShownPlayer = { readonly player: Player };

/**
 * Gives two handles of one person one history in a league. The log keeps the submitted handles, so this can be undone; later
 * submissions under the merged handle count for the other one.
 */
export const mergePlayers = defineChange<PlayerMerge, FoundPlayers<keyof Merge>, Merge, ShownPlayer>({
  kind: 'mergePlayers',
  undoneBy: 'unmergePlayers',
  reports: 'player.merged',
  async find(needs, access, input) {
    const { league } = await findLeagueOf(needs, access, input);
    const [playerId, intoId] = [await findId(needs, access, input.player), await findId(needs, access, input.into)];
    return { league, playerId, intoId };
  },
  async check({ database }, _, { league, playerId, intoId }, { player, into }) {
    if (playerId === null || !(await findFirstPlace(database.manager, league.id, playerId))) {
      throw new Refused(refuse('HAS_PLAYED', AT_PLAYER, { value: shown(player) }));
    }
    if (intoId === null) throw new Refused(refuse('PLAYER', AT_INTO, { field: 'into', value: shown(into) }));
    return { playerId, intoId };
  },
  async admit({ clock }, tx, league, { intoId }) {
    await addMembers(tx, league.id, [intoId], clock());
  },
  async apply({ raters, clock }, tx, league, { playerId, intoId }, isDry) {
    await checkMerge(tx, league.id, { playerId, intoId });
    const from = await findFirstPlace(tx, league.id, playerId);
    const mergedAt = clock();
    await insertMerge(tx, { leagueId: league.id, playerId, intoId, mergedAt });
    if (!isDry) await addMembers(tx, league.id, [intoId], mergedAt);
    return {
      ...{ system: installedSystemOf(raters, league), from, seeds: [playerId, intoId] },
      subject: playerSubject(playerId),
      before: { playerId },
      after: { playerId, intoId },
    };
  },
  /** The player who has the history after the merge. */
  show: (needs, { league, intoId }) => showPlayer(needs, league.id, intoId!),
});

/** Undoes a merge: each handle has its own matches again. */
export const unmergePlayers = defineChange<
  Omit<PlayerMerge, 'into'>,
  FoundPlayers<'playerId'>,
  Omit<Merge, 'intoId'>,
  ShownPlayer
>({
  kind: 'unmergePlayers',
  reports: 'player.merged',
  async find(needs, access, input) {
    const { league } = await findLeagueOf(needs, access, input);
    return { league, playerId: await findId(needs, access, input.player) };
  },
  check(_, __, { playerId }, { player }) {
    if (playerId !== null) return { playerId };
    throw new Refused(refuse('PLAYER', AT_PLAYER, { field: 'player', value: shown(player) }));
  },
  async apply({ raters }, tx, league, { playerId }) {
    const intoId = await getMergedInto(tx, league.id, playerId);
    const from = await findFirstPlace(tx, league.id, playerId);
    await deleteMerge(tx, league.id, playerId);
    const seeds = [playerId, intoId];
    return {
      ...{ system: installedSystemOf(raters, league), from, seeds, leavers: seeds },
      subject: playerSubject(playerId),
      before: { playerId, intoId },
      after: { playerId },
    };
  },
  /** The player, who has their own history again. */
  show: (needs, { league, playerId }) => showPlayer(needs, league.id, playerId!),
});

/** The player with this current or former handle, if the caller may see them. */
async function findId({ database }: ChangeNeeds, access: Access, handle: string): Promise<number | null> {
  return (await findPlayer(database.manager, access, handle))?.id ?? null;
}

async function showPlayer({ database }: ChangeNeeds, leagueId: number, id: number): Promise<ShownPlayer> {
  return { player: (await listPlayersById(database.manager, leagueId, [id]))[0]! };
}

/**
 * Checks that two players can be merged. They may have played each other, or been merged, since a job was requested.
 * @throws Refused if one of them is merged already, or they met in a match, void or not
 */
async function checkMerge(tx: EntityManager, leagueId: number, { playerId, intoId }: Merge): Promise<void> {
  const names = new Map(
    (await listPlayersById(tx, leagueId, [playerId, intoId])).map(({ id, handle }) => [id, shown(handle)]),
  );
  const [player, into] = [names.get(playerId)!, names.get(intoId)!];
  if (playerId === intoId) throw new Refused(refuse('ANOTHER_PLAYER', AT_INTO, { value: player }));
  const merges = await listMerges(tx, leagueId);
  if (merges.has(playerId)) throw new Refused(refuse('MERGED_ALREADY', AT_PLAYER, { value: player }));
  if (merges.has(intoId)) throw new Refused(refuse('INTO_MERGED', AT_INTO, { value: into }));
  if ([...merges.values()].includes(playerId)) {
    throw new Refused(refuse('HAS_MERGED', AT_PLAYER, { value: player }));
  }
  const same = [intoId, ...[...merges].filter(([, other]) => other === intoId).map(([id]) => id)];
  const meeting = await findMeeting(tx, leagueId, playerId, same);
  if (meeting === null) return;
  throw new Refused(refuse('PLAYED_EACH_OTHER', AT_INTO, { match: shown(meeting) }));
}

/** The player into whom another was merged. @throws Refused if they were not merged */
async function getMergedInto(tx: EntityManager, leagueId: number, playerId: number): Promise<number> {
  const intoId = (await listMerges(tx, leagueId)).get(playerId);
  if (intoId !== undefined) return intoId;
  const [player] = await listPlayersById(tx, leagueId, [playerId]);
  throw new Refused(refuse('NOT_MERGED', AT_PLAYER, { value: shown(player!.handle) }));
}

const AT_PLAYER = ['input', 'player'];
const AT_INTO = ['input', 'into'];
