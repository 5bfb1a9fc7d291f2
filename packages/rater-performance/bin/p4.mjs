#!/usr/bin/env node
import { main } from '../dist/bin/p.js';

await main('p4');
