import { expect } from 'chai';
import { createMutex } from '../../../src/mutex.js';
import { createQuarantine } from '../../../src/services/ingest/quarantine.js';
import { createLogBudgets } from '../../../src/services/system/log-budgets.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { diskFull } from '../../support/store/gated-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

const MIB = 1_048_576;

/** A quarantine whose ports have a budget of 2 MiB at once, of which one gets a fifth. */
function open() {
  const clock = createTestClock();
  const store = createMemoryStore(() => clock);
  const logBudgets = createLogBudgets({
    store,
    retention: { days: 400, bytes: 40 * MIB, uplinkBytes: 0 },
    time: createTestTime(clock),
    refusals: { note: () => undefined },
  });
  const { add } = createQuarantine({ store, logBudgets, exclusive: createMutex() });
  const report = async (id: string, at = 0, port = '/dev/a'): Promise<number | string | undefined> => {
    const dateTime = new Date(clock.now() + at).toISOString();
    const change: TrackerChange = {
      kind: 'location',
      v: { deviceId: id, location: { dateTime, latitude: 1, longitude: 2 }, source: { protocol: 'json', port } },
    };
    return add(id, [change]).catch((error: unknown) => (error as { code: string }).code);
  };
  return { store, report, logBudgets };
}

describe('the quarantine and the budget of the log', () => {
  it('a flood of invented ids on one port ends, and another port goes on', async () => {
    const { store, report } = open();
    const results = await Promise.all(Array.from({ length: 5_000 }, (_, i) => report(`u${i}`)));
    const stored = results.filter((result) => result === 1);
    // Ids that displace others get a quarter of what the port may use.
    expect(stored.length).to.be.within(1_000, 1_300);
    expect(results.filter((result) => result === 'rate_limited')).to.have.length(5_000 - stored.length);
    const { n } = store.state;
    expect(await report('one-more')).to.equal('rate_limited');
    expect(store.state.n).to.equal(n);
    expect(await report('elsewhere', 0, '/dev/b')).to.equal(1);
    expect(store.state.quarantine.devices.has('elsewhere')).to.equal(true);
  });

  it('the entries of displaced ids count against the port that displaces them', async () => {
    const { store, report } = open();
    for (let i = 0; i < 1_000; i++) await report(`u${i}`, 0, `/dev/${i % 20}`);
    let bytes = 0;
    let displaced = 0;
    store.subscribe((entries) => {
      for (const { kind, v } of entries) {
        bytes += JSON.stringify({ kind, v }).length + 110;
        if (kind === 'quarantine-removed') displaced += 1;
      }
    });
    await Promise.all(Array.from({ length: 5_000 }, (_, i) => report(`v${i}`, 0, '/dev/b')));
    expect(displaced).to.be.greaterThan(100);
    // Of the 2 MiB at once, a sixteenth of what is left.
    expect(bytes).to.be.lessThan((2 * MIB) / 16);
  });

  it('many records of one id leave room for a new id on the same port', async () => {
    const { report } = open();
    const results = [];
    for (let i = 0; i < 3_000; i++) results.push(await report('talker', i));
    expect(results.at(-1)).to.equal('rate_limited');
    expect(await report('new')).to.equal(1);
  });

  it('a report that was refused is stored when it is sent again, and never counts as a duplicate', async () => {
    const { report, logBudgets } = open();
    const port = { port: '/dev/a' };
    const filler = { kind: 'quarantined' as const, v: { kind: 'telemetry' as const, v: {} as never } };
    while (logBudgets.take(port, [filler]) === undefined);
    expect(await Promise.all([report('late'), report('late')])).to.deep.equal(['rate_limited', 'rate_limited']);
    logBudgets.giveBack(
      port,
      Array.from({ length: 100 }, () => filler),
    );
    expect(await report('late')).to.equal(1);
  });

  it('a failed write costs nothing', async () => {
    const { store, report, logBudgets } = open();
    store.refuse(diskFull());
    for (let i = 0; i < 3_000; i++) await report(`u${i}`);
    store.refuse();
    expect(logBudgets.hasRoom({ port: '/dev/a' })).to.equal(true);
    expect(await report('first')).to.equal(1);
  });
});
