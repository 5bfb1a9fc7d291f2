import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Declares a migration.
 * @param name ends in the time by which migrations are in order, in milliseconds since 1970
 * @param up statements that are run one by one
 * @param down those that undo them
 */
export function migration(
  name: string,
  up: readonly string[],
  down: readonly string[],
): new () => MigrationInterface & { readonly name: string } {
  const run = async (runner: QueryRunner, statements: readonly string[]) => {
    for (const statement of statements) await runner.query(statement);
  };
  return class implements MigrationInterface {
    readonly name = name;
    up = (runner: QueryRunner) => run(runner, up);
    down = (runner: QueryRunner) => run(runner, down);
  };
}
