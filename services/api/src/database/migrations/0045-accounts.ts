import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players can have accounts at other platforms, by which bots may name them. Each league knows those of its players that it was told of. */
export class AdditiveAccounts1767542400000 implements MigrationInterface {
  readonly name = 'AdditiveAccounts1767542400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account (
        account text NOT NULL,
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        linked_at timestamptz NOT NULL,
        CONSTRAINT account_pkey PRIMARY KEY (account, league_id),
        CONSTRAINT account_membership_fkey FOREIGN KEY (player_id, league_id)
          REFERENCES membership (player_id, league_id) ON DELETE CASCADE
      );
      CREATE INDEX account_player ON account (player_id, league_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account');
  }
}
