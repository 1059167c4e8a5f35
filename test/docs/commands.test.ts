import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandsFor } from '../../src/cli/commands.js';

describe('the page on the command line', () => {
  it('the page names each command of the table', async () => {
    const page = readFileSync('src/cli/command-line.md', 'utf8');
    const missing = (await commandsFor(['help']))
      .map((command) => command.name())
      .filter((name) => !new RegExp(`(?:waypost |\`)${name}\\b`).test(page));
    expect(missing).to.deep.equal([]);
  });
});
