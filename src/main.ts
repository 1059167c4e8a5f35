#!/usr/bin/env node
import { runsGateway } from './cli/words.js';

// `engines` in package.json. An older version cannot even load the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`waypost: Node ${process.versions.node} is too old: install Node 20.19 or later\n`);
  process.exit(1);
}

const words = process.argv.slice(2);
if (runsGateway(words)) await (await import('./cli/run-gateway.js')).runGateway(words);
else await (await import('./cli/run-command.js')).runCommand(words);
