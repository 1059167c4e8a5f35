import { expect } from 'chai';
import { visibleRows } from '../../../src/web/table/visible-rows.js';

describe('the visible rows of a long table', () => {
  const view = (top: number) => visibleRows(5_000, 30, { top, height: 600 });

  it('the window covers what is visible, wherever the table is scrolled to', () => {
    for (let top = -200; top <= 5_000 * 30 - 600; top += 97) {
      const { start, end } = view(top);
      expect(start, String(top)).to.be.at.most(Math.floor(Math.max(0, top) / 30));
      expect(end, String(top)).to.be.at.least(Math.min(5_000, Math.ceil((top + 600) / 30)));
      expect(end - start).to.be.at.most(80);
    }
  });

  it('the window stays the same while the table scrolls by less than a step', () => {
    expect(view(2_400)).to.deep.equal(view(2_519));
  });

  it('the window of a short table has all of its rows', () => {
    expect(visibleRows(7, 30, { top: 900, height: 600 })).to.deep.equal({ start: 0, end: 7 });
  });
});
