import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the changes of queue tickets, so that a process which remembers who waits reads what has changed since. A trigger does
 * it, because processes of the version before change tickets too.
 */
export class AdditiveTicketChanges1766073600000 implements MigrationInterface {
  readonly name = 'AdditiveTicketChanges1766073600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SEQUENCE queue_ticket_change_seq;
      ALTER TABLE queue_ticket ADD change bigint;
      ALTER SEQUENCE queue_ticket_change_seq OWNED BY queue_ticket.change;
      UPDATE queue_ticket SET change = nextval('queue_ticket_change_seq');
      ALTER TABLE queue_ticket ALTER change SET NOT NULL;
      CREATE UNIQUE INDEX queue_ticket_change ON queue_ticket (league_id, change);
      CREATE FUNCTION number_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.change := nextval('queue_ticket_change_seq');
          RETURN NEW;
        END
      $$;
      CREATE TRIGGER queue_ticket_is_changed BEFORE INSERT OR UPDATE ON queue_ticket
        FOR EACH ROW EXECUTE FUNCTION number_ticket_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER queue_ticket_is_changed ON queue_ticket;
      DROP FUNCTION number_ticket_change();
      ALTER TABLE queue_ticket DROP change;
    `);
  }
}
