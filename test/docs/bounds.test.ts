import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { BOUNDS, MAX_STATE_FILE_BYTES, type Bound } from '../../src/domain/bounds.js';
import { MAX_STATE_BYTES } from '../support/store/max-state-bytes.js';

const MIB = 1_048_576;
const number = (value: number): string => value.toLocaleString('en-US');
const size = (bytes: number): string =>
  bytes >= MIB ? `${number(bytes / MIB)} MiB` : `${number(Math.round(bytes / 1024))} KiB`;

function row({ noun, note, max, bytes, share, beyond }: Bound): string {
  const parts = [share?.max && number(share.max), share?.bytes && size(share.bytes)].filter(Boolean);
  const own = share === undefined ? '' : `${parts.join(', ')} per ${share.of}`;
  return `| ${noun}${note === undefined ? '' : `: ${note}`} | ${number(max)} | ${size(bytes)} | ${own} | ${beyond} |`;
}

/** Without the spaces that align the columns. */
const compact = (line: string): string => line.replace(/\s+/g, ' ').trim();

describe('the operations page', () => {
  const lines = readFileSync('systemd/operating.md', 'utf8').split('\n').map(compact);

  it('the table has every bound of the state', () => {
    const start = lines.indexOf('| of each | number | together | share | beyond |');
    expect(start, 'the table of bounds').to.be.at.least(0);
    const end = lines.indexOf('', start);
    expect(lines.slice(start + 2, end)).to.deep.equal(Object.values<Bound>(BOUNDS).map(row).map(compact));
  });

  it('the text has the bytes of all bounds together, and those of the largest state that is loaded', () => {
    expect(lines.join(' ')).to.include(`together at most ${size(Math.ceil(MAX_STATE_BYTES / MIB) * MIB)}`);
    expect(lines.join(' ')).to.include(`larger than ${size(MAX_STATE_FILE_BYTES)}`);
  });
});
