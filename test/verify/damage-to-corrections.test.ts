import { describe } from 'vitest';
import { damages, line, testDamages } from '../support/damage.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const forget = (what: string) =>
  `ALTER TABLE audit_entry DISABLE TRIGGER ALL; DELETE FROM audit_entry WHERE ${what};
   ALTER TABLE audit_entry ENABLE TRIGGER ALL`;

const REVISIONS = damages`
  a revision, forgotten
    DELETE FROM league_revision WHERE ${of('fixed')} AND revision = 3
  > fixed revisions: revision 3
  > ${[3, 4, 5, 6, 7].map((revision) => `fixed audit: entry of revision ${revision}`)}
  the first revision, forgotten
    DELETE FROM league_revision WHERE ${of('empty')}
  > empty revisions: revision 1
  a revision that is not there yet
    INSERT INTO league_revision
      SELECT league_id, 8, rater, rater_version, settings, 'I felt like it', now(), generation FROM league_revision
      WHERE ${of('fixed')} AND revision = 7
  > fixed revisions: revision 8
  > fixed audit: entry of revision 8
  a revision 0
    INSERT INTO league_revision SELECT league_id, 0, rater, rater_version, settings, reason, applied_at, generation
      FROM league_revision WHERE ${of('fixed')} AND revision = 1
  > fixed revisions: revision 0
  the settings of the newest revision
    UPDATE league_revision SET settings = jsonb_set(settings, '{initialRating}', '601')
    WHERE ${of('fixed')} AND revision = 7
  > fixed revisions: revision 7, settings
  the chances of the league, which no revision knows
    UPDATE league SET chance_fit = '{"slope": {"value": 1}}' WHERE slug = 'fixed'
  > fixed revisions: revision 7, chance fit
  the rater of the newest revision
    UPDATE league_revision SET rater = 'performance', rater_version = '0' WHERE ${of('fixed')} AND revision = 7
  > fixed revisions: revision 7, rater
  > fixed revisions: revision 7, rater version
  the reason of a revision
    UPDATE league_revision SET reason = 'for fun' WHERE ${of('fixed')} AND revision = 3
  > fixed audit: entry of revision 3
  the time of a revision
    UPDATE league_revision SET applied_at = applied_at + interval '1 ms' WHERE ${of('fixed')} AND revision = 3
  > fixed audit: entry of revision 3
  the entry of the newest revision, forgotten
    ${forget(`action = 'recomputeLeague' AND ${of('fixed')}`)}
  > fixed events: event 7, entry in the audit log
  > fixed audit: entry of revision 7
`;

/** ben's lines from match 1 on, as they were before that match was amended. */
const PAST = `${line('fixed', 1, 2)} AND revision = 2`;
/** ann's lines from match 4 on, as they were before eve became ben. */
const OTHER_PAST = `${line('fixed', 4, 1)} AND revision = 4`;

const SUPERSEDED = damages`
  a value that the board showed
    UPDATE superseded_stretch SET numbers[1] = numbers[1] + 1 WHERE ${PAST}
  > fixed superseded: match 1, player 2, superseded stretch of revision 2, digest
  lines of the past, forgotten
    DELETE FROM superseded_stretch WHERE ${PAST}
  > fixed counters: league fixed, journal bytes
  > fixed revisions: revision 2, lines that its replay wrote
  > fixed superseded: lines that revision 3 replaced
  the end of a line, before its beginning
    UPDATE superseded_stretch SET superseded_in = 1 WHERE ${PAST}
  > ${[1, 2, 5].map((sequence) => `fixed superseded: match ${sequence}, player 2, superseded line of revision 2`)}
  > fixed superseded: match 1, player 2, superseded stretch of revision 2, digest
  > fixed superseded: lines that revision 3 replaced
  the end of a line, in a revision to come
    UPDATE superseded_stretch SET superseded_in = 8 WHERE ${OTHER_PAST}
  > fixed superseded: match 4, player 1, superseded line of revision 4
  > fixed superseded: match 5, player 1, superseded line of revision 4
  > fixed superseded: match 4, player 1, superseded stretch of revision 4, digest
  > fixed superseded: lines that revision 5 replaced
  > ${[5, 6, 7].map(() => 'fixed superseded: match 4, player 1, line of revision 4, after match 3')}
  > ${[5, 6, 7].map((revision) => `fixed superseded: match 4, player 1, line of revision ${revision}`)}
  a line of the journal, in the past too
    INSERT INTO superseded_stretch
      SELECT league_id, player_id, revision + 1, revision, played_at, before_value, before_deviation, sequence, 'W',
      ARRAY[played_at], ARRAY[sequence], ARRAY[after_value, after_deviation, NULL], NULL, ''
      FROM rating_change WHERE ${line('fixed', 5, 1)} AND revision = 7;
    UPDATE league SET revision = 8 WHERE slug = 'fixed'
  > fixed counters: league fixed, journal bytes
  > fixed revisions: revision 8
  > fixed events: event 7, revision of the league
  > fixed superseded: match 5, player 1, superseded stretch of revision 7, digest
  > fixed superseded: match 5, player 1, line of revision 7
  a time of the past, by a microsecond
    UPDATE superseded_stretch SET played_ats[2] = played_ats[2] + interval '1 us' WHERE ${OTHER_PAST}
  > fixed log: superseded line of match 5, player 1, played at
  > fixed superseded: match 4, player 1, superseded stretch of revision 4, digest
  a superseded line, of a match that is not there
    UPDATE superseded_stretch SET sequences[2] = 99 WHERE ${OTHER_PAST}
  > fixed superseded: match 4, player 1, superseded stretch of revision 4, digest
  > fixed superseded: match 99, player 1, superseded line of revision 4
  which generations are packed
    UPDATE league SET packed_generation = generation WHERE slug = 'fixed'
  > fixed superseded: generation 1
  > fixed superseded: generation 2
  a line of a generation of the past, of a player who is not there
    UPDATE rating_change SET player_id = 99 WHERE ${line('fixed', 5, 1)} AND revision = 6
  > fixed superseded: match 5, player 99, superseded line of revision 6
  a value of a generation of the past
    UPDATE rating_change SET before_value = before_value + 1 WHERE ${line('fixed', 5, 1)} AND revision = 6
  > fixed superseded: match 5, player 1, line of revision 6, after match 4
  a line of a generation that no revision made
    UPDATE rating_change SET generation = 99 WHERE ${line('fixed', 5, 1)} AND revision = 6
  > fixed counters: league fixed, journal bytes
  > fixed revisions: revision 6, lines that its replay wrote
  > fixed superseded: generation 99, revision 6
  > fixed superseded: lines that revision 7 replaced
  a line of a generation, by a revision of another
    UPDATE rating_change SET revision = 5 WHERE ${line('fixed', 5, 1)} AND revision = 6
  > fixed revisions: revision 6, lines that its replay wrote
  > fixed superseded: generation 2, revision 5
  > fixed superseded: match 5, player 1, line of revision 5
  the generation of the newest revision
    UPDATE league_revision SET generation = 99 WHERE ${of('fixed')} AND revision = 7
  > fixed counters: league fixed, journal bytes
  > fixed revisions: revision 7, generation
  > fixed revisions: revision 7, lines that its replay wrote
  what a replay wrote
    UPDATE league_revision SET lines = 1000 WHERE ${of('fixed')} AND revision = 7
  > fixed revisions: revision 7, lines that its replay wrote
  the token of a replay
    UPDATE league_revision SET token_id = 99 WHERE ${of('fixed')} AND revision = 7
  > fixed revisions: revision 7, token
`;

const ANALYSES = damages`
  a result of matches that have not come, and of a revision to come
    INSERT INTO analysis (league_id, kind, status, request, actor, requested_at, finished_at, sequence, revision, result)
    SELECT id, 'COMPARE', 'DONE', '{}', 'a test', now(), now(), last_sequence + later, revision + 1 - later, '{}'
    FROM league, generate_series(0, 1) AS later WHERE slug = 'fixed'
  > fixed analyses: analysis 1, place of the log
  > fixed analyses: analysis 2, place of the log
`;

const IMPORTS = damages`
  a file with a gap, and one that is left of an import that is over
    WITH made AS (
      INSERT INTO match_import (league_id, status, file_name, actor, requested_at, bytes, finished_at, error, accepted)
      SELECT id, status, 'a.csv', 'a test', now(), 2, at, error, accepted FROM league,
        (VALUES ('UPLOADED', NULL, NULL, 0), ('CANCELLED', now(), NULL, 0), ('UPLOADED', NULL, NULL, 0),
          ('FAILED', now(), 'x', 1), ('FAILED', now(), 'x', 0), ('FAILED', now(), 'x', 1))
          AS each (status, at, error, accepted)
      WHERE slug = 'fixed' RETURNING league_id, id
    )
    INSERT INTO match_import_part
    SELECT league_id, id, number, 'x'::bytea FROM made, generate_series(0, 1) AS number WHERE id <= 3
    UNION ALL SELECT league_id, id, 3, '' FROM made WHERE id = 3
    UNION ALL SELECT league_id, id, 0, 'x' FROM made WHERE id = 6
  > ${[2, 3, 5, 6].map((id) => `fixed imports: import ${id}, file`)}
  imports that have added more or other matches than they accepted
    INSERT INTO match_import (league_id, status, file_name, actor, requested_at, finished_at, begun_after, accepted, added)
    SELECT id, 'CANCELLED', 'a.csv', 'a test', now(), now(), begun_after, 3, added FROM league,
      (VALUES (0, '{[1,4)}'::int4multirange), (0, '{[1,3)}'), (0, NULL), (0, '{[1,2),[1000000,1000002)}'), (NULL, NULL))
        AS each (begun_after, added)
    WHERE slug = 'fixed'
  > ${[2, 3, 4].map((id) => `fixed imports: import ${id}, matches that it has added`)}
`;

const RECOMPUTES = damages`
  one that is done, without its revision
    UPDATE recompute SET revision = NULL WHERE id = 1
  > fixed recomputes: recompute 1
  one that is done, with a revision of others
    UPDATE recompute SET revision = 6 WHERE id = 1
  > fixed recomputes: recompute 1
  one that is done, and not over
    UPDATE recompute SET finished_at = NULL WHERE id = 1
  > fixed recomputes: recompute 1
  one that is done, whose effect names fewer players than it counts
    UPDATE recompute SET effect = jsonb_set(effect, '{changeCount}', '3') WHERE id = 1
  > fixed recomputes: recompute 1
  one that was cancelled, with an effect
    UPDATE recompute SET effect = (SELECT effect FROM recompute WHERE id = 1) WHERE id = 2
  > fixed recomputes: recompute 2
  one that was cancelled, with a revision
    UPDATE recompute SET revision = 7 WHERE id = 2
  > fixed recomputes: recompute 2
  one that failed without a word
    UPDATE recompute SET status = 'FAILED' WHERE id = 2
  > fixed recomputes: recompute 2
  one that runs, and is over
    UPDATE recompute SET status = 'RUNNING', started_at = finished_at WHERE id = 2
  > fixed recomputes: recompute 2
  two that are not over
    DROP INDEX recompute_pending; UPDATE recompute SET status = 'QUEUED', revision = NULL, effect = NULL, started_at = NULL, finished_at = NULL
  > fixed recomputes: league fixed
`;

describe('damage to revisions', () => testDamages(leagues, REVISIONS));
describe('damage to lines of the past', () => testDamages(leagues, SUPERSEDED));
describe('damage to recomputes', () => testDamages(leagues, RECOMPUTES));
describe('damage to analyses', () => testDamages(leagues, ANALYSES));
describe('damage to imports', () => testDamages(leagues, IMPORTS));
