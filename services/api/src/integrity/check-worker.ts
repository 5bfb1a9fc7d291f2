import { parentPort, workerData } from 'node:worker_threads';
import { type GameColumns, gamesIn } from './read-games.js';
import { findSignals } from './signals.js';

const columns = workerData as GameColumns;
const players = columns.players.length;
parentPort!.postMessage(findSignals(() => gamesIn(columns), players));
