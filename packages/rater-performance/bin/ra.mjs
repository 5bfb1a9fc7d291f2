#!/usr/bin/env node
import { main } from '../dist/bin/ra.js';

await main();
