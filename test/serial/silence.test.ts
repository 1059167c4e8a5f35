import { expect } from 'chai';
import { createSilence } from '../../src/serial/silence.js';
import { createTestTimers } from '../support/test-timers.js';

const hour = 3_600_000;

function watched() {
  const { timers, advance, waiting } = createTestTimers();
  const told: number[] = [];
  const silence = createSilence({ timers, onSilence: () => void told.push(timers.now()) });
  /** is heard so often, so many ms apart */
  async function hear(times: number, ms: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await advance(ms);
      silence.heard();
    }
  }
  return { silence, told, advance, waiting, hear };
}

describe('a silence', () => {
  it('is told of when it is three times as long as any before, and 30 s at least', async () => {
    const quick = watched();
    await quick.hear(10, 1_000);
    await quick.advance(29_999);
    expect(quick.told).to.deep.equal([]);
    await quick.advance(1);
    expect(quick.told).to.deep.equal([40_000]);

    const slow = watched();
    await slow.hear(4, 60_000);
    await slow.advance(179_000);
    expect(slow.told).to.deep.equal([]);
    await slow.advance(1_000);
    expect(slow.told).to.have.length(1);
  });

  it('is told of again only when it is twice as long each time', async () => {
    const { hear, advance, told } = watched();
    await hear(2, 1_000);
    await advance(1_000_000);
    expect(told.map((at) => at - 2_000)).to.deep.equal([30_000, 60_000, 120_000, 240_000, 480_000, 960_000]);
  });

  it('says how long it lasts and what was usual, until something is heard', async () => {
    const { silence, hear, advance } = watched();
    await hear(3, 20_000);
    expect(silence.lasting()).to.equal(undefined);
    await advance(90_000);
    expect(silence.lasting()).to.deep.equal({ seconds: 90, usual: 20 });
    silence.heard();
    expect(silence.lasting()).to.equal(undefined);
  });

  it('is learned from, so that a tracker which is slow at night is not told of every time', async () => {
    const { hear, told } = watched();
    await hear(10, 1_000);
    await hear(1, 600_000);
    const before = told.length;
    await hear(5, 600_000);
    expect(told.length).to.equal(before);
  });

  it('of an hour long ago is forgotten', async () => {
    const { hear, advance, told } = watched();
    await hear(2, 600_000);
    await hear(300, 30_000);
    told.length = 0;
    await advance(90_000);
    expect(told).to.have.length(1);
  });

  it('is nobody’s when nothing was ever heard, when the port is gone, or after one word', async () => {
    const { silence, advance, hear, told, waiting } = watched();
    await advance(10 * hour);
    silence.heard();
    await advance(10 * hour);
    await hear(5, 1_000);
    silence.rest();
    expect(waiting()).to.equal(0);
    await advance(hour);
    expect(told).to.deep.equal([]);
  });

  it('keeps one timer, however often something is heard', async () => {
    const { hear, waiting } = watched();
    await hear(1_000, 10);
    expect(waiting()).to.equal(1);
  });
});
