import { inPages } from '../kit/grouped-by.js';
import { isRefusal, type Refusal, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { checkForm, contentHash, type MatchSubmission } from '../match-log/checks.js';
import { findByExternalIds } from '../match-log/match.repository.js';
import { handleKey } from '../player/handle.js';
import { listPlayersByHandle } from '../player/player.repository.js';
import { otherContent } from '../submission/batch.js';
import { PLACEMENT_ENDS, WordCounts } from './cells.js';
import type { HandleBook } from './handle.js';
import type { MatchFile } from './match-file.js';
import type { ImportExample, ImportRefusal, ImportReport } from './match-import.js';
import { type MatchReading, type Reading, RefusalLog, refusedBy } from './reading.js';

/** The contents of a file, found by reading it once before anything is written. */
export interface FileScan {
  /** Matches of the file that pass the check. */
  readonly matches: number;
  readonly refusals: RefusalLog;
  /** Times of the earliest and the latest match; null if there is none. */
  readonly firstPlayedAt: Date | null;
  readonly lastPlayedAt: Date | null;
  /** Matches played before the one that precedes them in the file. */
  readonly outOfOrder: number;
  /** Whether there are such matches, and none was played after the one that precedes it. */
  readonly isNewestFirst: boolean;
  /** Placements that are words. */
  readonly words: WordCounts;
}

/**
 * Reads the whole file and counts. Scan a file before importing it: colliding names and scattered matches show only at their
 * second occurrence, when the first could have been submitted already. After a scan, the file refuses them from the start.
 * @param placements the column of placements, whose refused words are counted
 * @throws MappingError, FileError as the readings do
 */
export async function scanFile(
  readings: AsyncIterable<Reading>,
  check: (submission: MatchSubmission) => Refusal | undefined = () => undefined,
  refusals = new RefusalLog(),
  placements: string | null = null,
  onMatch?: (match: MatchReading) => Promise<void>,
): Promise<FileScan> {
  const words = new WordCounts();
  let matches = 0;
  let outOfOrder = 0;
  let later = 0;
  let previous = Number.NaN;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  for await (const reading of readings) {
    if (reading.kind === 'refused') {
      refusals.add(reading);
      const { field, value } = reading;
      const isWord = field === placements && value !== '' && value.length <= 40 && Number.isNaN(Number(value));
      if (isWord) words.add([{ word: value, end: null }]);
      continue;
    }
    const refusal = check(reading.submission);
    if (refusal) {
      refusals.add(refusedBy(reading.line, refusal));
      continue;
    }
    const playedAt = reading.submission.playedAt!.getTime();
    matches++;
    words.add(reading.words ?? []);
    if (playedAt < previous) outOfOrder++;
    else if (playedAt > previous) later++;
    previous = playedAt;
    earliest = Math.min(earliest, playedAt);
    latest = Math.max(latest, playedAt);
    await onMatch?.(reading);
  }

  return {
    matches,
    refusals,
    firstPlayedAt: matches > 0 ? new Date(earliest) : null,
    lastPlayedAt: matches > 0 ? new Date(latest) : null,
    outOfOrder,
    isNewestFirst: outOfOrder > 0 && later === 0,
    words,
  };
}

const EXAMPLES = 10;
const NAMES_SHOWN = 20;
const REFUSALS_SHOWN = 50;
const WORDS_SHOWN = 50;
/** Handles per query, and participants of the matches whose ids are in one query. */
const BATCH = 5_000;
const VALUE_LETTERS = 200;

/** Facts that a preview collects while a file is scanned. */
export class PreviewNotes {
  readonly examples: ImportExample[] = [];
  /** Handles by their key, as the file first spells them. */
  readonly players = new Map<string, string>();
  /** How many matches the league already has. */
  known = 0;
  /** Matches whose ids the league has with other content. */
  readonly otherContent = new RefusalLog();
  #unasked: MatchReading[] = [];
  #participants = 0;

  /** @param leagueId of the league that the file is for */
  constructor(
    private readonly sql: Sql,
    private readonly leagueId: number,
  ) {}

  /** Notes a match that has passed the check. */
  async add(reading: MatchReading): Promise<void> {
    const { submission } = reading;
    if (this.examples.length < EXAMPLES) this.examples.push(exampleOf(reading));
    for (const { participants } of submission.sides) {
      this.#participants += participants.length;
      for (const { player } of participants) {
        const key = handleKey(player);
        if (!this.players.has(key)) this.players.set(key, player);
      }
    }
    this.#unasked.push(reading);
    if (this.#participants >= BATCH) await this.settle();
  }

  /** Looks the matches up in the league. */
  async settle(): Promise<void> {
    const asked = this.#unasked;
    this.#unasked = [];
    this.#participants = 0;
    const ids = asked.map(({ submission }) => submission.externalId);
    const logged = await findByExternalIds(this.sql, this.leagueId, ids);
    for (const { line, submission } of asked) {
      const original = logged.get(submission.externalId);
      const match = original && checkForm(submission, []);
      if (!match || isRefusal(match)) continue;
      if (original.contentHash.equals(contentHash(match))) this.known++;
      else this.otherContent.add(refusedBy(line, otherContent(match, original, [])));
    }
  }

  /** Handles of players whom the league does not know. */
  async newcomers(): Promise<string[]> {
    const newcomers: string[] = [];
    for (const asked of inPages([...this.players.keys()], BATCH)) {
      const known = await listPlayersByHandle(this.sql, this.leagueId, asked);
      newcomers.push(...asked.filter((key) => !known.has(key)).map((key) => this.players.get(key)!));
    }
    return newcomers;
  }
}

/** The report of a check of a whole file. */
export async function previewOf(
  file: Pick<MatchFile, 'names' | 'scattered' | 'dates' | 'encoding' | 'skipped'>,
  found: FileScan,
  notes: PreviewNotes,
): Promise<ImportReport> {
  await notes.settle();
  const { firstPlayedAt, lastPlayedAt, outOfOrder } = found;
  const matches = found.matches - notes.otherContent.count;
  const refused = found.refusals.count + notes.otherContent.count;
  const refusals = refusalsOf(found.refusals, notes.otherContent);
  const newcomers = await notes.newcomers();
  const renamed = [...file.names.changed].map(([name, handle]) => ({ name, handle }));
  const blocker = fatalProblemOf(file);
  return {
    ...{ matches, outOfOrder, known: notes.known, refused, refusals },
    firstPlayedAt: firstPlayedAt?.toISOString() ?? null,
    lastPlayedAt: lastPlayedAt?.toISOString() ?? null,
    players: notes.players.size,
    newPlayers: newcomers.length,
    newPlayerExamples: newcomers.slice(0, NAMES_SHOWN),
    renamed: renamed.length,
    renamedExamples: renamed.slice(0, NAMES_SHOWN),
    pairExample: pairsAmong(file.names.changed)[0] ?? null,
    dateFormats: file.dates.fitting,
    skipped: [...file.skipped.values()].reduce((sum, count) => sum + count, 0),
    encoding: file.encoding,
    examples: notes.examples,
    problem: blocker && `${blocker.problem} ${blocker.listed.join('; ')}. ${blocker.advice}`,
    words: [...PLACEMENT_ENDS, null]
      .flatMap((meaning) => found.words.of(meaning).map(({ word, count }) => ({ word, count, meaning })))
      .slice(0, WORDS_SHOWN),
  };
}

/** So many names with a slash are no accident: a file may begin with singles, and have pairs further down. */
const MANY_PAIRS = 10;

/** The names of a file that are several players with a slash between them; empty if there are few. */
export function pairsAmong(changed: HandleBook['changed']): readonly string[] {
  const pairs = [...changed.keys()].filter((name) => /\S *\/ *\S/.test(name));
  return pairs.length < MANY_PAIRS ? [] : pairs;
}

/** Refusals by rule, as they are stored. */
export function refusalsOf(...logs: readonly RefusalLog[]): ImportRefusal[] {
  const groups = logs.flatMap((log) => log.groups).sort((a, b) => b.count - a.count);
  return groups.slice(0, REFUSALS_SHOWN).map(({ count, lines, first: { field, rule, parameters, value } }) => ({
    ...{ count, lines, field, rule, parameters },
    value: value.slice(0, VALUE_LETTERS),
  }));
}

function exampleOf({ line, submission: { externalId, playedAt, sides } }: MatchReading): ImportExample {
  const shownSides = sides.map(({ name = null, role = null, score = null, placement = null, participants }) => ({
    ...{ name, role, score, placement },
    players: participants.map(({ player }) => player),
  }));
  return { line, externalId, playedAt: playedAt!.toISOString(), sides: shownSides };
}

const SHOWN = 20;

/** Why a file as a whole cannot be imported. */
export interface FatalProblem {
  /** A clause that follows "in <file>, ". */
  readonly problem: string;
  /** The affected names or matches, in the order of the file. */
  readonly listed: readonly string[];
  readonly advice: string;
}

/** Why a scanned file cannot be imported; null if it can. */
export function fatalProblemOf({
  names: { collisions },
  scattered,
}: Pick<MatchFile, 'names' | 'scattered'>): FatalProblem | null {
  if (collisions.length > 0) {
    const listed = collisions.map(({ handle, names }) => `${names.map(shown).join(' and ')} would all be ${handle}`);
    return {
      problem: `different names make the same player (${collisions.length}):`,
      listed: firstOf(listed),
      advice:
        "Spell each player's name in one way, and different players' names in different ways. If the names of each are one player, add handles=shared to the mapping.",
    };
  }
  if (scattered.size === 0) return null;
  return {
    problem: `the rows of a match must be next to each other, but are not for ${scattered.size}:`,
    listed: firstOf([...scattered].map(shown)),
    advice: 'Sort the file by the columns of "match", or name all there that tell matches apart: match=date+game.',
  };
}

function firstOf(lines: readonly string[]): readonly string[] {
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), '…'] : lines;
}
