import { expect } from 'vitest';
import { openClient } from './server.js';
import type { Service } from './service.js';

/** Key of the advisory lock that attempts wait for. */
const GATE = 4_711;

/** Stops recomputes on their way. */
export interface RecomputeGate {
  /** Resolves when one waits. */
  reached(): Promise<void>;
  /** Lets the one that waits go on, and closes again for the next attempt. */
  letThrough(): Promise<void>;
  /** How many attempts came to it so far. */
  count(): Promise<number>;
  /** Lets everybody go on. */
  remove(): Promise<void>;
}

/**
 * Stops each attempt of a recompute once, when it says that it has rated what the league had when it began: what comes in now has come
 * meanwhile, and the attempt has locked nothing that a submission needs.
 */
export async function openRecomputeGate({
  sql,
  databaseUrl,
}: Pick<Service, 'sql' | 'databaseUrl'>): Promise<RecomputeGate> {
  await sql('CREATE SEQUENCE attempts');
  // An attempt begins with nothing done. The total of a league with void matches is too high; later it grows with what is done, so that
  // matches of the meantime, which are rated under the league's lock, stop nobody.
  await sql(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.done = 0 THEN
      NEW.total := LEAST(NEW.total, (SELECT count(*) FROM match WHERE league_id = NEW.league_id AND status <> 'VOID'));
    ELSE
      PERFORM nextval('attempts'), pg_advisory_xact_lock(${GATE});
    END IF;
    RETURN NEW;
  END $$`);
  await sql(`CREATE TRIGGER gate BEFORE UPDATE ON recompute FOR EACH ROW
    WHEN (NEW.status = 'RUNNING' AND (NEW.done = 0 OR OLD.done < OLD.total AND NEW.done >= OLD.total))
    EXECUTE FUNCTION wait_at_gate()`);
  const keeper = await openClient(databaseUrl);
  const close = () => keeper.query('SELECT pg_advisory_lock($1)', [GATE]);
  await close();
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return {
    reached: () => expect.poll(async () => (await sql(waiting)).length).toBe(1),
    letThrough: async () => {
      await keeper.query('SELECT pg_advisory_unlock($1)', [GATE]);
      await close();
    },
    count: async () => Number((await sql('SELECT last_value FROM attempts'))[0]!.last_value),
    remove: async () => {
      await keeper.end();
      await sql('DROP TRIGGER gate ON recompute');
      await sql('DROP FUNCTION wait_at_gate');
      await sql('DROP SEQUENCE attempts');
    },
  };
}
