#!/usr/bin/env node
import { createProgram, describeError } from './cli/program.js';

try {
  const program = await createProgram(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  process.stderr.write(describeError(error));
  process.exitCode = 1;
}
