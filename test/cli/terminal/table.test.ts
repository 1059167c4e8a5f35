import { expect } from 'chai';
import { withOptionNames } from '../../../src/cli/options/option-errors.js';
import { shellQuote } from '../../../src/cli/terminal/shell-quote.js';
import { factLines, tableLines } from '../../../src/cli/terminal/table.js';

describe('terminal output', () => {
  it('each column of a table is as wide as its longest cell, without trailing spaces', () => {
    const rows = [
      ['bus-7', 'Bus 7'],
      ['v', ''],
    ];
    expect(tableLines(['ID', 'NAME'], rows)).to.deep.equal(['ID     NAME', 'bus-7  Bus 7', 'v']);
    expect(factLines({ Device: 'bus-7', Name: '' })).to.equal('Device  bus-7\nName    -\n');
  });

  it('control characters in a name are replaced', () => {
    expect(tableLines(['NAME'], [['a\u001b[2Jb\nc']])[1]).to.equal('a�[2Jb�c');
    expect(factLines({ Name: '\u009b2J' })).to.equal('Name  �2J\n');
  });

  it('an error names the option that sets a field, or the field if no option sets it', () => {
    const options = ['--daily-sms-limit', '--tag', '--name'];
    expect(withOptionNames('/limits/dailySmsLimit must be <= 9', options)).to.equal('--daily-sms-limit must be <= 9');
    expect(withOptionNames('/tags/plate must be string', options)).to.equal('--tag must be string');
    expect(withOptionNames('/name: already used by another user', options)).to.equal(
      '--name: already used by another user',
    );
    expect(withOptionNames('/id must match pattern', options)).to.equal('/id must match pattern');
    expect(withOptionNames('all 2 licenses are in use', options)).to.equal('all 2 licenses are in use');
  });

  it('shellQuote quotes a word only if necessary', () => {
    expect(['/var/lib/waypost', "Eve's bus", ''].map(shellQuote)).to.deep.equal([
      '/var/lib/waypost',
      String.raw`'Eve'\''s bus'`,
      "''",
    ]);
  });
});
