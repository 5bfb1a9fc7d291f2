#!/usr/bin/env node
import { main } from '../dist/main.js';

// Whoever reads the output may have had enough, as `| head` has.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
await main(process.argv.slice(2));
