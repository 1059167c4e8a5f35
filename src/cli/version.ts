import { Command } from 'commander';
import { packageVersion } from '../package.js';

export const versionCommand = (): Command =>
  new Command('version').description('print the version').action(() => {
    process.stdout.write(`${packageVersion()}\n`);
  });
