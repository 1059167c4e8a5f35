import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ProvisioningView, UnitResult } from '../../../src/schema/provisioning/provisioning.js';
import type { TrackerProtocol } from '../../../src/simulator/trackers/index.js';
import { createBenchTrackers, type BenchTracker } from './tracker-bench.js';
import { signIn, type Client } from '../api/client.js';
import { eventually } from '../gateway/eventually.js';
import { useFolder } from '../store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../gateway/gateway.js';
import { createTechnician } from './provisioning-client.js';
import { killAll } from '../gateway/waypost.js';

type Bench = {
  readonly protocol: TrackerProtocol;
  readonly deviceId: string;
  readonly settings: readonly [object, object];
};

/** Trackers with two sets of settings, which they get in turn. */
export const BENCHES = [
  {
    protocol: 'wpt',
    deviceId: 'box-1',
    settings: [
      { name: 'one', int: 30, led: true },
      { name: 'two', int: 60, led: false },
    ],
  },
  {
    protocol: 'queclink',
    deviceId: '860000000000017',
    settings: [
      { name: 'ONE', sendInterval: 90 },
      { name: 'TWO', sendInterval: 120 },
    ],
  },
  {
    protocol: 'ubx',
    deviceId: 'rover',
    settings: [
      { intervalMs: 200, navPvtUsb: 1 },
      { intervalMs: 500, navPvtUsb: 2 },
    ],
  },
  {
    protocol: 'meshtastic',
    deviceId: '0a000001',
    settings: [
      { longName: 'One', broadcastSecs: 3600 },
      { longName: 'Two', broadcastSecs: 7200 },
    ],
  },
] as const satisfies readonly Bench[];

/** The interruption happens at every Nth message; 1: at all of them. */
const STRIDE = Number(process.env.WAYPOST_PROVISIONING_STRIDE ?? 12);

/** A gateway and trackers for tests that interrupt provisioning. Call it in `describe`. */
export function useInterruptedTrackers() {
  const folder = useFolder();
  let trackers: ReturnType<typeof createBenchTrackers>;
  let gateway: Gateway;
  let client: Client;
  let templates: string[];
  const technician = createTechnician(() => client);

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    trackers = createBenchTrackers();
  });
  afterEach(() => {
    killAll();
    trackers.stop();
  });

  async function serve({ path, protocol }: BenchTracker): Promise<void> {
    const config = { serial: { ports: [{ path, protocol: protocol === 'ubx' ? 'auto' : protocol }] } };
    gateway = await startGateway({ folder: folder(), config, inheritsNothing: true });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
  }

  const makeTemplates = async (protocol: string, settings: readonly object[]): Promise<string[]> => {
    const made: string[] = [];
    for (const [n, one] of settings.entries()) {
      made.push(await technician.template({ name: `${protocol} ${n}`, protocol, settings: one }));
    }
    return made;
  };

  const startSession = ({ path }: BenchTracker, turn: number): Promise<ProvisioningView> =>
    technician.begin({ template: templates[turn % 2], ports: [path] });

  /** The final result of the tracker. */
  async function resultOf(id: string): Promise<UnitResult> {
    let result: UnitResult | undefined;
    await eventually('the tracker is done', async () => {
      result = (await technician.look(id)).results.findLast(({ outcome }) => outcome !== 'interrupted');
      return result !== undefined;
    });
    if (result === undefined) throw new Error('there is no result');
    return result;
  }

  /** The tracker has its settings, also after a power cut: nothing needs to be written. */
  async function expectConfigured(tracker: BenchTracker, turn: number, when: string): Promise<void> {
    tracker.restart();
    const { id } = await startSession(tracker, turn);
    const { outcome, message } = await resultOf(id);
    await technician.end(id);
    expect(outcome, `${when}: ${message ?? ''}`).to.equal('unchanged');
  }

  /** The number of messages to the tracker until it is verified. */
  async function countMessages(tracker: BenchTracker): Promise<number> {
    const before = tracker.writeCount();
    const { id } = await startSession(tracker, 1);
    const { outcome, message } = await resultOf(id);
    await technician.end(id);
    expect(outcome, message ?? '').to.equal('verified');
    return tracker.writeCount() - before;
  }

  /**
   * Provisions a tracker again and again, each time with its other settings, and calls `interrupt` for the interruption at
   * every message or every Nth. Each time, the tracker has to end with the settings.
   */
  async function interruptEach(
    { protocol, deviceId, settings }: Bench,
    interrupt: (tracker: BenchTracker, at: { step: number; turn: number; when: string }) => Promise<void>,
  ): Promise<void> {
    const tracker = trackers.plug({ folder: folder(), protocol, deviceId });
    await serve(tracker);
    templates = await makeTemplates(protocol, settings);
    const length = await countMessages(tracker);
    for (let step = 1, turn = 2; step <= length; step += STRIDE, turn += 1) {
      const when = `${protocol} at message ${step}`;
      await interrupt(tracker, { step, turn, when });
      await expectConfigured(tracker, turn, when);
    }
  }

  return { technician, startSession, resultOf, interruptEach, serve, kill: () => gateway.end('SIGKILL') };
}
