#!/usr/bin/env node
import { main } from '../dist/bin/testit.js';

await main();
