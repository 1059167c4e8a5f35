import { userInfo } from 'node:os';
import { expect } from 'chai';
import { commandAuthor } from '../../../src/cli/data/command-author.js';

describe('the author of a command on a data folder', () => {
  const accountWith = (env: NodeJS.ProcessEnv): unknown => {
    const author = commandAuthor('check --repair', env);
    expect(author).to.include({ type: 'command', command: 'check --repair' });
    return 'account' in author && author.account;
  };

  it('the account is that of the process, or with sudo that of its caller', () => {
    expect(accountWith({})).to.equal(userInfo().username);
    expect(accountWith({ SUDO_USER: 'pi' })).to.equal('pi');
  });

  it('a text that is no account is not taken from the environment', () => {
    for (const text of ['', 'a b', 'x'.repeat(65), '\u001b[31m', '<b>', 'pi\nroot'])
      expect(accountWith({ SUDO_USER: text }), text).to.equal(userInfo().username);
  });
});
