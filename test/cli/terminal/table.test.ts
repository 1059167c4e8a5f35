import { expect } from 'chai';
import { withOptionNames } from '../../../src/cli/options/option-errors.js';
import { hasColors, paintWord } from '../../../src/cli/terminal/color.js';
import { counted } from '../../../src/cli/terminal/output.js';
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

  it('a table is as wide as the terminal at most: texts are cut first, the first column last', () => {
    const rows = [['867844003012625', 'The long name of a bus', 'active until 2998-12-31T23:00:00.000Z']];
    const lines = (width: number): string[] => tableLines(['DEVICE', 'NAME', 'STATE'], rows, { cut: ['NAME'], width });
    expect(lines(Infinity)[1]).to.equal(
      '867844003012625  The long name of a bus  active until 2998-12-31T23:00:00.000Z',
    );
    expect(lines(70)[1]).to.equal('867844003012625  The long name…  active until 2998-12-31T23:00:00.000Z');
    expect(lines(50)[1]).to.equal('867844003012625  The lon…  active until 2998-12-3…');
    expect(lines(20)[1]).to.equal('867844003012625  The lon…  active …');
  });

  it('a state has a color on a terminal, which other words and outputs do not have', () => {
    expect(paintWord('fault', true)).to.equal('\u001b[31mfault\u001b[0m');
    expect(paintWord('active until 2999', true)).to.equal('\u001b[32mactive until 2999\u001b[0m');
    expect(paintWord('Bus 7', true)).to.equal('Bus 7');
    expect(paintWord('fault', false)).to.equal('fault');
    const terminal = { isTTY: true };
    expect(hasColors(terminal, {})).to.equal(true);
    expect([
      hasColors({}, {}),
      hasColors(terminal, { NO_COLOR: '1' }),
      hasColors(terminal, { TERM: 'dumb' }),
    ]).to.deep.equal([false, false, false]);
    expect(hasColors(terminal, { NO_COLOR: '' })).to.equal(true);
  });

  it('a count has the singular for one', () => {
    expect([counted(1, 'fault'), counted(2, 'fault'), counted(0, 'fault')]).to.deep.equal([
      '1 fault',
      '2 faults',
      '0 faults',
    ]);
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
