import { expect } from 'chai';
import type { PortStatus } from '../../../../src/schema/ports/port.js';
import type { HealthView } from '../../../../src/web/api/health.js';
import { formatBytes } from '../../../../src/web/format/bytes.js';
import { formatDuration } from '../../../../src/web/format/duration.js';
import { createHealthPoller } from '../../../../src/web/live/health-poller.js';
import { findProblems } from '../../../../src/web/pages/health/problems.js';
import { licenseUsageOf } from '../../../../src/web/pages/licenses/license-usage.js';
import { createTestBrowserClock, NOW } from '../../support.js';

const well = {
  status: 'ok',
  version: '1.2.3',
  store: { writable: true, reason: null, entries: 1, segments: 1, bytes: 10, losses: [] },
  disk: { freeBytes: 5e9, totalBytes: 1e10 },
  serial: { ports: 1, open: 1, unknownDevices: 0 },
  outbox: { waiting: 0, channels: [{ name: 'email', waiting: 0, state: 'unavailable', reason: 'no such host' }] },
  clock: { now: new Date(NOW).toISOString(), upSeconds: 1, quality: 'ntp', reason: null },
} as const satisfies HealthView;
const degraded = (changes: Partial<HealthView>): HealthView => ({ ...well, status: 'degraded', ...changes });
const port = (path: string, state: PortStatus['state'], reason: string | null): PortStatus => ({
  path,
  by: [],
  state,
  reason,
  protocol: 'auto',
  baudRate: null,
  deviceId: null,
  counters: {
    bytes: 0,
    frames: 0,
    discardedBytes: 0,
    badChecksums: 0,
    rejected: 0,
    unknownDevices: 0,
    reopened: 0,
  },
  lastFrameAt: null,
  candidates: [],
});

describe('what needs a person', () => {
  it('is nothing while all is well, also with no internet and nothing to send', () => {
    expect(findProblems(well, [port('/dev/a', 'open', null), port('/dev/b', 'opening', null)])).to.deep.equal([]);
  });

  it('is told with the gateway’s reasons, what can not be stored before all', () => {
    const all = findProblems(
      degraded({
        store: { ...well.store, writable: false, reason: 'the disk is full', losses: ['entry 3 is missing'] },
        outbox: { waiting: 1, channels: [{ name: 'sms', waiting: 1, state: 'unavailable', reason: 'no SIM' }] },
        clock: { ...well.clock, quality: 'none', reason: 'the clock says 1970' },
      }),
      [port('/dev/a', 'busy', 'ModemManager has it'), port('/dev/b', 'absent', '/dev/b: plug it in')],
    );
    expect(all).to.deep.equal([
      { what: 'store', reasons: ['the disk is full'] },
      { what: 'losses', reasons: ['entry 3 is missing'] },
      { what: 'clock', reasons: ['the clock says 1970'] },
      { what: 'ports', reasons: ['/dev/a: ModemManager has it', '/dev/b: plug it in'] },
      { what: 'sms', reasons: ['no SIM'] },
    ]);
  });

  it('is a disk that is nearly full before it is full', () => {
    expect(findProblems({ ...well, disk: { freeBytes: 4e8, totalBytes: 1e10 } }, [])).to.deep.equal([
      { what: 'disk', reasons: [] },
    ]);
  });

  it('is said as well when its reason is not for the user to see', () => {
    expect(findProblems(degraded({ serial: { ports: 2, open: 1, unknownDevices: 0 } }), [])).to.deep.equal([
      { what: 'ports', reasons: [] },
    ]);
    expect(findProblems({ status: 'degraded', version: '1.2.3', reason: 'no users' }, [])).to.deep.equal([
      { what: 'unknown', reasons: ['no users'] },
    ]);
  });
});

describe('the watch over the gateway’s health', () => {
  it('reads soon after the start and every minute, keeps the last answer, and forgets it with the user', async () => {
    const clock = createTestBrowserClock();
    const asked: string[] = [];
    const watch = createHealthPoller(
      {
        get(path) {
          asked.push(path);
          return Promise.resolve({ ok: true, value: well as never });
        },
      },
      clock,
    );
    watch.start();
    expect(asked).to.deep.equal([]);
    clock.advance(2_000);
    clock.advance(60_000);
    expect(asked).to.deep.equal(['/api/health', '/api/health']);
    await watch.read();
    expect(watch.result.value).to.deep.equal({ ok: true, value: well });
    const late = watch.read();
    watch.stop();
    await late;
    expect(watch.result.value).to.equal(undefined);
    clock.advance(120_000);
    expect(asked).to.have.lengthOf(4);
  });
});

describe('who takes the licences', () => {
  it('is counted by group, the others apart, and expired devices take none', () => {
    const isExpired = new Map([
      ['a', false],
      ['b', true],
      ['c', false],
      ['d', false],
    ]);
    const groups = [
      { id: '1', name: 'Vans', devices: ['a', 'b', 'elsewhere'] },
      { id: '2', name: 'Cars', devices: ['a', 'c'] },
      { id: '3', name: 'None in sight', devices: ['elsewhere'] },
    ];
    expect(licenseUsageOf(isExpired, groups)).to.deep.equal({
      groups: [
        { id: '2', name: 'Cars', active: 2, expired: 0 },
        { id: '1', name: 'Vans', active: 1, expired: 1 },
      ],
      others: { active: 1, expired: 0 },
    });
  });
});

describe('amounts', () => {
  it('are said in the largest unit that fits', () => {
    const all = [0, 999, 1_500, 12_345_678, 31_000_000_000].map((bytes) => formatBytes(bytes, 'en'));
    expect(all).to.deep.equal(['0 byte', '999 byte', '1.5 kB', '12.3 MB', '31 GB']);
    const times = [0, 59, 3_600, 90_061, 864_000].map((seconds) => formatDuration(seconds, 'en'));
    expect(times).to.deep.equal(['0 seconds', '59 seconds', '1 hour', '1 day 1 hour', '10 days']);
  });
});
