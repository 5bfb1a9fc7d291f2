import { parentPort, workerData } from 'node:worker_threads';
import { expectGames } from './games.js';
import { type GameColumns, gamesIn } from './read-games.js';
import { findSignals } from './signals.js';

const columns = workerData as GameColumns;
const players = columns.players.length;
parentPort!.postMessage(findSignals(expectGames(gamesIn(columns), players), players));
