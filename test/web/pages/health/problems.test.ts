import { expect } from 'chai';
import type { PortStatus } from '../../../../src/schema/ports/port.js';
import type { HealthView } from '../../../../src/web/api/health.js';
import { findProblems, type UplinkHealth } from '../../../../src/web/pages/health/problems.js';
import { NOW } from '../../support.js';

const well = {
  status: 'ok',
  version: '1.2.3',
  store: {
    writable: true,
    reason: null,
    reasonData: null,
    entries: 1,
    segments: 1,
    bytes: 10,
    losses: [],
    lossesData: [],
  },
  disk: { freeBytes: 5e9, totalBytes: 1e10 },
  serial: { ports: 1, open: 1, unknownDevices: 0 },
  outbox: {
    waiting: 0,
    channels: [{ name: 'email', waiting: 0, state: 'unavailable', reason: 'no such host' }],
    missing: [],
    stuck: null,
    failed: null,
    unsent: null,
  },
  clock: { now: new Date(NOW).toISOString(), upSeconds: 1, quality: 'ntp', reason: null, reasonData: null },
} as const satisfies HealthView;
const degraded = (changes: Partial<HealthView>): HealthView => ({ ...well, status: 'degraded', ...changes });
const port = (path: string, state: PortStatus['state'], reason: string | null): PortStatus => ({
  path,
  name: null,
  source: 'configuration',
  by: [],
  state,
  reason,
  reasonData: null,
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
        outbox: {
          waiting: 1,
          channels: [{ name: 'sms', waiting: 1, state: 'unavailable', reason: 'no SIM' }],
          missing: [],
          stuck: null,
          failed: null,
          unsent,
        },
        clock: { ...well.clock, quality: 'none', reason: 'the clock is at 1970' },
      }),
      [port('/dev/a', 'busy', 'ModemManager has it'), port('/dev/b', 'absent', '/dev/b: plug it in')],
    );
    expect(all).to.deep.equal([
      { kind: 'store', reasons: ['the disk is full'] },
      { kind: 'losses', reasons: ['entry 3 is missing'] },
      { kind: 'clock', reasons: ['the clock is at 1970'] },
      { kind: 'absentPorts', reasons: ['/dev/b: plug it in'] },
      { kind: 'ports', reasons: ['/dev/a: ModemManager has it'] },
      { kind: 'waitingMessages', channel: 'sms', reasons: ['no SIM'] },
      { kind: 'unsentAlerts', counted: unsent, reasons: [] },
    ]);
  });

  it('a port that is open and silent is a warning with its reason', () => {
    const silent = port('/dev/a', 'open', 'no data for 994 s');
    expect(findProblems(well, [silent])).to.deep.equal([
      { kind: 'silentPorts', reasons: ['/dev/a: no data for 994 s'] },
    ]);
  });

  it('a channel that is not set up, alerts that cannot leave and failed messages are problems', () => {
    const at = '2026-11-22T08:00:00.000Z';
    const missing = { name: 'email', webhook: null, waiting: 2, rules: ['Night desk'] } as const;
    const failed = { count: 1, since: at, last: at, deviceId: null };
    const stuck = { count: 1, since: at, reason: 'busy', deviceId: 'bus' };
    const kindsOf = (outbox: Partial<NonNullable<HealthView['outbox']>>): string[] =>
      findProblems(degraded({ outbox: { ...well.outbox, ...outbox } }), []).map(({ kind }) => kind);
    expect(kindsOf({ missing: [{ ...missing, rules: [...missing.rules] }] })).to.deep.equal(['missingChannel']);
    expect(kindsOf({ stuck, failed })).to.deep.equal(['stuckAlerts', 'failedMessages']);
    // The channel that is off is the reason.
    expect(kindsOf({ stuck, missing: [{ ...missing, rules: [] }] })).to.deep.equal(['missingChannel']);
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
