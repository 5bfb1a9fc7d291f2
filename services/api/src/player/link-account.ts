import type { Access } from '../access/access.js';
import { insertAuditEntry, playerSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { checkLine, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { deleteAccount, insertAccount, listAccounts } from './account.repository.js';
import { changePlayer } from './change-player.js';
import { checkAccount } from './handle.js';
import { visibleLeagueIds } from './known-players.js';
import type { Player } from './player.js';

/** The most accounts of a player that a caller can see. */
const MAX_ACCOUNTS = 20;

export interface LinkAccount {
  /** Current or former handle, or another account. */
  readonly player: string;
  /** Provider and id, for example `discord:1234`. */
  readonly account: string;
  readonly reason: string;
}

/**
 * Links an account at another platform to a player, so that bots may name the player by it. The account becomes visible to the leagues
 * by which the caller knows the player. Linking it again makes it visible to leagues that have got to know the player since.
 * @throws Refused if the account is another player's, as far as the caller can see
 * @throws AccessDenied
 */
export async function linkAccount(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: LinkAccount,
): Promise<Player> {
  const account = checked(input);
  const path = ['input', 'account'];
  return changePlayer(
    needs,
    { access, name: input.player, path: ['input', 'player'] },
    async (tx, { player, found }) => {
      const linkedAt = needs.clock();
      const audience = visibleLeagueIds(access);
      if (!(await insertAccount(tx, audience, { account, playerId: player.id, linkedAt }))) {
        throw new Refused(refuse('ACCOUNT_TAKEN', path, { value: shown(input.account) }));
      }
      const accounts = (await listAccounts(tx, audience, [player.id])).get(player.id) ?? [];
      if (accounts.length === 0) {
        throw new Refused(refuse('ACCOUNT_NEEDS_LEAGUE', ['input', 'player'], { value: shown(input.player) }));
      }
      if (accounts.length > MAX_ACCOUNTS) {
        const values = { max: MAX_ACCOUNTS, value: shown(input.player), count: accounts.length };
        throw new Refused(refuse('MAX_ACCOUNTS', ['input', 'player'], values));
      }
      await record(tx, access, 'linkAccount', player, { account, reason: input.reason, at: linkedAt });
      return found;
    },
  );
}

/**
 * Removes an account from its player, in the leagues by which the caller knows it.
 * @throws Refused if it is no one's, as far as the caller can see
 * @throws AccessDenied
 */
export async function unlinkAccount(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: Omit<LinkAccount, 'player'>,
): Promise<Player> {
  const account = checked(input);
  return changePlayer(needs, { access, name: account, path: ['input', 'account'] }, async (tx, { player, found }) => {
    const deleted = await deleteAccount(tx, visibleLeagueIds(access), { account, playerId: player.id });
    if (deleted === 0) {
      throw new Refused(refuse('ACCOUNT_NOT_LINKED', ['input', 'account'], { value: shown(input.account) }));
    }
    await record(tx, access, 'unlinkAccount', player, { account, reason: input.reason, at: needs.clock() });
    return found;
  });
}

/** @returns the account as it is stored @throws Refused */
function checked({ account, reason }: Omit<LinkAccount, 'player'>): string {
  const key = checkAccount(account, ['input', 'account']);
  refuseAny(key, checkLine(reason, ['input', 'reason']));
  return key as string;
}

function record(
  tx: Parameters<typeof insertAuditEntry>[0],
  access: Access,
  action: 'linkAccount' | 'unlinkAccount',
  { id, handle }: Player,
  { account, reason, at }: { account: string; reason: string; at: Date },
): Promise<void> {
  const [before, after] = action === 'linkAccount' ? [null, account] : [account, null];
  return insertAuditEntry(tx, access, {
    ...{ leagueId: null, subject: playerSubject(id), action, reason, at },
    before: { id, handle, account: before },
    after: { id, handle, account: after },
  });
}
