import { expect } from 'chai';
import { createDeviceQueues } from '../../../src/services/alert-rules/device-queue.js';
import type { CompiledRules } from '../../../src/services/alert-rules/compiled-rules.js';
import type { DeviceView, Evaluated } from '../../../src/services/alert-rules/evaluated.js';
import { emptyState } from '../../../src/store/state/state.js';

/** Appends that the test ends. The visits name what a job was evaluated with. */
function createBench() {
  const state = emptyState();
  let compiled = {} as CompiledRules;
  const queues = createDeviceQueues({ state, compiled: () => compiled });
  const evaluated: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const seen = ({ visits }: DeviceView): string => Object.keys(visits).join() || 'nothing';

  return {
    state,
    evaluated,
    changeRules() {
      compiled = {} as CompiledRules;
    },
    /** The job leaves a visit of the zone `name`. */
    add(name: string, mayBeOvertaken = false): Promise<string> {
      const added = queues.add('bus', {
        evaluate(view): Evaluated {
          evaluated.push(`${name} after ${seen(view)}`);
          return {
            records: [],
            alerts: [],
            others: [],
            view: { ...view, visits: { [name]: '2026-11-20T08:00:00.000Z' } },
          };
        },
        append: () => ({
          stored: new Promise((resolve, reject) => ends.set(name, { resolve, reject })),
          mayBeOvertaken,
        }),
      });
      return added.then(
        () => 'stored',
        (error: unknown) => (error as Error).message,
      );
    },
    store(name: string) {
      state.zoneVisits.set('bus', { [`stored ${name}`]: '2026-11-20T08:00:00.000Z' });
      ends.get(name)?.resolve();
    },
    fail: (name: string) => ends.get(name)?.reject(new Error('the disk is full')),
  };
}

describe('the records of a device under alert rules', () => {
  it('a record does not wait for the disk: it is evaluated with what the one before leaves', async () => {
    const bench = createBench();
    const all = ['a', 'b', 'c'].map((name) => bench.add(name));
    expect(bench.evaluated).to.deep.equal(['a after nothing', 'b after a', 'c after b']);
    for (const name of ['a', 'b', 'c']) bench.store(name);
    expect(await Promise.all(all)).to.deep.equal(['stored', 'stored', 'stored']);
    void bench.add('d');
    expect(bench.evaluated.at(-1)).to.equal('d after stored c');
  });

  it('a record waits for one before it that may be stored later, as one with messages', async () => {
    const bench = createBench();
    const first = bench.add('a', true);
    const others = ['b', 'c'].map((name) => bench.add(name));
    expect(bench.evaluated).to.deep.equal(['a after nothing']);
    bench.store('a');
    expect(await first).to.equal('stored');
    expect(bench.evaluated).to.deep.equal(['a after nothing', 'b after stored a', 'c after b']);
    for (const name of ['b', 'c']) bench.store(name);
    expect(await Promise.all(others)).to.deep.equal(['stored', 'stored']);
  });

  it('after a failure, a record is evaluated with what is stored, once the others are settled', async () => {
    const bench = createBench();
    const [a, b] = [bench.add('a'), bench.add('b')];
    bench.fail('a');
    expect(await a).to.equal('the disk is full');
    const c = bench.add('c');
    expect(bench.evaluated).to.deep.equal(['a after nothing', 'b after a']);
    bench.store('b');
    expect(await b).to.equal('stored');
    expect(bench.evaluated.at(-1)).to.equal('c after stored b');
    bench.store('c');
    expect(await c).to.equal('stored');
  });

  it('a record waits when the rules or the registration change while others are under way', async () => {
    const bench = createBench();
    const a = bench.add('a');
    bench.changeRules();
    const b = bench.add('b');
    expect(bench.evaluated).to.deep.equal(['a after nothing']);
    bench.store('a');
    await a;
    expect(bench.evaluated.at(-1)).to.equal('b after stored a');
    bench.state.registrations.set('bus', 7);
    const c = bench.add('c');
    expect(bench.evaluated).to.have.lengthOf(2);
    bench.store('b');
    await b;
    expect(bench.evaluated.at(-1)).to.equal('c after stored b');
    bench.store('c');
    expect(await c).to.equal('stored');
  });
});
