import { expect } from 'chai';
import { commandsFor } from '../../src/cli/commands.js';

const namesFor = async (...words: string[]): Promise<string[]> =>
  (await commandsFor(words)).map((command) => command.name());

describe('the commands of a command line', () => {
  it('are the one that is named, and no other is loaded', async () => {
    expect(await namesFor('backup', 'file')).to.deep.equal(['backup']);
  });

  it('are serve where none is named, whatever its options', async () => {
    expect(await namesFor()).to.deep.equal(['serve']);
    expect(await namesFor('--port', '8080')).to.deep.equal(['serve']);
    expect(await namesFor('--version')).to.deep.equal(['serve']);
  });

  it('are all where help is asked for, or none is called so', async () => {
    const all = await namesFor('--help');
    expect(all).to.include.members(['serve', 'backup', 'restore', 'check', 'provision']);
    expect(await namesFor('help')).to.deep.equal(all);
    expect(await namesFor('-h', 'backup')).to.deep.equal(all);
    expect(await namesFor('bakcup')).to.deep.equal(all);
    expect(await namesFor('toString')).to.deep.equal(all);
  });
});
