import { expect } from 'chai';
import { readByteRange } from '../../src/http/byte-range.js';

const read = (header: string, bytes = 1000, maxBytes = 400): unknown => readByteRange(header, bytes, maxBytes);

describe('readByteRange', () => {
  it('a range covers the bytes between two positions, up to the end, or the last bytes', () => {
    expect(read('bytes=0-0')).to.deep.equal({ first: 0, last: 0 });
    expect(read('bytes=100-199')).to.deep.equal({ first: 100, last: 199 });
    expect(read('bytes=900-')).to.deep.equal({ first: 900, last: 999 });
    expect(read('bytes=-100')).to.deep.equal({ first: 900, last: 999 });
    expect(read('Bytes=0-9')).to.deep.equal({ first: 0, last: 9 });
  });

  it('a range ends at the end of the file and is cut to the maximum size', () => {
    expect(read('bytes=900-5000')).to.deep.equal({ first: 900, last: 999 });
    expect(read('bytes=0-')).to.deep.equal({ first: 0, last: 399 });
    expect(read('bytes=-5000')).to.deep.equal({ first: 0, last: 399 });
    expect(read('bytes=0-999999999999999')).to.deep.equal({ first: 0, last: 399 });
  });

  it('a range behind the end is unsatisfiable', () => {
    for (const header of ['bytes=1000-', 'bytes=1000-1001', 'bytes=-0']) expect(read(header)).to.equal('unsatisfiable');
    expect(read('bytes=0-', 0)).to.equal('unsatisfiable');
  });

  it('invalid and multiple ranges are ignored', () => {
    for (const header of [
      '',
      'bytes=',
      'bytes=-',
      'bytes=9-1',
      'lines=0-1',
      'bytes=0-1,5-6',
      'bytes=a-b',
      'bytes=1e3-',
    ]) {
      expect(read(header)).to.equal(undefined);
    }
    expect(read(`bytes=${'9'.repeat(16)}-`)).to.equal(undefined);
  });
});
