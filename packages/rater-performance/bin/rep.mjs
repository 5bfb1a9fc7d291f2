#!/usr/bin/env node
import { main } from '../dist/bin/rep.js';

await main();
