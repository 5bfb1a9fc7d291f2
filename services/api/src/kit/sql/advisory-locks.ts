/** The advisory locks of the service, all in one place so that no two share a number. */
export const LOCKS = {
  migration: 6_523_001,
  demo: 6_523_002,
  adminToken: 6_523_003,
  ratingUpgrade: 6_523_004,
  verification: 6_523_005,
  /**
   * Held by a backup, and by migrations while they run. Otherwise a statement that changes a table would wait for the backup that reads it,
   * and all others would wait behind that.
   */
  backup: 6_523_006,
  deletion: 6_523_007,
  slugs: 6_523_008,
  analysis: 6_523_009,
} as const;

/** First keys of advisory locks with two keys. */
export const LOCKS_OF = {
  /** Tells a running recompute, whose id is the second key, from an abandoned one. */
  recompute: 6_524,
  /** Allows one dry run at a time in the league whose id is the second key. */
  dryRun: 6_525,
  /** Allows only one process to serve the webhook whose id is the second key. */
  webhook: 6_526,
  /** Allows one file at a time to be checked or imported in the league whose id is the second key. */
  import: 6_527,
  /** Makes uploads to the league whose id is the second key begin one after another. */
  upload: 6_528,
} as const;
