import { pino } from 'pino';
import { failure, success, valueOf } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import type { ProvisioningInput, ProvisioningView } from '../../../src/schema/provisioning/provisioning.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { Template } from '../../../src/schema/provisioning/template.js';
import type { LeaseHolder } from '../../../src/serial/port/lease.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { capabilitiesOf } from '../../../src/services/provisioning/capabilities.js';
import { createProvisioningSessions } from '../../../src/services/provisioning/sessions.js';
import { trackerKinds, type TrackerProtocol } from '../../../src/simulator/trackers/index.js';
import type { Tracker, ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import type { Store } from '../../../src/store/store.js';
import { createTestEdits } from '../gateway/test-edits.js';
import type { TestClock } from '../time/clock.js';
import { eventually } from '../gateway/eventually.js';
import { createTestTimers } from '../time/test-timers.js';
import { userOf } from '../api/users.js';
import { createTestTime } from '../time/test-time.js';

const tickMs = 50;

export type TestBenchOptions = {
  readonly store: Store;
  readonly clock: TestClock;
  readonly licenses?: number;
  /** default: that of `clock` */
  readonly accountNow?: () => number;
  /** what the ports decoded before the session; default: nothing */
  readonly statuses?: () => PortStatus[];
};

/** Provisioning with injected time: leased ports with simulated trackers attached. */
export function createTestBench({
  store,
  clock,
  licenses = 10,
  accountNow = clock.now,
  statuses = () => [],
}: TestBenchOptions) {
  const { timers, advance } = createTestTimers();
  const { edits, exclusive } = createTestEdits();
  const log: string[] = [];
  const borrowers = new Map<string, LeaseHolder>();
  const plugged = new Map<string, Tracker>();
  const muted = new Set<string>();
  const openCounts = new Map<string, number>();
  const sent: string[] = [];
  const devices = createDevices({ store, time: createTestTime(clock), licenses: () => licenses, edits, exclusive });
  const technician = userOf('technician', { privileges: ['provision'] });

  const provisionings = createProvisioningSessions({
    store,
    devices,
    capabilities: capabilitiesOf(protocols),
    time: createTestTime(clock, { accountNow }),
    timers,
    random: () => 0.5,
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    edits,
    ports: {
      statuses,
      acquireLease(path, _protocol, borrower) {
        if (borrowers.has(path)) return failure('conflict', `${path} is in provisioning already`);
        borrowers.set(path, borrower);
        if (plugged.has(path)) borrower.onOpen(115_200);
        return success({
          isOpen: () => plugged.has(path),
          openCount: () => openCounts.get(path) ?? 0,
          write(data) {
            sent.push(Buffer.from(data).toString('latin1'));
            if (!muted.has(path)) plugged.get(path)?.onData(Buffer.from(data));
            return plugged.has(path) ? Promise.resolve() : Promise.reject(new Error('not open'));
          },
          setBaudRate: () => Promise.resolve(),
          baudRates: [null],
          release() {
            borrowers.delete(path);
          },
        });
      },
    },
  });

  /** Advances the time, also for the trackers. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= tickMs) {
      clock.advance(tickMs);
      for (const tracker of plugged.values()) tracker.tick();
      await advance(tickMs);
    }
  }

  const look = (id: string): ProvisioningView => valueOf(provisionings.get(technician, id));

  return {
    provisionings,
    devices,
    technician,
    pass,
    log,
    /** all bytes sent to the trackers */
    sent,
    isLeased: (path: string): boolean => borrowers.has(path),
    plug(path: string, protocol: TrackerProtocol, deviceId: string, provisioningFault?: ProvisioningFault): Tracker {
      const tracker = trackerKinds[protocol].create({
        deviceId,
        now: timers.now,
        random: () => 0.5,
        onSettled: () => undefined,
        ...(provisioningFault && { provisioningFault }),
        send(bytes) {
          if (plugged.get(path) === tracker && !muted.has(path)) borrowers.get(path)?.onData(Buffer.from(bytes));
        },
      });
      plugged.set(path, tracker);
      openCounts.set(path, (openCounts.get(path) ?? 0) + 1);
      borrowers.get(path)?.onOpen(115_200);
      return tracker;
    },
    /** Unplugs the tracker from an adapter, which stays. */
    mute(path: string): void {
      muted.add(path);
    },
    unplug(path: string): void {
      plugged.delete(path);
      borrowers.get(path)?.onClose();
    },
    begin: async (
      template: Template,
      input: Partial<ProvisioningInput> & { ports: string[] },
    ): Promise<ProvisioningView> => {
      await store.append([
        { kind: 'user', v: technician },
        { kind: 'template', v: template },
      ]);
      return valueOf(await provisionings.create(technician, { template: template.id, ...input }));
    },
    look,
    /** Advances the time until the condition holds. Disk writes take real time. */
    until: (what: string, id: string, isSo: (view: ProvisioningView) => boolean): Promise<unknown> =>
      eventually(
        what,
        async () => {
          await pass(tickMs);
          return isSo(look(id));
        },
        { maxPauseMs: 2 },
      ),
  };
}
export type TestBench = ReturnType<typeof createTestBench>;
