import { expect } from 'chai';
import { createRuleRunner } from '../../../src/services/alert-rules/rule-runner.js';
import type { ClockQuality } from '../../../src/schema/system/clock.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import { silentLogger } from '../../../src/logger.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { alertRuleOf } from '../../support/store/zones.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const MINUTE = 60_000;

describe('a silent device', () => {
  async function createDepot(minutes?: number) {
    const clock = createTestClock();
    const store = createMemoryStore(() => clock);
    const alerts: string[] = [];
    store.subscribe((entries) => {
      for (const entry of entries) if (entry.kind === 'alert') alerts.push(entry.v.alert.text ?? '');
    });
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    await store.append([{ kind: 'device', v: deviceOf('new') }]);
    await store.append([
      { kind: 'alert-rule', v: alertRuleOf('rule', { type: 'silent', ...(minutes !== undefined && { minutes }) }) },
    ]);
    let quality: ClockQuality = 'ntp';
    let second = 0;
    const { timers, advance } = createTestTimers();

    function start() {
      const runner = createRuleRunner({
        ...{ store, timers, attentionNames: () => [], logger: silentLogger },
        time: createTestTime(clock, { quality: () => quality }),
        appendWithMessages: async (records, others = []) => {
          await store.append([...others, ...records]);
        },
      });
      runner.start();
      return runner;
    }
    let runner = start();
    return {
      alerts,
      store,
      setQuality: (next: ClockQuality) => (quality = next),
      async restart() {
        await runner.stop();
        runner = start();
      },
      /** The process is killed; the next one starts after these minutes. */
      async kill(minutes: number) {
        await runner.stop();
        clock.advance(minutes * MINUTE);
        runner = start();
      },
      changeRule: () =>
        store.append([
          {
            kind: 'alert-rule',
            v: {
              ...alertRuleOf('rule', { type: 'silent', minutes: 31 }),
              lastModified: new Date(clock.now()).toISOString(),
            },
          },
        ]),
      stop: () => runner.stop(),
      report(later = 0) {
        clock.advance(later);
        const location = fixAt((second += 60));
        const record: TrackerChange = {
          kind: 'location',
          v: { deviceId: 'bus', location, source: { protocol: 'json' } },
        };
        return runner.append([record]);
      },
      async wait(count: number) {
        for (let minute = 0; minute < count; minute += 1) {
          clock.advance(MINUTE);
          await advance(MINUTE);
        }
      },
    };
  }

  it('a device raises one alert after the time of the rule, and another one after its next report', async () => {
    const depot = await createDepot(12);
    await depot.report();
    await depot.wait(11);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(20);
    expect(depot.alerts).to.deep.equal(['no report for 12 min']);
    await depot.report();
    await depot.wait(13);
    expect(depot.alerts).to.have.lengthOf(2);
    await depot.stop();
  });

  it('a device without a time in the rule has its own: three times its usual interval, at least 10 minutes', async () => {
    const depot = await createDepot();
    for (let count = 0; count < 5; count += 1) {
      await depot.report();
      await depot.wait(5);
    }
    await depot.wait(9);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(2);
    expect(depot.alerts).to.deep.equal(['no report for 15 min']);
    await depot.stop();
  });

  it('a device is not silent while the clock is not trusted, or the gateway did not run', async () => {
    const depot = await createDepot(12);
    await depot.report();
    depot.setQuality('none');
    await depot.wait(30);
    expect(depot.alerts).to.deep.equal([]);
    await depot.restart();
    depot.setQuality('ntp');
    await depot.wait(11);
    expect(depot.alerts).to.deep.equal([]);
    await depot.stop();
  });

  it('a tracker that reports hourly is silent after some hours, and a restart forgets nothing', async () => {
    const depot = await createDepot();
    for (let count = 0; count < 4; count += 1) {
      await depot.report();
      await depot.wait(59);
    }
    await depot.report();
    await depot.restart();
    await depot.wait(1);
    await depot.report();
    await depot.wait(120);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(61);
    expect(depot.alerts).to.have.lengthOf(1);
    await depot.stop();
  });

  it('a tracker that reports each second is silent after ten minutes, and a restart forgets nothing', async () => {
    const depot = await createDepot();
    for (let count = 0; count < 30; count += 1) await depot.report(1_000);
    await depot.restart();
    await depot.report(1_000);
    await depot.wait(9);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(2);
    expect(depot.alerts).to.deep.equal(['no report for 10 min']);
    await depot.stop();
  });

  it('the time before a restart counts, and the time in which the gateway did not run does not', async () => {
    const depot = await createDepot(10);
    await depot.report();
    await depot.wait(6);
    await depot.kill(45);
    await depot.wait(3);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(3);
    expect(depot.alerts).to.have.lengthOf(1);
    await depot.stop();
  });

  it('a gateway that restarts again and again still finds a device silent', async () => {
    const depot = await createDepot(60);
    await depot.report();
    for (let round = 0; round < 12; round += 1) {
      await depot.wait(5);
      await depot.kill(1);
    }
    await depot.wait(8);
    // A kill loses at most a minute each.
    await depot.wait(12);
    expect(depot.alerts).to.have.lengthOf(1);
    await depot.stop();
  });

  it('a rule that is new raises nothing for the time before it, also after a restart', async () => {
    const depot = await createDepot(30);
    await depot.report();
    await depot.wait(20);
    await depot.changeRule();
    await depot.wait(5);
    await depot.kill(0);
    await depot.wait(20);
    expect(depot.alerts).to.deep.equal([]);
    await depot.wait(7);
    expect(depot.alerts).to.have.lengthOf(1);
    await depot.stop();
  });

  it('the running time is stored while a rule waits, once a minute at most, and not once all devices are silent', async () => {
    const depot = await createDepot(10);
    await depot.report();
    const before = depot.store.state.n;
    await depot.wait(10);
    expect(depot.store.state.n - before).to.be.within(8, 14);
    await depot.wait(2);
    const { n } = depot.store.state;
    await depot.wait(30);
    expect(depot.store.state.n).to.equal(n);
    await depot.stop();
  });
});
