import { Command } from 'commander';
import { packageVersion } from '../package.js';
import { manualPage } from './manual/manual-page.js';

const HELP = `
To read it: waypost man >waypost.1 && man -l waypost.1. The Debian package installs it. SOURCE_DATE_EPOCH, in seconds since
1970, is its date.`;

export const manCommand = (): Command =>
  new Command('man')
    .description('print the manual page, made from the help of all commands, in the format of man')
    .addHelpText('after', HELP)
    .action((_options: object, { parent }: Command) => {
      const { SOURCE_DATE_EPOCH: seconds } = process.env;
      const date = seconds === undefined ? '' : new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
      if (parent !== null) process.stdout.write(manualPage(parent, { version: packageVersion(), date }));
    });
