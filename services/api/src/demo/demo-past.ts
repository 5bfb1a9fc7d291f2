import { seededRandom } from '@openladder/rating/random';
import type { Access } from '../access/access.js';
import { hasAuditEntry } from '../audit/audit.repository.js';
import { amendMatch } from '../changes/amend-match.js';
import { voidMatch } from '../changes/match-status.js';
import { transaction } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { type MakeChangeNeeds, makeChange } from '../league-log/engine.js';
import type { MatchSubmission, ParticipantSubmission, SideSubmission } from '../match-log/checks.js';
import { findMatchByExternalId } from '../match-log/match.repository.js';
import { type JoinQueueNeeds, joinQueue } from '../matchmaking/join-queue.js';
import { insertPastSnapshots } from '../nightly/snapshot.repository.js';
import { updatePlayers } from '../player/update-players.js';
import { type RegisterPlayersNeeds, registerPlayers } from '../rating/register-players.js';
import { type DemoLeague, SEASON, seasonOf } from './demo-league.js';
import { PEOPLE } from './people.js';

/** Made-up names in many languages and scripts, as communities have them. */
const NAMES = [
  ...['Anaïs Lefèvre', 'Søren Holm', 'Zofia Wójcik', 'İpek Aydın', 'João Ribeiro', 'Ольга Белова', '田中 蓮', '김서연'],
  ...['Νίκος Παππάς', 'أمل حداد', 'Tomáš Dvořák', 'Lê Minh Anh', 'Ingrid Åkesson', 'Ram Prasad', 'Ngozi Okoro'],
  ...['Max Österreicher', 'Elif Şahin', 'Владимир Коваль', '陈思远', 'נועה לוי', 'Siobhán Ní Bhriain', 'Ana Muñoz'],
  ...['Piotr Żak', 'Mikołaj Łuczak', 'Aroha Ngata', 'Ömer Kılıç', 'Ada Eze', 'Bjørn Thorsen', 'Chiara Russo'],
];

/** One in this many players has a display name. */
const EVERY = 8;

/** Display names of some players of the demonstration, by handle. */
const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.map((name, index) => [PEOPLE[index * EVERY + 1]!.handle, name]),
);

const COUNTRIES = ['SE', 'BR', 'DE', 'JP', 'FR', 'PL', 'US', 'KR', 'FI', 'GB', 'ES', 'NZ', 'KE'];
/** This many of the strongest players of a league have a country. */
const FROM_SOMEWHERE = 40;

export type EnlivenNeeds = MakeChangeNeeds & RegisterPlayersNeeds & JoinQueueNeeds;

/** The corrected matches, counted from the end of the season: few matches have to be rated again. */
const AMENDED = [9, 23] as const;
const WITHDRAWN = 15;

/**
 * Gives a demonstration league the traces of a season: players with display names and countries, the standings of its days, a pairing of the
 * queue, corrected matches and a withdrawn one. It skips what has been done, so that a start can finish what an earlier one began.
 */
export async function addDemoHistory(
  needs: EnlivenNeeds,
  access: Access,
  plan: DemoLeague,
  league: League,
): Promise<void> {
  const { manager } = needs.database;
  // The last step.
  if (league.archivedAt || (await hasAuditEntry(manager, access, league.id, voidMatch.action))) return;
  const named = plan.people.filter(({ handle }) => DISPLAY_NAMES.has(handle)).map(({ handle }) => handle);
  const names = named.map((player) => ({ player, displayName: DISPLAY_NAMES.get(player)! }));
  await registerPlayers(needs, access, league.slug, named, null, names);
  const best = plan.people.toSorted((one, other) => other.strength - one.strength).slice(0, FROM_SOMEWHERE);
  const from = best.map(({ handle }) => ({ player: handle, country: countryOf(handle) }));
  await updatePlayers(needs, access, { players: from, reason: 'they told where they are from' });

  await transaction(needs.database, league.id, async (tx) => {
    await insertPastSnapshots(tx, await lockLeague(tx, league.id), new Date(league.createdAt.getTime() - SEASON));
  });
  await pairNext(needs, access, plan, league);

  const season = seasonOf(plan, league.createdAt);
  const toCorrect = async (fromEnd: number) => {
    const match = await findMatchByExternalId(manager, league.id, `demo-${plan.matchCount - fromEnd}`);
    // Somebody else has corrected it.
    if (match?.version !== 1) return null;
    const key = { leagueId: league.id, sequence: match.sequence };
    return { match: key, expectedVersion: 1 };
  };
  for (const fromEnd of AMENDED) {
    const found = await toCorrect(fromEnd);
    if (!found) continue;
    const sides = confused(season[plan.matchCount - fromEnd - 1]!);
    await makeChange(needs, access, amendMatch, {
      ...found,
      sides,
      reason: 'Two players were entered in place of each other.',
    });
  }
  const found = await toCorrect(WITHDRAWN);
  const reason = 'The connection broke down; both sides agreed to withdraw it.';
  if (found) await makeChange(needs, access, voidMatch, { ...found, reason });
}

/** The next match of a demonstration league. */
export function nextMatch(plan: DemoLeague, { lastSequence }: Pick<League, 'lastSequence'>) {
  const number = lastSequence + 1;
  return { externalId: `demo-${number}`, sides: plan.play(1, seededRandom(plan.seed + number)) };
}

/** Has the queue of a league of duels pair those who play next; if they are not even enough, they wait. */
export async function pairNext(
  needs: JoinQueueNeeds,
  access: Access,
  plan: DemoLeague,
  league: Pick<League, 'id' | 'slug'>,
): Promise<void> {
  const { sides } = nextMatch(plan, await getLeague(needs.database.manager, league.id));
  const players = sides.flatMap(({ participants }) => participants.map(({ player }) => player));
  if (sides.length !== 2 || players.length !== 2) return;
  for (const player of players) await joinQueue(needs, access, { league: league.slug, player });
}

/** The same in all leagues. */
function countryOf(handle: string): string {
  return COUNTRIES[PEOPLE.findIndex((person) => person.handle === handle) % COUNTRIES.length]!;
}

/** A match with the first players of its first two sides exchanged. */
function confused({ sides }: MatchSubmission): SideSubmission[] {
  const [first, second, ...others] = sides;
  const withFirst = (side: SideSubmission, { player, isGuest }: ParticipantSubmission): SideSubmission => {
    const [replaced, ...team] = side.participants;
    return { ...side, participants: [{ ...replaced!, player, isGuest: isGuest ?? false }, ...team] };
  };
  return [withFirst(first!, second!.participants[0]!), withFirst(second!, first!.participants[0]!), ...others];
}
