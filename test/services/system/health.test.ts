import { mkdtempSync } from 'node:fs';
import { expect } from 'chai';
import { clockMessages } from '../../../src/domain/clock/messages.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { countersView } from '../../../src/serial/port/counters-view.js';
import type { PortState, PortStatus } from '../../../src/schema/ports/port.js';
import { createHealth, type Health } from '../../../src/services/system/health.js';
import type { StoreStatus } from '../../../src/schema/system/health.js';
import { diskSpaceOf } from '../../../src/disk/space.js';
import type { UplinkReading } from '../../../src/services/uplinks/uplinks.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';
import { userOf } from '../../support/api/users.js';
import { noOutbox } from '../../support/channels/no-outbox.js';
import { noWear } from '../../support/store/no-wear.js';
import type { Time } from '../../../src/services/time/time.js';
import { createTestTime } from '../../support/time/test-time.js';

const port = (state: PortState): PortStatus => ({
  path: `/dev/${state}`,
  name: null,
  source: 'configuration',
  by: [],
  state,
  reason: null,
  reasonData: null,
  protocol: 'json',
  baudRate: 9600,
  deviceId: null,
  counters: countersView(createCounters()),
  lastFrameAt: null,
  candidates: [],
});

describe('createHealth', () => {
  const folder = useFolder();
  const clock = createTestClock();
  let store: Store;

  const health = (
    states: readonly PortState[] = [],
    status: Partial<StoreStatus> = {},
    timeOverrides: Partial<Time> = {},
    outbox = noOutbox,
    uplinks: readonly UplinkReading[] = [],
    disk = diskSpaceOf(folder()),
  ): Health =>
    createHealth({
      store: { ...store, status: () => ({ ...store.status(), ...status }) },
      retentionDays: () => 400,
      ports: { statuses: () => states.map(port) },
      outbox,
      uplinks: () => uplinks,
      previousStores: () => ({ count: 0, bytes: 0 }),
      disk: () => disk,
      memoryBytes: () => 80_000_000,
      wear: noWear,
      time: createTestTime(clock, timeOverrides),
      version: '1.2.3',
    });

  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([{ kind: 'user', v: userOf('admin') }]);
  });
  afterEach(() => store.close());

  it('a disk without room is degraded before the first write is refused', () => {
    const statusOf = (freeBytes: number): string =>
      health([], {}, {}, noOutbox, [], { freeBytes, totalBytes: 32e9 }).brief().status;
    expect([statusOf(1e9), statusOf(60e6), statusOf(0)]).to.deep.equal(['ok', 'degraded', 'degraded']);
  });

  it('health is ok while the store can write, nothing is lost and every port is open or opening', () => {
    for (const states of [[], ['open'], ['open', 'opening']] as const) {
      expect(health(states).brief()).to.deep.equal({ status: 'ok', version: '1.2.3' });
    }
  });

  it('health is degraded if the store cannot write, entries are lost, a port is not open or the clock is untrusted', () => {
    const degraded = [
      health([], { writable: false, reason: 'ENOSPC' }),
      health([], { losses: ['entry 3 is missing'] }),
      health([], {}, { quality: () => 'none', reason: () => clockMessages.set() }),
      ...(['busy', 'absent', 'error'] as const).map((state) => health(['open', state])),
    ];
    for (const each of degraded) {
      expect(each.brief()).to.deep.equal({ status: 'degraded', version: '1.2.3' });
      expect(each.full(userOf('admin'))).to.include({ status: 'degraded' });
    }
  });

  it('health is degraded for a day after alerts were not sent, and names the device to those who see it', () => {
    const at = new Date(clock.now()).toISOString();
    const unsent = { count: 3, since: at, last: at, deviceId: 'bus' };
    const withUnsent = health([], {}, {}, () => ({ ...noOutbox(), unsent }));
    expect(withUnsent.brief().status).to.equal('degraded');
    expect(withUnsent.full(userOf('admin')).outbox.unsent).to.deep.equal(unsent);
    const other = userOf('guard', { deviceId: 'van' });
    expect(withUnsent.full(other).outbox.unsent).to.deep.equal({ ...unsent, deviceId: null });
  });

  it('health is degraded while an uplink is stopped, late, refused or has lost entries; restricted users do not see it', () => {
    const idle: UplinkReading = {
      ...{ name: 'center', type: 'rest', state: 'idle', reason: null, connected: true, lastAcknowledgement: null },
      ...{ lastError: null, forwarded: 0, repeated: 0, dropped: 0, deadLetters: 0 },
      behind: { records: 0, oldest: null },
      totals: { refused: 0, bytes: 0, sink: {} },
    };
    const withUplink = (own: Partial<UplinkReading>): Health => health([], {}, {}, noOutbox, [{ ...idle, ...own }]);
    const hoursAgo = (hours: number): string => new Date(clock.now() - hours * 3_600_000).toISOString();
    for (const well of [
      {},
      { state: 'connecting', connected: false, behind: { records: 9, oldest: hoursAgo(24) } },
      { state: 'disabled', deadLetters: 3 },
    ] as const)
      expect(withUplink(well).brief().status, JSON.stringify(well)).to.equal('ok');
    for (const bad of [
      { state: 'stopped', reason: 'wrong key' },
      { behind: { records: 9, oldest: hoursAgo(26) } },
      { deadLetters: 1 },
      { dropped: 1 },
    ] as const) {
      const degraded = withUplink(bad);
      expect(degraded.brief().status, JSON.stringify(bad)).to.equal('degraded');
      const [shown] = degraded.full(userOf('admin')).uplinks ?? [];
      expect(shown).to.deep.include({ name: 'center', needsAttention: true });
      expect(degraded.full(userOf('guard', { deviceId: 'van' }))).to.not.have.property('uplinks');
    }
  });

  it('full health includes brief health and the reasons', () => {
    clock.advance(61_400);
    const full = health(['open', 'busy', 'opening'], { losses: ['entry 3 is missing'] }).full(userOf('admin'));
    expect(full.store).to.deep.equal({ ...store.status(), losses: ['entry 3 is missing'] });
    expect(full.serial).to.deep.equal({ ports: 3, open: 1, unknownDevices: 0 });
    expect(full.clock).to.deep.equal({
      now: '2026-11-21T08:01:01.400Z',
      upSeconds: 61,
      quality: 'saved',
      reason: null,
      reasonData: null,
    });
    expect(full).to.include({ status: 'degraded', version: '1.2.3' });
  });

  it('brief health has the reason if there are no users left', async () => {
    await store.close();
    const empty = await openTestStore(mkdtempSync(`${folder()}/`));
    const withoutUsers = createHealth({
      store: { ...empty, status: () => ({ ...empty.status(), writable: false, reason: 'nothing can be read' }) },
      retentionDays: () => 400,
      ports: { statuses: () => [] },
      outbox: noOutbox,
      uplinks: () => [],
      memoryBytes: () => 80_000_000,
      wear: noWear,
      previousStores: () => ({ count: 0, bytes: 0 }),
      disk: () => diskSpaceOf(folder()),
      time: createTestTime(clock),
      version: '1.2.3',
    });
    expect(withoutUsers.brief()).to.deep.equal({ status: 'degraded', version: '1.2.3', reason: 'nothing can be read' });
    await empty.close();
    store = await openTestStore(folder());
  });
});
