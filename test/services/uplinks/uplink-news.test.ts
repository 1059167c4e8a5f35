import { expect } from 'chai';
import { createUplinkNews } from '../../../src/services/uplinks/uplink-news.js';
import type { UplinkReading } from '../../../src/services/uplinks/uplinks.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const reading = (name: string, own: Partial<UplinkReading> = {}): UplinkReading => ({
  ...{ name, type: 'rest', state: 'idle', reason: null, connected: true, lastAcknowledgement: null, lastError: null },
  ...{ forwarded: 0, repeated: 0, dropped: 0, deadLetters: 0, behind: { records: 0, oldest: null } },
  totals: { refused: 0, bytes: 0, sink: {} },
  ...own,
});

describe('the news of uplinks', () => {
  function begin(...initial: UplinkReading[]) {
    let readings: readonly UplinkReading[] = initial;
    let changed = (): void => undefined;
    const { timers, advance, waiting } = createTestTimers();
    const onChange = (listener: () => void): void => {
      changed = listener;
    };
    const news = createUplinkNews({ readings: () => readings, onChange, timers });
    const received: string[] = [];
    const stop = news.subscribe((name) => received.push(name));
    const set = (...next: UplinkReading[]): void => {
      readings = next;
      changed();
    };
    return { received, stop, set, advance, waiting };
  }

  it('many changes within a second are one, and progress alone is none', async () => {
    const { received, set, advance } = begin(reading('a'), reading('b'));
    set(reading('a', { state: 'stopped', reason: 'wrong key' }), reading('b'));
    set(reading('a', { state: 'connecting', connected: false }), reading('b', { forwarded: 7 }));
    expect(received).to.deep.equal([]);
    await advance(1_000);
    expect(received).to.deep.equal(['a']);
    await advance(5_000);
    expect(received).to.deep.equal(['a']);
  });

  it('an uplink that is added or removed is named', async () => {
    const { received, set, advance } = begin();
    set(reading('a'));
    await advance(1_000);
    set();
    await advance(1_000);
    expect(received).to.deep.equal(['a', 'a']);
  });

  it('no timer runs without an uplink or without a listener', async () => {
    const { set, advance, waiting, stop } = begin();
    expect(waiting()).to.equal(0);
    set(reading('a'));
    await advance(1_000);
    expect(waiting()).to.equal(1);
    stop();
    expect(waiting()).to.equal(0);
    set(reading('b'));
    expect(waiting()).to.equal(0);
  });
});
