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
});
