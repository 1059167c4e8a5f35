import { expect } from 'chai';
import { createHeldBytes, createUnsettledBytes } from '../../../src/serial/listeners/budgets.js';
import { createLimitedLog } from '../../../src/serial/listeners/limited-log.js';
import { createTestTimers } from '../../support/time/test-timers.js';

describe('the budgets of connections', () => {
  it('beyond the bound of held bytes, the holder of the most gives way', () => {
    const ended: string[] = [];
    const held = createHeldBytes(100);
    const [a, b] = ['a', 'b'].map((name) => held.open(() => ended.push(name)));
    a?.set(60);
    b?.set(40);
    a?.set(50);
    b?.set(50);
    expect(ended).to.deep.equal([]);
    b?.set(51);
    expect(ended).to.deep.equal(['b']);
    a?.set(100);
    expect(ended).to.deep.equal(['b']);
    a?.close();
    held.open(() => ended.push('c')).set(100);
    expect(ended).to.deep.equal(['b']);
  });

  it('connections wait for unsettled bytes until half of the bound is free', () => {
    const unsettled = createUnsettledBytes(100);
    const resumed: string[] = [];
    unsettled.add(100);
    expect(unsettled.isFull()).to.equal(false);
    unsettled.add(1);
    expect(unsettled.isFull()).to.equal(true);
    unsettled.onRoom(() => resumed.push('a'));
    unsettled.onRoom(() => resumed.push('b'))();
    unsettled.add(-50);
    expect(resumed).to.deep.equal([]);
    unsettled.add(-1);
    expect(resumed).to.deep.equal(['a']);
  });

  it('20 lines a minute are logged, and the next one has the number left out', async () => {
    const { timers, advance } = createTestTimers();
    const lines: object[] = [];
    const write = (fields: object): void => void lines.push(fields);
    const log = createLimitedLog({ debug: write, info: write, warn: write, error: write }, timers);
    for (let n = 0; n < 25; n += 1) log.warn({ n }, 'refused');
    expect(lines).to.have.length(20);
    await advance(60_000);
    log.warn({ n: 25 }, 'refused');
    expect(lines.at(-1)).to.deep.equal({ n: 25, suppressed: 5 });
  });
});
