import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration for TypeORM. None can be undone: to go back, restore the backup from before it. */
export abstract class Upgrade implements MigrationInterface {
  abstract readonly name: string;
  abstract up(runner: QueryRunner): Promise<void>;

  async down(): Promise<void> {
    throw new Error(`${this.name} is not undone; restore the backup from before it`);
  }
}

/**
 * Declares a migration.
 * @param name ends in the time by which migrations are sorted, in milliseconds since 1970
 * @param statements that are run one by one
 */
export function migration(name: string, statements: readonly string[]): new () => Upgrade {
  return class extends Upgrade {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }
  };
}
