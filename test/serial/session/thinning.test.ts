import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import type { Report } from '../../../src/domain/report.js';
import { thin } from '../../../src/serial/session/thinning.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const START = Date.UTC(2026, 10, 21, 10);

function createThinned(interval = 60) {
  const { timers, advance } = createTestTimers();
  const passedOn: Report[] = [];
  const thinning = thin(
    (next) => {
      passedOn.push(next);
      return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
    },
    { interval, timers },
  );
  const report = (deviceId: string, more: Partial<Report> = {}): Report => ({
    deviceId,
    locations: [{ dateTime: new Date(START + timers.now()).toISOString(), latitude: 1, longitude: 2 }],
    alerts: [],
    source: { protocol: 'ais', port: '/dev/test' },
    bound: false,
    ...more,
  });
  const seconds = (): string[] =>
    passedOn.map(({ deviceId, locations: [location] }) => {
      const second = (Date.parse(location?.dateTime ?? '') - START) / 1000;
      return `${deviceId} ${second}`;
    });
  function receive(one: Report): boolean {
    const isAdmitted = thinning.admits(one);
    if (isAdmitted) passedOn.push(one);
    return isAdmitted;
  }
  return { receive, flush: thinning.flush, report, advance, passedOn, seconds };
}

describe('thin', () => {
  it('one fix of each device is passed on per interval', async () => {
    const { receive, report, advance, seconds } = createThinned();
    for (let second = 0; second < 130; second += 10) {
      for (const ship of ['a', 'b']) receive(report(ship));
      await advance(10_000);
    }
    expect(seconds()).to.deep.equal(['a 0', 'b 0', 'a 60', 'b 60', 'a 120', 'b 120']);
  });

  it('the last fix is passed on when none has followed for an interval', async () => {
    const { receive, report, advance, seconds } = createThinned();
    receive(report('a'));
    await advance(20_000);
    expect(receive(report('a'))).to.equal(false);
    await advance(59_000);
    expect(seconds()).to.deep.equal(['a 0']);
    await advance(1_000);
    expect(seconds()).to.deep.equal(['a 0', 'a 20']);
    await advance(600_000);
    expect(seconds()).to.have.length(2);
  });

  it('a flush passes the held fixes on and resolves when they are settled', async () => {
    const { receive, flush, report, advance, seconds } = createThinned();
    receive(report('a'));
    await advance(1_000);
    receive(report('a'));
    await flush();
    expect(seconds()).to.deep.equal(['a 0', 'a 1']);
  });

  it('alerts and the fixes reported with them are always passed on', () => {
    const { receive, report, passedOn } = createThinned();
    const alert = { dateTime: '2026-11-21T10:00:00.000Z', alerts: ['sos'] };
    receive(report('a'));
    receive(report('a', { alerts: [alert] }));
    receive(report('a', { locations: [], alerts: [alert] }));
    expect(passedOn).to.have.length(3);
  });

  it('the number of remembered devices is bounded, and the last fix of a forgotten device is passed on', async () => {
    const { receive, flush, report, passedOn } = createThinned();
    const devices = Array.from({ length: 5_000 }, (_, index) => `ship-${index}`);
    for (const device of devices) {
      receive(report(device));
      receive(report(device));
    }
    expect(passedOn).to.have.length(5_000 + 904);
    await flush();
    expect(passedOn).to.have.length(10_000);
  });
});
