import { expect } from 'chai';
import { qrPath } from '../../../src/web/shown-once/qr-path.js';

describe('qrPath', () => {
  it('each run of dark modules is a rectangle, up to the edge', () => {
    const rows = ['##.', '..#', '###'];
    const get = (x: number, y: number): boolean => rows[y]?.[x] === '#';
    expect(qrPath({ size: 3, get })).to.equal('M0 0h2v1h-2zM2 1h1v1h-1zM0 2h3v1h-3z');
  });
});
