#!/usr/bin/env node
import { runsGateway } from './cli/words.js';

const words = process.argv.slice(2);
if (runsGateway(words)) await (await import('./cli/run-gateway.js')).runGateway(words);
else await (await import('./cli/run-command.js')).runCommand(words);
