import { expect } from 'chai';
import fc from 'fast-check';
import { failure, success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT, type ProtocolSession } from '../../../src/protocols/protocol.js';
import { teltonika } from '../../../src/protocols/teltonika/index.js';
import { imei } from '../../../src/simulator/queclink/frames.js';
import { createTeltonikaTracker } from '../../../src/simulator/teltonika/tracker.js';
import type { SimulatedResult, Tracker } from '../../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const vehicle = createVehicle({ seed: 1 });
const deviceId = imei('86100000', 1);

/** What happens to what a tracker sends, and to the reply. */
type Fault = 'none' | 'lost' | 'full' | 'reply lost' | 'cut off';

/** A tracker and a gateway with a fault for each thing that the tracker sends. */
function createLink(faults: readonly Fault[], isDatagram: boolean) {
  const link = {
    now: 0,
    sent: [] as Buffer[],
    stored: new Set<string>(),
    settled: [] as SimulatedResult[],
    commands: [] as string[],
    session: undefined as ProtocolSession | undefined,
    tracker: undefined as Tracker | undefined,
    reconnectAt: Infinity,
  };
  const remaining = [...faults];
  const context = isDatagram ? ({ ...NULL_CONTEXT, isDatagram: true } as const) : NULL_CONTEXT;
  const tracker = createTeltonikaTracker({
    deviceId,
    ...(isDatagram && { isDatagram: true }),
    send: (bytes) => void link.sent.push(Buffer.from(bytes)),
    now: () => link.now,
    random: () => 0.5,
    onSettled: (settled) => void link.settled.push(settled),
    onCommand: (command) => void link.commands.push(command),
    disconnect: (ms) => (link.reconnectAt = link.now + ms),
  });
  link.tracker = tracker;

  function connect(): void {
    link.reconnectAt = Infinity;
    link.sent = [];
    link.session = teltonika.open(createCounters(), context);
    tracker.onConnect?.();
  }

  function deliver(bytes: Buffer): void {
    const fault = remaining.shift() ?? 'none';
    if (fault === 'cut off') link.reconnectAt = link.now;
    if (fault === 'lost' || fault === 'cut off') return;
    for (const message of link.session?.push(bytes, T0) ?? []) {
      if (message.type === 'records' && fault !== 'full') {
        for (const { dateTime } of [...message.locations, ...message.alerts]) link.stored.add(dateTime);
      }
      const stored = success({ accepted: 1, duplicates: 0 });
      const reply = link.session?.reply(message, fault === 'full' ? failure('store_unavailable', 'disk full') : stored);
      if (reply !== undefined && fault !== 'reply lost') tracker.onData(Buffer.from(reply));
    }
  }

  connect();
  return {
    ...link,
    tracker,
    settled: link.settled,
    command: (bytes: Uint8Array) => {
      tracker.onData(bytes);
    },
    session: () => link.session,
    /** Delivers what was sent, and lets 100 ms pass. */
    step() {
      for (let bytes = link.sent.shift(); bytes !== undefined; bytes = link.sent.shift()) deliver(bytes);
      link.now += 100;
      if (link.now >= link.reconnectAt) connect();
      tracker.tick();
    },
  };
}

describe('createTeltonikaTracker', () => {
  for (const isDatagram of [false, true]) {
    it(`every record is stored over any faulty ${isDatagram ? 'datagrams' : 'connection'}, and kept until then`, () => {
      const fault = fc.constantFrom<Fault>('none', 'none', 'lost', 'full', 'reply lost', 'cut off');
      fc.assert(
        fc.property(fc.array(fault, { maxLength: 40 }), (faults) => {
          const link = createLink(faults, isDatagram);
          for (let at = 0; at < 60; at += 1) {
            const fix = vehicle.fixAt(T0 + 1_000 * at);
            if (at % 20 === 19) link.tracker.alert({ ...fix, dateTime: new Date(T0 + 1_000 * at + 500).toISOString() });
            link.tracker.report(fix);
            link.step();
            const acknowledged = link.settled.map(({ dateTime }) => dateTime);
            expect([...link.stored]).to.include.members(acknowledged);
          }
          for (let step = 0; step < 4_000 && link.tracker.kept() > 0; step += 1) link.step();
          expect(link.tracker.kept()).to.equal(0);
          expect(link.stored.size).to.equal(63);
          expect(link.settled).to.have.length(63);
          expect(link.settled.every(({ outcome }) => outcome === 'acknowledged')).to.equal(true);
        }),
        { seed: 20_261_121, numRuns: 100 },
      );
    });
  }

  it('a tracker carries out a command, and its response is the reply to it', () => {
    const link = createLink([], false);
    link.step();
    const encoded = link.session()?.command?.({ deviceId, bound: false, key: '', bytes: Buffer.from('getinfo') });
    if (encoded?.ok !== true) throw new Error('not encoded');
    link.command(Buffer.from(encoded.value.data));
    expect(link.commands).to.deep.equal(['getinfo']);
    const [reply] = link.session()?.push(link.sent[0] ?? Buffer.alloc(0), T0) ?? [];
    expect(reply).to.include({ type: 'reply', deviceId, ref: encoded.value.ref, text: 'getinfo: OK' });
  });
});
