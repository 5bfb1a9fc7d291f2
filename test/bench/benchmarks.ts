import type { Benchmark } from './benchmark.js';
import { careers } from './careers.js';
import { comparison } from './compare.js';
import { costs } from './costs.js';
import { fileCosts } from './file-costs.js';
import { firstView } from './first-view.js';
import { hiddenPlayers } from './hidden-players.js';
import { imports } from './import.js';
import { joins } from './joins.js';
import { liveReaders } from './live-readers.js';
import { performanceRating } from './performance-rating.js';
import { ranks } from './ranks.js';
import { raters } from './raters.js';
import { reads } from './reads.js';
import { recomputes } from './recompute.js';
import { refusals } from './refusals.js';
import { replicas } from './replicas.js';
import { serialLimit } from './serial-limit.js';
import { site } from './site.js';
import { sockets } from './sockets.js';
import { storage } from './storage.js';
import { submission } from './submission.js';
import { webhooks } from './webhooks.js';

/** Every benchmark, in the order in which they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  recomputes,
  imports,
  submission,
  serialLimit,
  reads,
  site,
  firstView,
  ranks,
  careers,
  refusals,
  costs,
  fileCosts,
  sockets,
  liveReaders,
  webhooks,
  hiddenPlayers,
  joins,
  storage,
  performanceRating,
  raters,
  comparison,
  replicas,
];
