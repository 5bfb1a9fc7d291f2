import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNFOLDED =
  '[ßς\\u0345\\u1C80-\\u1C88\\u1F80-\\u1F87\\u1F90-\\u1F97\\u1FA0-\\u1FA7\\u1FB2-\\u1FB4\\u1FB7\\u1FC2-\\u1FC4\\u1FC7\\u1FF2-\\u1FF4\\u1FF7]';

/** Full case folding of keys that are in lower case: letters for one letter, and ß and the iota below for others. */
const FOLDED = `normalize(replace(replace(translate(normalize(handle_key, NFD),
    U&'\\03C2\\1C80\\1C81\\1C82\\1C83\\1C84\\1C85\\1C86\\1C87\\1C88', U&'\\03C3\\0432\\0434\\043E\\0441\\0442\\0442\\044A\\0463\\A64B'),
    U&'\\00DF', 'ss'), U&'\\0345', U&'\\03B9'), NFC)`;

/**
 * Keys of handles are folded, so that `Straße` is `STRASSE` and `ΣΑΣ` is `σας`. A key that would then be another player's name
 * stays as it is, and so does that player; the index finds these.
 */
export class FoldedHandles1765900800000 implements MigrationInterface {
  readonly name = 'FoldedHandles1765900800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TEMPORARY TABLE refolded_name AS
        SELECT handle_key AS unfolded, ${FOLDED} AS folded FROM player_name WHERE handle_key ~ '${UNFOLDED}';
      DELETE FROM refolded_name
        WHERE folded IN (SELECT handle_key FROM player_name)
          OR folded IN (SELECT folded FROM refolded_name GROUP BY folded HAVING count(*) > 1);
      UPDATE player_name SET handle_key = folded FROM refolded_name WHERE handle_key = unfolded;
      UPDATE contested_name SET handle_key = folded FROM refolded_name WHERE handle_key = unfolded;
      UPDATE player SET handle_key = folded FROM refolded_name WHERE handle_key = unfolded;
      DROP TABLE refolded_name;
      CREATE INDEX player_name_unfolded ON player_name (handle_key) WHERE handle_key ~ '${UNFOLDED}';
    `);
  }

  /** Keys stay folded: what they were is not known any more. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX player_name_unfolded');
  }
}
