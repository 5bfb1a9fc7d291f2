import { badNetwork } from './bad-network.js';
import { crashedDatabase } from './crashed-database.js';
import { cutConnections } from './cut-connections.js';
import { deadLeader, switchedLeader } from './failover.js';
import { canMount, fullDisk } from './full-disk.js';
import { missingPrograms } from './ha-cluster.js';
import { heldLeagues } from './held-leagues.js';
import { killedNightlyRun } from './killed-nightly-run.js';
import { killedRecompute } from './killed-recompute.js';
import { killedService } from './killed-service.js';
import { racingReplicas } from './racing-replicas.js';
import { skewedClocks } from './skewed-clocks.js';
import { slowReaders } from './slow-readers.js';
import { testFaults } from './test-faults.js';

const FAULTS = [
  killedService,
  crashedDatabase,
  badNetwork,
  racingReplicas,
  heldLeagues,
  skewedClocks,
  slowReaders,
  cutConnections,
  killedRecompute,
  killedNightlyRun,
];
if (await canMount()) FAULTS.push(fullDisk);
else console.warn(`NOT RUN: "${fullDisk.name}" needs a small file system, which only root may mount`);

const missing = missingPrograms();
if (missing.length === 0) {
  FAULTS.push(deadLeader);
  // Takes what the first does, and finds less.
  if (process.env.FAULTS_LONG) FAULTS.push(switchedLeader);
} else console.warn(`NOT RUN: faults of a database on several machines. There is no ${missing.join(', no ')}.`);

testFaults(FAULTS);
