import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import type { Report } from '../../../src/domain/report.js';
import { createThinning } from '../../../src/serial/session/thinning.js';
import { createTestTimers } from '../../support/test-timers.js';

const begin = Date.UTC(2026, 10, 21, 10);

function thinned(interval = 60) {
  const { timers, advance } = createTestTimers();
  const taken: Report[] = [];
  const thinning = createThinning({
    interval,
    timers,
    receive(report) {
      taken.push(report);
      return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
    },
  });
  const report = (deviceId: string, more: Partial<Report> = {}): Report => ({
    deviceId,
    locations: [{ dateTime: new Date(begin + timers.now()).toISOString(), latitude: 1, longitude: 2 }],
    alerts: [],
    source: { protocol: 'ais', port: '/dev/test' },
    bound: false,
    ...more,
  });
  const seconds = (): string[] =>
    taken.map(({ deviceId, locations: [location] }) => {
      const second = (Date.parse(location?.dateTime ?? '') - begin) / 1000;
      return `${deviceId} ${second}`;
    });
  return { thinning, report, advance, taken, seconds };
}

describe('thinning on a port', () => {
  it('hands in one fix of each device in an interval', async () => {
    const { thinning, report, advance, seconds } = thinned();
    for (let second = 0; second < 130; second += 10) {
      for (const ship of ['a', 'b']) await thinning.receive(report(ship));
      await advance(10_000);
    }
    expect(seconds()).to.deep.equal(['a 0', 'b 0', 'a 60', 'b 60', 'a 120', 'b 120']);
  });

  it('hands in the last fix when none has followed for an interval', async () => {
    const { thinning, report, advance, seconds } = thinned();
    await thinning.receive(report('a'));
    await advance(20_000);
    const receipt = await thinning.receive(report('a'));
    expect(receipt).to.deep.equal(success({ accepted: 0, duplicates: 0 }));
    await advance(59_000);
    expect(seconds()).to.deep.equal(['a 0']);
    await advance(1_000);
    expect(seconds()).to.deep.equal(['a 0', 'a 20']);
    await advance(600_000);
    expect(seconds()).to.have.length(2);
  });

  it('hands in what is held when the port is given up, and resolves when that is settled', async () => {
    const { thinning, report, advance, seconds } = thinned();
    await thinning.receive(report('a'));
    await advance(1_000);
    await thinning.receive(report('a'));
    await thinning.flush();
    expect(seconds()).to.deep.equal(['a 0', 'a 1']);
  });

  it('never thins an alert, nor what comes with one', async () => {
    const { thinning, report, taken } = thinned();
    const alert = { dateTime: '2026-11-21T10:00:00.000Z', alerts: ['sos'] };
    await thinning.receive(report('a'));
    await thinning.receive(report('a', { alerts: [alert] }));
    await thinning.receive(report('a', { locations: [], alerts: [alert] }));
    expect(taken).to.have.length(3);
  });

  it('remembers a bounded number of devices, and loses the last fix of none it forgets', async () => {
    const { thinning, report, taken } = thinned();
    const devices = Array.from({ length: 5_000 }, (_, place) => `ship-${place}`);
    for (const device of devices) {
      await thinning.receive(report(device));
      await thinning.receive(report(device));
    }
    expect(taken).to.have.length(5_000 + 904);
    await thinning.flush();
    expect(taken).to.have.length(10_000);
  });
});
