import { expect } from 'chai';
import type { PortStatus } from '../../../../src/schema/ports/port.js';
import type { HealthView } from '../../../../src/web/api/health.js';
import { findProblems, type UplinkHealth } from '../../../../src/web/pages/health/problems.js';
import { NOW } from '../../support.js';

const well = {
  status: 'ok',
  version: '1.2.3',
  store: { writable: true, reason: null, entries: 1, segments: 1, bytes: 10, losses: [] },
  disk: { freeBytes: 5e9, totalBytes: 1e10 },
  serial: { ports: 1, open: 1, unknownDevices: 0 },
  outbox: {
    waiting: 0,
    channels: [{ name: 'email', waiting: 0, state: 'unavailable', reason: 'no such host' }],
    unsent: null,
  },
  clock: { now: new Date(NOW).toISOString(), upSeconds: 1, quality: 'ntp', reason: null },
} as const satisfies HealthView;
const degraded = (changes: Partial<HealthView>): HealthView => ({ ...well, status: 'degraded', ...changes });
const port = (path: string, state: PortStatus['state'], reason: string | null): PortStatus => ({
  path,
  name: null,
  source: 'configuration',
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
    duplicateRecords: 0,
    reopened: 0,
    framesBy: { records: 0, joined: 0, duplicates: 0, rejected: 0, withoutRecord: {} },
    bytesBy: {
      ...{ records: 0, joined: 0, duplicates: 0, rejected: 0, withoutRecord: {} },
      discarded: { noise: 0, tooLong: 0, checksum: 0, cut: 0 },
      delimiters: 0,
      held: 0,
    },
  },
  lastFrameAt: null,
  candidates: [],
});

describe('findProblems', () => {
  it('a working gateway has no problem, even without internet if no message waits', () => {
    expect(findProblems(well, [port('/dev/a', 'open', null), port('/dev/b', 'opening', null)])).to.deep.equal([]);
  });

  it('problems come with the reasons of the gateway, failed storing first', () => {
    const since = '2026-11-22T08:00:00.000Z';
    const unsent = { count: 2, since, last: since, deviceId: 'bus' };
    const all = findProblems(
      degraded({
        store: { ...well.store, writable: false, reason: 'the disk is full', losses: ['entry 3 is missing'] },
        outbox: { waiting: 1, channels: [{ name: 'sms', waiting: 1, state: 'unavailable', reason: 'no SIM' }], unsent },
        clock: { ...well.clock, quality: 'none', reason: 'the clock is at 1970' },
      }),
      [port('/dev/a', 'busy', 'ModemManager has it'), port('/dev/b', 'absent', '/dev/b: plug it in')],
    );
    expect(all).to.deep.equal([
      { kind: 'store', reasons: ['the disk is full'] },
      { kind: 'losses', reasons: ['entry 3 is missing'] },
      { kind: 'clock', reasons: ['the clock is at 1970'] },
      { kind: 'ports', reasons: ['/dev/a: ModemManager has it', '/dev/b: plug it in'] },
      { kind: 'waitingMessages', channel: 'sms', reasons: ['no SIM'] },
      { kind: 'unsentAlerts', unsent, reasons: [] },
    ]);
  });

  it('an uplink that needs attention is a problem of its own, one that is merely behind is none', () => {
    const uplink: UplinkHealth = {
      name: 'center',
      state: 'stopped',
      reason: 'no key: set it',
      behind: { records: 3, oldest: null },
      deadLetters: 0,
      dropped: 0,
      needsAttention: true,
    };
    const waits: UplinkHealth = { ...uplink, name: 'spare', state: 'connecting', needsAttention: false };
    expect(findProblems(degraded({ uplinks: [waits, uplink] }), [])).to.deep.equal([
      { kind: 'uplinks', uplinks: [uplink], reasons: [] },
    ]);
    expect(findProblems({ ...well, uplinks: [waits] }, [])).to.deep.equal([]);
  });

  it('a nearly full disk is a problem before it is full', () => {
    expect(findProblems({ ...well, disk: { freeBytes: 4e8, totalBytes: 1e10 } }, [])).to.deep.equal([
      { kind: 'disk', reasons: [] },
    ]);
  });

  it('a full disk is the reason why the gateway is degraded', () => {
    expect(findProblems(degraded({ disk: { freeBytes: 6e7, totalBytes: 1e10 } }), [])).to.deep.equal([
      { kind: 'disk', reasons: [] },
    ]);
  });

  it('a problem is listed even if the user may not see its reason', () => {
    expect(findProblems(degraded({ serial: { ports: 2, open: 1, unknownDevices: 0 } }), [])).to.deep.equal([
      { kind: 'ports', reasons: [] },
    ]);
    expect(findProblems({ status: 'degraded', version: '1.2.3', reason: 'no users' }, [])).to.deep.equal([
      { kind: 'unknown', reasons: ['no users'] },
    ]);
  });
});
