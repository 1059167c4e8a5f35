import { expect } from 'chai';
import fc from 'fast-check';
import { createLogBudget, logBudgetBytes } from '../../src/domain/log-budget.js';

const MIB = 1_048_576;
const DAY = 86_400_000;
/** A tenth of it is 100 MiB: 50 at once, and 50 over 100 days. */
const retention = { days: 100, bytes: 1_000 * MIB };

describe('createLogBudget', () => {
  it('an owner may use a fifth of what can be used at once, and another owner has room next to them', () => {
    const budget = createLogBudget({ retention, now: 0 });
    const use = (owner: string): number => {
      let used = 0;
      while (budget.take(owner, 65_536, { now: 0 }) === undefined) used += 65_536;
      return used;
    };
    expect(use('user ada')).to.be.within(9.9 * MIB, 10 * MIB);
    expect(use('user bob')).to.be.within(7.9 * MIB, 8 * MIB);
    expect(budget.hasRoom('user ada', 0)).to.equal(false);
    expect(budget.hasRoom('admin', 0)).to.equal(true);
  });

  it('an owner has room again after the time that the refusal names', () => {
    const budget = createLogBudget({ retention, now: 0 });
    while (budget.take('user ada', 65_536, { now: 0 }) === undefined);
    const ms = budget.take('user ada', 65_536, { now: 0 }) ?? NaN;
    // 50 MiB in 100 days are 6 bytes a second.
    expect(ms).to.be.within(60_000, 4 * 3_600_000);
    expect(budget.take('user ada', 65_536, { now: ms - 60_000 })).to.be.greaterThan(0);
    expect(budget.take('user ada', 65_536, { now: ms + 1 })).to.equal(undefined);
  });

  it('a part of the share is used up before the share', () => {
    const budget = createLogBudget({ retention, now: 0 });
    while (budget.take('port a', 65_536, { now: 0, part: 1 / 4 }) === undefined);
    expect(budget.used(0).get('port a')).to.be.within(2.9 * MIB, 3 * MIB);
    expect(budget.take('port a', 65_536, { now: 0 })).to.equal(undefined);
  });

  it('bytes that were not written are given back', () => {
    const budget = createLogBudget({ retention, now: 0 });
    budget.take('user ada', 1_000, { now: 0 });
    budget.add('user ada', -1_000, 0);
    expect([...budget.used(0)]).to.deep.equal([]);
  });

  it('what was used before a restart counts, less what came back since', () => {
    const used = new Map([['user ada', 10 * MIB]]);
    const budget = createLogBudget({ retention, used, now: -10 * DAY });
    expect(budget.used(0).get('user ada')).to.be.closeTo(5 * MIB, 1);
  });

  it('retention without limits has the budget of the default, and a small one can still be managed', () => {
    expect(logBudgetBytes({ bytes: 0 })).to.equal(858_993_459.2);
    expect(logBudgetBytes({ bytes: 65_536 })).to.equal(MIB);
    const budget = createLogBudget({ retention: { days: 0, bytes: 0 }, now: 0 });
    expect(budget.take('user ada', 64 * MIB, { now: 0 })).to.equal(undefined);
  });

  it('all owners together never use more than a tenth of the log in the days that it is kept', () => {
    const step = fc.record({
      owner: fc.integer({ min: 0, max: 40 }),
      bytes: fc.integer({ min: 1, max: MIB }),
      pauseMs: fc.integer({ min: 0, max: DAY }),
      repeats: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const budget = createLogBudget({ retention, now: 0 });
        let written = 0;
        let now = 0;
        for (const { owner, bytes, pauseMs, repeats } of steps) {
          now += pauseMs;
          for (let i = 0; i < repeats; i++) {
            if (budget.take(`user ${owner}`, bytes, { now }) === undefined) written += bytes;
          }
        }
        expect(written).to.be.at.most(50 * MIB + (50 * MIB * now) / (100 * DAY) + 1);
      }),
      { numRuns: 200 },
    );
  });

  it('ordinary use stays within the default', () => {
    const budget = createLogBudget({ retention: { days: 400, bytes: 8_589_934_592 }, now: 0 });
    const uses: (readonly [owner: string, bytes: number, times: number])[] = [
      ['user importer', 400, 500],
      ['user editor', 6_000, 200],
      ['user provisioner', 8_000, 200 * 3],
      ['port ais', 400, 10_000],
      ['user admin', 2_000, 100],
    ];
    for (const [owner, bytes, times] of uses) {
      for (let i = 0; i < times; i++) expect(budget.take(owner, bytes, { now: i }), owner).to.equal(undefined);
    }
  });
});
