import { expect } from 'chai';
import { compactColumn } from '../../../../src/store/log/sorted/compact-column.js';

describe('a compact column', () => {
  for (const { values, bytes } of [
    { values: [], bytes: 1 },
    { values: [0, 255, 7], bytes: 1 },
    { values: [256, 0], bytes: 2 },
    { values: [0, 65_535], bytes: 2 },
    { values: [65_536], bytes: 4 },
    { values: [0, 4_294_967_295], bytes: 4 },
    { values: [4_294_967_296, 1], bytes: 8 },
    { values: [-1, 2], bytes: 8 },
    { values: [0.5], bytes: 8 },
    { values: [NaN], bytes: 8 },
  ])
    it(`${JSON.stringify(values)}: ${bytes} bytes each, and the same numbers`, () => {
      const column = compactColumn(values);
      expect(column.BYTES_PER_ELEMENT).to.equal(bytes);
      expect([...column]).to.deep.equal(values);
    });
});
