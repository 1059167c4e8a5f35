import { expect } from 'chai';
import fc from 'fast-check';
import type { Receive } from '../../../src/domain/report.js';
import { isRecord, keyOf, type RecordChange } from '../../../src/domain/records/record.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import type { TrackerMessage } from '../../../src/protocols/protocol.js';
import { createDevices } from '../../../src/services/devices/devices.js';
import { createIngest } from '../../../src/services/ingest/ingest.js';
import { EPOCH, fix, hello, openWpt } from '../../support/protocols/wpt.js';
import { deviceOf } from '../../support/store/records.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';

const ID = 'trk-1';
const WINDOW = 16;
const PORTS = ['/dev/ttyUSB0', '/dev/ttyUSB1'] as const;
/** Longer than a tracker counts as live. */
const LONG_MS = 61_000;

/** A gateway with one device, and two ports that speak WPT. */
function createDepot() {
  const clock = createTestClock();
  const time = createTestTime(clock);
  const store = createMemoryStore(() => clock);
  const keys = new Set<string>();
  /** by number: the records of the epoch that are stored */
  const stored = new Set<number>();
  const alerts: string[] = [];
  const refused: string[] = [];
  store.subscribe((entries) => {
    for (const entry of entries) {
      if (isRecord(entry)) keys.add(keyOf(entry));
      if (entry.kind === 'alert') alerts.push(...entry.v.alert.alerts);
      if (entry.kind === 'location' && entry.v.sequence?.epoch === EPOCH) stored.add(entry.v.sequence.seq);
    }
  });
  const history = { hasRecord: (record: RecordChange) => keys.has(keyOf(record)) } as never;

  function start(): { receive: Receive; sessions: readonly ReturnType<typeof openWpt>[] } {
    const devices = createDevices({ store: { ...store, history }, time, licenses: () => 2, ...createTestEdits() });
    const refusals = { note: (kind: string) => void refused.push(kind) };
    const receive = createIngest({ store: { ...store, history }, append: store.append, devices, time, refusals });
    return { receive, sessions: PORTS.map(() => openWpt()) };
  }

  let running = start();
  async function receiveFrom(port: number, message: TrackerMessage) {
    const session = running.sessions[port]?.session;
    if (message.type === 'hello' || message.type === 'records') {
      const { deviceId = ID } = message;
      const source = { protocol: 'wpt', port: PORTS[port] ?? '' };
      const own = message.type === 'hello' ? { resume: message.resume } : { sequence: message.sequence };
      const { locations, alerts: raised } = message.type === 'hello' ? { locations: [], alerts: [] } : message;
      const report = { deviceId, locations, alerts: raised, source, bound: false, ...own };
      return session?.reply(message, await running.receive(report as never)) ?? '';
    }
    return session?.reply(message, { ok: true, value: { accepted: 0, duplicates: 0 } }) ?? '';
  }

  return {
    clock,
    stored,
    alerts,
    refused,
    setUp: () => store.append([{ kind: 'device', v: deviceOf(ID) }]),
    restart() {
      running = start();
    },
    /** the reply to a line on a port */
    async send(port: number, line: string): Promise<string> {
      // The session limits its replies to one a second.
      clock.advance(1_000);
      for (const { world } of running.sessions) world.now += 1_000;
      let reply = '';
      for (const message of running.sessions[port]?.say(line) ?? []) reply += String(await receiveFrom(port, message));
      return reply;
    },
  };
}
type Depot = ReturnType<typeof createDepot>;

/** A tracker that follows the specification, and checks that what it may delete is stored. */
function createTrueTracker(depot: Depot, port: number) {
  let oldest = 1;
  let next = 1;
  const violations: string[] = [];

  function settle(what: string, seq: number): void {
    for (; oldest <= seq && oldest < next; oldest++) {
      if (!depot.stored.has(oldest)) violations.push(`${what} ${seq} covers ${oldest}, which is not stored`);
    }
  }

  async function say(line: string): Promise<string> {
    const reply = await depot.send(port, line);
    for (const [, type = '', rest = ''] of reply.matchAll(/\$PWPT,(\w+),?([^*]*)\*/g)) {
      const fields = rest.split(',');
      if (type === 'ACK' && fields[0] === EPOCH) settle('ACK', Number(fields[1]));
      if (type === 'WEL' && fields[5] === EPOCH) settle('WEL', fields[6] === '' ? 0 : Number(fields[6]));
    }
    return reply;
  }

  const sayHello = (): Promise<string> => say(hello({ id: ID, next, oldest }));
  async function resend(): Promise<void> {
    for (let seq = oldest; seq < next; seq++) if ((await say(fix(seq))).includes('IDN')) await sayHello();
  }
  return {
    violations,
    sayHello,
    resend,
    async addFix(): Promise<void> {
      if (next - oldest < WINDOW) next += 1;
      await resend();
    },
    /** everything that it has is stored, with no forger left */
    async deliver(): Promise<boolean> {
      depot.clock.advance(LONG_MS);
      for (let round = 0; round < 4 && oldest < next; round++) {
        await sayHello();
        await resend();
      }
      return oldest === next;
    },
  };
}

describe('a forged WPT hello', () => {
  async function withRecords(count: number) {
    const depot = createDepot();
    await depot.setUp();
    const tracker = createTrueTracker(depot, 0);
    await tracker.sayHello();
    for (let seq = 1; seq <= count; seq++) await tracker.addFix();
    return { depot, tracker };
  }
  const forged = (oldest: number, next = oldest): string => hello({ id: ID, oldest, next });

  it('a hello cannot claim records that no tracker can have lost', async () => {
    const { depot, tracker } = await withRecords(1);
    expect(await depot.send(0, forged(900_000_000))).to.match(/ERR,HEL,AUTH,oldestSeq: /);
    expect(depot.refused).to.deep.equal(['sequence_jump']);
    expect(depot.alerts).to.deep.equal([]);
    await tracker.addFix();
    expect([...depot.stored]).to.deep.equal([1, 2]);
    expect(tracker.violations).to.deep.equal([]);
  });

  it('a hello from another port cannot claim lost records while the tracker is live', async () => {
    const { depot, tracker } = await withRecords(2);
    expect(await depot.send(1, forged(5))).to.match(/ERR,HEL,AUTH,trk-1 is sending on another port/);
    await tracker.addFix();
    depot.clock.advance(LONG_MS);
    expect(await depot.send(1, forged(6))).to.match(/WEL,.*,3,16,/);
    expect(depot.alerts).to.deep.equal(['seqLost']);
  });

  it('what a hello on the port of the tracker claims to be lost is asked for again, not acknowledged', async () => {
    const { depot, tracker } = await withRecords(2);
    expect(await depot.send(0, forged(500))).to.match(/WEL,.*,2,16,/);
    await tracker.addFix();
    expect([...depot.stored]).to.deep.equal([1, 2]);
    expect(await tracker.deliver()).to.equal(true);
    expect([...depot.stored]).to.deep.equal([1, 2, 3]);
    depot.restart();
    await tracker.sayHello();
    await tracker.addFix();
    expect([...depot.stored]).to.deep.equal([1, 2, 3, 4]);
    expect(tracker.violations).to.deep.equal([]);
  });

  it('a hello of an unknown epoch cannot make the tracker delete its records', async () => {
    const depot = createDepot();
    await depot.setUp();
    const tracker = createTrueTracker(depot, 0);
    await depot.send(0, forged(900_000_000));
    await tracker.addFix();
    await tracker.addFix();
    expect(await tracker.deliver()).to.equal(true);
    expect([...depot.stored]).to.deep.equal([1, 2]);
    expect(tracker.violations).to.deep.equal([]);
  });

  it('whatever a forger sends, every acknowledgement that the tracker gets covers only stored records', async () => {
    const number = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(0, 1_000, 900_000_000));
    const port = fc.constantFrom(0, 1);
    const step = fc.oneof(
      fc.record({ do: fc.constant('fix' as const) }),
      fc.record({ do: fc.constant('hello' as const) }),
      fc.record({ do: fc.constant('resend' as const) }),
      fc.record({ do: fc.constant('restart' as const) }),
      fc.record({ do: fc.constant('wait' as const) }),
      fc.record({ do: fc.constant('forge' as const), port, oldest: number, next: number }),
      fc.record({ do: fc.constant('poll' as const), port }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(0, 1), async (steps, own) => {
        const depot = createDepot();
        await depot.setUp();
        const tracker = createTrueTracker(depot, own);
        await tracker.sayHello();
        for (const one of steps) {
          if (one.do === 'fix') await tracker.addFix();
          else if (one.do === 'hello') await tracker.sayHello();
          else if (one.do === 'resend') await tracker.resend();
          else if (one.do === 'restart') depot.restart();
          else if (one.do === 'wait') depot.clock.advance(LONG_MS);
          else if (one.do === 'poll') await depot.send(one.port, encodeLine('TRQ', 1, 1));
          else await depot.send(one.port, forged(one.oldest, one.next));
        }
        expect(tracker.violations).to.deep.equal([]);
        // A forger delays the tracker, but does not lose its records.
        expect(await tracker.deliver()).to.equal(true);
        expect(tracker.violations).to.deep.equal([]);
      }),
      { numRuns: Number(process.env.WAYPOST_FORGED_RUNS ?? 300) },
    );
  });
});
