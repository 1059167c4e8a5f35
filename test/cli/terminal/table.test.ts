import { expect } from 'chai';
import { withOptionNames } from '../../../src/cli/options/option-errors.js';
import { shellQuote } from '../../../src/cli/terminal/shell-quote.js';
import { factLines, tableLines } from '../../../src/cli/terminal/table.js';

describe('what a command prints', () => {
  it('has columns as wide as what stands in them, and nothing after the last', () => {
    const rows = [
      ['bus-7', 'Bus 7'],
      ['v', ''],
    ];
    expect(tableLines(['ID', 'NAME'], rows)).to.deep.equal(['ID     NAME', 'bus-7  Bus 7', 'v']);
    expect(factLines({ Device: 'bus-7', Name: '' })).to.equal('Device  bus-7\nName    -\n');
  });

  it('does not hand the terminal what a name has of control characters', () => {
    expect(tableLines(['NAME'], [['a\u001b[2Jb\nc']])[1]).to.equal('a�[2Jb�c');
    expect(factLines({ Name: '\u009b2J' })).to.equal('Name  �2J\n');
  });

  it('calls a field by the option that sets it, and by its pointer where none does', () => {
    const options = ['--daily-sms-limit', '--tag', '--name'];
    expect(withOptionNames('/limits/dailySmsLimit must be <= 9', options)).to.equal('--daily-sms-limit must be <= 9');
    expect(withOptionNames('/tags/plate must be string', options)).to.equal('--tag must be string');
    expect(withOptionNames('/name: already used by another user', options)).to.equal('--name: already used by another user');
    expect(withOptionNames('/id must match pattern', options)).to.equal('/id must match pattern');
    expect(withOptionNames('all 2 licenses are in use', options)).to.equal('all 2 licenses are in use');
  });

  it('quotes a word for the shell where it must be', () => {
    expect(['/var/lib/waypost', "Eve's bus", ''].map(shellQuote)).to.deep.equal([
      '/var/lib/waypost',
      String.raw`'Eve'\''s bus'`,
      "''",
    ]);
  });
});
