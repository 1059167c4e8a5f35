import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import type { Receipt } from '../../../src/domain/report.js';
import { coalesceReports } from '../../../src/serial/session/coalesce-reports.js';
import type { Report } from '../../../src/domain/report.js';

const fix = (deviceId: string, latitude: number, more: Partial<Report> = {}): Report => ({
  deviceId,
  locations: [{ dateTime: '2026-11-21T08:00:00.000Z', latitude, longitude: 5 }],
  alerts: [],
  source: { protocol: 'test', port: '/dev/test' },
  bound: false,
  ...more,
});

function gathering(receipt: Receipt = success({ accepted: 1, duplicates: 0 })) {
  const taken: Report[] = [];
  const receive = coalesceReports((report) => {
    taken.push(report);
    return Promise.resolve(receipt);
  });
  const told = (): string[] =>
    taken.map(({ deviceId, locations }) => [deviceId, ...locations.map(({ latitude }) => latitude)].join(' '));
  return { receive, told, taken };
}

describe('fixes that are heard in one go', () => {
  it('are handed in as one report of their device, in their order', async () => {
    const { receive, told } = gathering();
    await Promise.all([receive(fix('A', 1)), receive(fix('A', 2)), receive(fix('A', 3))]);
    expect(told()).to.deep.equal(['A 1 2 3']);
  });

  it('do not wait for others: what is heard later is another report', async () => {
    const { receive, told } = gathering();
    await receive(fix('A', 1));
    await receive(fix('A', 2));
    expect(told()).to.deep.equal(['A 1', 'A 2']);
  });

  it('are one report each when devices take turns', async () => {
    const { receive, told } = gathering();
    await Promise.all([receive(fix('A', 1)), receive(fix('B', 2)), receive(fix('A', 3))]);
    expect(told()).to.deep.equal(['A 1', 'B 2', 'A 3']);
  });

  it('are not mixed with what is told with an alert, with telemetry or by number, and keep their place before it', async () => {
    const { receive, told, taken } = gathering();
    const alerts = [{ dateTime: '2026-11-21T08:00:01.000Z', alerts: ['sos'] }];
    const telemetry = [{ dateTime: '2026-11-21T08:00:01.000Z', values: { battery: 87 } }];
    const sequence = { epoch: '9F3A0100', seq: 1 };
    const others = [fix('A', 2, { alerts }), fix('A', 3, { telemetry }), fix('A', 4, { sequence })];
    await Promise.all([fix('A', 1), ...others, fix('A', 5)].map(receive));
    expect(told()).to.deep.equal(['A 1', 'A 2', 'A 3', 'A 4', 'A 5']);
    expect(taken.slice(1, 4)).to.deep.equal(others);
  });

  it('all hear what became of their report', async () => {
    const refused = failure('device_expired', 'late');
    const { receive } = gathering(refused);
    expect(await Promise.all([receive(fix('A', 1)), receive(fix('A', 2))])).to.deep.equal([refused, refused]);
  });
});
