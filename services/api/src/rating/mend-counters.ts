import { COMMAND_LINE } from '../access/access.js';
import { insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { expectRows, type Sql, transaction } from '../kit/sql/transaction.js';
import { LeagueDeleted, newMark } from '../league/league.js';
import { lockLeague } from '../league/league.repository.js';
import { sumOfJournalBytes } from '../league/quota.js';
import { GROUP_SPAN } from './rank-bucket.table.js';

/** A counter of a league that had a wrong value. */
export interface MendedCounter {
  readonly slug: string;
  /** The field of the league, or `rankBuckets`. */
  readonly counter: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
}

type Counters = Readonly<Record<string, number | string | null>>;

/** The counters of a league, each with SQL of its correct value. */
const COUNTED: Readonly<Record<string, string>> = {
  matchCount: '(SELECT count(*)::integer FROM match WHERE league_id = $1)',
  lastSequence: `greatest(0, (SELECT max(sequence) FROM match WHERE league_id = $1),
                           (SELECT max(sequence) FROM log_wait WHERE league_id = $1))`,
  ratedThrough: `(SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED')`,
  playerCount: '(SELECT count(*)::integer FROM rating WHERE league_id = $1 AND matches_played > 0)',
  journalBytes: `(SELECT ${sumOfJournalBytes('is_superseded')} FROM (
                     SELECT contributions, true AS is_superseded FROM superseded_change WHERE league_id = $1
                     UNION ALL
                     SELECT contributions, generation <> league.generation FROM rating_change WHERE league_id = $1
                       AND generation IN (SELECT generation FROM league_revision WHERE league_id = $1)) AS line)`,
};

/**
 * Counts the rows behind the counters of leagues again, and the buckets of ranks. A league whose counters are right is
 * not locked.
 * @param reason for the audit log
 */
export async function mendCounters(needs: NeedsDatabase & NeedsClock, reason: string): Promise<MendedCounter[]> {
  const { database } = needs;
  const mended: MendedCounter[] = [];
  const leagues: { id: number }[] = await database.query(
    'SELECT id FROM league WHERE deleted_at IS NULL ORDER BY slug',
  );
  for (const { id } of leagues) {
    if ((await findWrong(database, id)).length === 0 && !(await areBucketsWrong(database, id))) continue;
    try {
      mended.push(...(await mendLeague(needs, id, reason)));
    } catch (error) {
      if (!(error instanceof LeagueDeleted)) throw error;
    }
  }
  return mended;
}

function mendLeague(
  { database, clock }: NeedsDatabase & NeedsClock,
  id: number,
  reason: string,
): Promise<MendedCounter[]> {
  return transaction(database, id, async (tx) => {
    const { slug } = await lockLeague(tx, id);
    const mended: MendedCounter[] = (await findWrong(tx, id)).map((wrong) => ({ slug, ...wrong }));
    if (await areBucketsWrong(tx, id)) {
      await tx.query('SELECT build_rank_buckets($1::integer)', [id]);
      mended.push({ slug, counter: 'rankBuckets', before: 'wrong', after: 'right' });
    }
    if (mended.length === 0) return mended;
    const counts = Object.entries(COUNTED).map(([counter, count]) => `${counterColumn(counter)} = ${count}`);
    const [, touched] = await tx.query(
      `UPDATE league SET ${counts.join(', ')}, version = version + 1, mark = $2 WHERE id = $1`,
      [id, newMark()],
    );
    expectRows('mendCounters', touched, 1);
    const countersOf = (which: 'before' | 'after'): Counters =>
      Object.fromEntries(mended.map((each) => [each.counter, each[which]]));
    await insertAuditEntry(tx, COMMAND_LINE, {
      leagueId: id,
      subject: leagueSubject(id),
      action: 'mendCounters',
      reason,
      before: countersOf('before'),
      after: countersOf('after'),
      at: clock(),
    });
    return mended;
  });
}

/** The wrong counters of a league, read as of one moment. */
function findWrong(sql: Sql, id: number): Promise<Omit<MendedCounter, 'slug'>[]> {
  const counters = Object.entries(COUNTED).map(
    ([counter, count]) => `('${counter}', to_jsonb(league.${counterColumn(counter)}), to_jsonb(${count}))`,
  );
  return sql.query(
    `SELECT counter, before, after
     FROM league CROSS JOIN LATERAL (VALUES ${counters.join(', ')}) AS own (counter, before, after)
     WHERE id = $1 AND before IS DISTINCT FROM after`,
    [id],
  );
}

/** journalBytes -> journal_bytes */
function counterColumn(counter: string): string {
  return counter.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether a rank bucket of a league has another number of players than there are scores in it. */
async function areBucketsWrong(sql: Sql, id: number): Promise<boolean> {
  const wrong: unknown[] = await sql.query(
    `SELECT FROM (
       SELECT span, score_bucket(score, buckets_per_point) | span AS bucket, count(*)::integer AS players
       FROM rating JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP_SPAN})) AS spans (span)
       WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional GROUP BY 1, 2) AS counted
     FULL JOIN (SELECT span, bucket, players FROM rank_bucket WHERE league_id = $1) AS kept USING (span, bucket)
     WHERE coalesce(counted.players, 0) <> coalesce(kept.players, 0) LIMIT 1`,
    [id],
  );
  return wrong.length > 0;
}
