import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ProvisioningView, UnitResult } from '../../src/schema/provisioning/provisioning.js';
import type { TrackerProtocol } from '../../src/simulator/trackers/index.js';
import { createBenchTrackers, type BenchTracker } from '../support/provisioning/tracker-bench.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { createTechnician } from '../support/provisioning/provisioning-client.js';
import { killAll } from '../support/gateway/waypost.js';

/** Trackers with two sets of settings, which they get in turn. */
const BENCHES = [
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
] as const satisfies readonly { protocol: TrackerProtocol; deviceId: string; settings: readonly [object, object] }[];

/** The interruption happens at every Nth message; 1: at all of them. */
const STRIDE = Number(process.env.WAYPOST_PROVISIONING_STRIDE ?? 12);

describe('provisioning interrupted at any message to the tracker', function () {
  this.timeout(900_000);
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
    await eventually(
      'the tracker is done',
      async () => {
        result = (await technician.look(id)).results.findLast(({ outcome }) => outcome !== 'interrupted');
        return result !== undefined;
      },
      120_000,
    );
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

  for (const { protocol, deviceId, settings } of BENCHES) {
    it(`a ${protocol} tracker unplugged at any message, with or without its power, is finished when it is back`, async () => {
      const tracker = trackers.plug({ folder: folder(), protocol, deviceId });
      await serve(tracker);
      templates = await makeTemplates(protocol, settings);
      const length = await countMessages(tracker);
      for (let step = 1, turn = 2; step <= length; step += STRIDE, turn += 1) {
        tracker.onceHeard(step, () => {
          tracker.line.unplug();
          if (turn % 2 === 0) tracker.restart();
          tracker.line.replug();
        });
        const { id } = await startSession(tracker, turn);
        const { outcome, message } = await resultOf(id);
        await technician.end(id);
        expect(outcome, `${protocol} at message ${step}: ${message ?? ''}`).to.equal('verified');
        await expectConfigured(tracker, turn, `${protocol} at message ${step}`);
      }
    });

    it(`a gateway killed at any message to a ${protocol} tracker finishes it after its restart`, async () => {
      const tracker = trackers.plug({ folder: folder(), protocol, deviceId });
      await serve(tracker);
      templates = await makeTemplates(protocol, settings);
      const length = await countMessages(tracker);
      for (let step = 1, turn = 2; step <= length; step += STRIDE, turn += 1) {
        const killed = new Promise<void>((resolve) => {
          tracker.onceHeard(step, () => {
            void gateway.end('SIGKILL').then(() => {
              resolve();
            });
          });
        });
        // Without a response, because the gateway was killed before it, the client looks up the running session.
        const started = await startSession(tracker, turn).catch(() => undefined);
        await killed;
        await serve(tracker);
        const id = started?.id ?? (await technician.underWay());
        const { outcome, message } = await resultOf(id);
        await technician.end(id);
        expect(['verified', 'unchanged'], `${protocol} at message ${step}: ${message ?? ''}`).to.include(outcome);
        await expectConfigured(tracker, turn, `${protocol} at message ${step}`);
      }
    });
  }
});
