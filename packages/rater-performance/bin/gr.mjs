#!/usr/bin/env node
import { main } from '../dist/bin/gr.js';

await main();
