import { expect } from 'chai';
import fc from 'fast-check';
import { createEvaluator } from '../../../src/domain/alert-rules/index.js';
import type { Progress, RuleRecord, Step } from '../../../src/domain/alert-rules/rule-state.js';
import type { AlertRule, RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import type { Location } from '../../../src/schema/records/location.js';
import { alertRuleOf } from '../../support/store/zones.js';

const START = Date.parse('2026-11-21T08:00:00Z');

const evaluateRule = (rule: AlertRule, state: Progress | undefined, record: RuleRecord): Step =>
  createEvaluator(rule).evaluate(state, record);

/** A fix at a second; `inside`: in the zone `yard`; `near`: m from its edge. */
type Fix = Partial<Location> & { readonly s: number; readonly inside?: boolean; readonly near?: number };

function recordOf({ s, inside = false, near = Infinity, ...own }: Fix, previous?: Location): RuleRecord {
  const at = START + s * 1_000;
  return {
    at,
    location: { dateTime: new Date(at).toISOString(), latitude: 52.5, longitude: 5, ...own },
    previous,
    zones: new Set(inside ? ['yard'] : []),
    near: (meters) => new Set(inside || near <= meters ? ['yard'] : []),
    zoneName: () => 'Yard',
  };
}

/** The alerts that the fixes raise, as `second: name`; the state is kept as JSON between any two of them. */
function raise(settings: RuleSettings, fixes: readonly Fix[], restartAt: readonly number[] = []) {
  const rule = alertRuleOf('rule', settings);
  const alerts: string[] = [];
  const texts: string[] = [];
  let state: Progress | undefined;
  let changes = 0;
  let previous: Location | undefined;
  for (const [index, fix] of fixes.entries()) {
    if (restartAt.includes(index) && state !== undefined) state = JSON.parse(JSON.stringify(state)) as Progress;
    const record = recordOf(fix, previous);
    const step = evaluateRule(rule, state, record);
    if (step.state !== state) changes += 1;
    ({ state } = step);
    previous = record.location;
    for (const { name, text } of step.alerts) {
      alerts.push(`${fix.s}: ${name}`);
      texts.push(text);
    }
  }
  return { alerts, texts, changes, state };
}

const ZONE: RuleSettings = { type: 'zone', zones: ['yard'], kind: 'forbidden', minimumStay: 0 };
const SPEED: RuleSettings = { type: 'speed', limit: 20, minimumDuration: 10 };
const IDLE: RuleSettings = { type: 'idle', minutes: 5, radius: 50 };
const COLD: RuleSettings = {
  ...{ type: 'temperature', sensor: 'temperature', below: 2, above: 8, hysteresis: 1 },
  minimumDuration: 60,
};
const FUEL: RuleSettings = { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 };
const BATTERY: RuleSettings = { type: 'battery', percent: 20, hysteresis: 5 };
const INPUT: RuleSettings = { type: 'input', input: 1, on: true };

describe('a zone rule', () => {
  const enter: Fix[] = [{ s: 0 }, { s: 10, inside: true, speed: 4 }, { s: 20, inside: true }, { s: 30, near: 500 }];

  it('a forbidden area raises on entering, an allowed one on leaving, and both if asked to', () => {
    expect(raise(ZONE, enter)).to.deep.include({ alerts: ['10: ForbiddenArea'], texts: ['entered Yard, 14 km/h'] });
    const allowed = raise({ ...ZONE, kind: 'allowed' }, enter);
    expect(allowed).to.deep.include({ alerts: ['30: AllowedArea'], texts: ['left Yard'] });
    expect(raise({ ...ZONE, when: 'both' }, enter).alerts).to.deep.equal(['10: ForbiddenArea', '30: ForbiddenArea']);
  });

  it('the first fix sets the state and raises nothing', () => {
    expect(
      raise(ZONE, [
        { s: 0, inside: true },
        { s: 10, inside: true },
      ]).alerts,
    ).to.deep.equal([]);
  });

  it('a fix that jumps across the edge by less than its accuracy raises one alert', () => {
    const jitter = Array.from({ length: 50 }, (_, index): Fix => ({
      s: 10 + index,
      inside: index % 2 === 0,
      near: 30,
    }));
    const fixes = jitter.map((fix) => ({ ...fix, accuracy: 40 }));
    expect(raise({ ...ZONE, when: 'both' }, [{ s: 0 }, ...fixes]).alerts).to.deep.equal(['10: ForbiddenArea']);
    expect(raise({ ...ZONE, buffer: 10 }, [{ s: 0 }, ...fixes]).alerts).to.have.lengthOf(25);
  });

  it('a stay counts once it has lasted', () => {
    const rule: RuleSettings = { ...ZONE, minimumStay: 60 };
    expect(raise(rule, [{ s: 0 }, { s: 10, inside: true }, { s: 60 }, { s: 90, inside: true }]).alerts).to.deep.equal(
      [],
    );
    const stays = [{ s: 0 }, { s: 10, inside: true }, { s: 40, inside: true }, { s: 70, inside: true }];
    expect(raise(rule, stays).alerts).to.deep.equal(['70: ForbiddenArea']);
  });
});

describe('a speed rule', () => {
  it('a speed above the limit raises one alert after its duration, and another one after the next slow time', () => {
    const speeds = [15, 22, 23, 24, 24, 15, 15, 15, 22, 22, 22];
    const fixes = speeds.map((speed, index) => ({ s: index * 6, speed }));
    const { alerts, texts } = raise(SPEED, fixes);
    expect(alerts).to.deep.equal(['18: SpeedLimit', '60: SpeedLimit']);
    expect(texts[0]).to.equal('86 km/h, limit 72 km/h');
  });

  it('a peak that is shorter than the duration raises nothing', () => {
    const fixes = [15, 30, 15, 15, 30, 15].map((speed, index) => ({ s: index * 6, speed }));
    expect(raise(SPEED, fixes).alerts).to.deep.equal([]);
  });

  it('a rule for a zone holds only in it', () => {
    const rule: RuleSettings = { ...SPEED, zones: ['yard'], minimumDuration: 0 };
    const fixes = [
      { s: 0, speed: 30 },
      { s: 10, speed: 30 },
      { s: 20, speed: 30, inside: true },
    ];
    expect(raise(rule, fixes).alerts).to.deep.equal(['20: SpeedLimit']);
  });
});

describe('the other types of rule', () => {
  it('an idle device raises one alert after the time, and the next one after it has moved', () => {
    const at = (s: number, longitude: number, speed: number): Fix => ({ s, longitude, speed });
    const stands = [0, 100, 200, 301, 400, 900].map((s) => at(s, 5.0001 * 1 + (s % 200) / 1e6, 0.2));
    const moves = [1_000, 1_010, 1_020].map((s) => at(s, 5 + s / 10_000, 14));
    const again = [1_100, 1_300, 1_401].map((s) => at(s, 5.2, 0));
    const { alerts, texts, changes } = raise(IDLE, [...stands, ...moves, ...again]);
    expect(alerts).to.deep.equal(['301: NoMovementTime', '1401: NoMovementTime']);
    expect(texts[0]).to.equal('no movement for 5 min');
    expect(changes).to.be.below(7);
  });

  it('a device without a speed moves by the distance of its fixes', () => {
    const fixes = Array.from({ length: 20 }, (_, index) => ({ s: index * 30, longitude: 5 + index / 200 }));
    expect(raise(IDLE, fixes).alerts).to.deep.equal([]);
    expect(
      raise(
        IDLE,
        fixes.map(({ s }) => ({ s })),
      ).alerts,
    ).to.deep.equal(['300: NoMovementTime']);
  });

  it('a temperature raises what it has reached after its duration', () => {
    const values = [5, 1, 1.5, 1, 2.5, 5, 5, 9, 9, 9];
    const fixes = values.map((temperature, index) => ({ s: index * 40, temperature }));
    expect(raise(COLD, fixes).alerts).to.deep.equal(['120: TemperatureLowerThan', '360: TemperatureGreaterThan']);
    expect(
      raise(
        COLD,
        fixes.map(({ s }) => ({ s })),
      ).state,
    ).to.equal(undefined);
  });

  it('fuel that drops at once raises an alert, and consumption does not', () => {
    const theft = [80, 80, 79, 70, 66, 66].map((fuel, index) => ({ s: index * 60, fuel }));
    expect(raise(FUEL, theft)).to.deep.include({ alerts: ['180: FuelJumpDown'], texts: ['fuel from 80 % to 70 %'] });
    const consumption = Array.from({ length: 80 }, (_, index) => ({ s: index * 300, fuel: 80 - index }));
    expect(raise(FUEL, consumption).alerts).to.deep.equal([]);
    const filled = [20, 20, 60, 90].map((fuel, index) => ({ s: index * 60, fuel }));
    expect(raise(FUEL, filled).alerts).to.deep.equal([]);
    expect(raise({ ...FUEL, direction: 'up' }, filled).alerts).to.deep.equal(['120: FuelJumpUp', '180: FuelJumpUp']);
  });

  it('consumption does not hide a jump at any minute after it', () => {
    for (let minute = 1; minute <= 15; minute += 1) {
      const fuel = (at: number): number => (at < 5 ? 80 : at < 5 + minute ? 78 : 58);
      const fixes = Array.from({ length: 40 }, (_, at) => ({ s: at * 60, fuel: fuel(at) }));
      expect(raise(FUEL, fixes).alerts, `${minute} min`).to.deep.equal([`${(5 + minute) * 60}: FuelJumpDown`]);
    }
  });

  it('a battery around its limit raises one alert', () => {
    const fixes = [50, 20, 21, 20, 24, 19, 26, 20].map((battery, index) => ({ s: index * 60, battery }));
    expect(raise(BATTERY, fixes).alerts).to.deep.equal(['60: BatteryLow', '420: BatteryLow']);
  });

  it('an input that bounces raises one alert', () => {
    const inputs = [false, true, false, true, false, true].map((on, index) => ({ s: index, inputs: [on] }));
    expect(raise(INPUT, inputs).alerts).to.deep.equal(['1: Sensor1On']);
    const off = raise({ ...INPUT, on: false }, [
      { s: 0, inputs: [true] },
      { s: 9, inputs: [false] },
    ]);
    expect(off.alerts).to.deep.equal(['9: Sensor1Off']);
  });

  it('a device that reports without a fix raises one alert after the time', () => {
    const rule = alertRuleOf('rule', { type: 'noFix', minutes: 10 });
    let state: Progress | undefined;
    const names: string[] = [];
    for (const [s, hasFix] of [
      [0, true],
      [60, false],
      [500, false],
      [660, false],
      [900, false],
      [960, true],
    ] as const) {
      const { location, ...others } = recordOf({ s });
      const step = evaluateRule(rule, state, hasFix && location ? { ...others, location } : others);
      ({ state } = step);
      names.push(...step.alerts.map(({ name }) => `${s}: ${name}`));
    }
    expect(names).to.deep.equal(['660: GPSNoSignal']);
    expect(state?.level).to.equal('fix');
  });

  it('silence raises one alert, until the device reports', () => {
    const rule = alertRuleOf('rule', { type: 'silent', minutes: 12 });
    let state: Progress | undefined;
    const texts: string[] = [];
    for (const [minute, silence] of [
      [0, undefined],
      [11, 11],
      [12, 12],
      [13, 13],
      [14, undefined],
      [27, 13],
    ] as const) {
      const { location, ...others } = recordOf({ s: minute * 60 });
      expect(location).not.to.equal(undefined);
      const step = evaluateRule(rule, state, silence === undefined ? others : { ...others, silence: silence * 60_000 });
      ({ state } = step);
      texts.push(...step.alerts.map(({ name, text }) => `${minute} ${name} ${text}`));
    }
    expect(texts).to.deep.equal(['12 GPSOff no report for 12 min', '27 GPSOff no report for 13 min']);
  });
});

describe('every type of rule', () => {
  const rules = [ZONE, { ...ZONE, minimumStay: 30, when: 'both' }, SPEED, IDLE, COLD, FUEL, BATTERY, INPUT] as const;
  const fixes = fc
    .array(
      fc.record({
        step: fc.integer({ min: 1, max: 200 }),
        inside: fc.boolean(),
        near: fc.integer({ min: 0, max: 60 }),
        speed: fc.integer({ min: 0, max: 40 }),
        longitude: fc.integer({ min: 50_000, max: 50_020 }).map((value) => value / 10_000),
        temperature: fc.integer({ min: 0, max: 10 }),
        fuel: fc.integer({ min: 0, max: 100 }),
        battery: fc.integer({ min: 10, max: 40 }),
        inputs: fc.array(fc.boolean(), { minLength: 1, maxLength: 1 }),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((steps) => {
      let s = 0;
      return steps.map(({ step, ...fix }): Fix => ({ s: (s += step), ...fix }));
    });

  it('a restart between any two records changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rules), fixes, fc.array(fc.nat(60)), (rule, all, restarts) => {
        expect(raise(rule, all, restarts)).to.deep.equal(raise(rule, all));
      }),
    );
  });

  it('a record that is older than the state changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rules), fixes, fc.integer({ min: 1, max: 100_000 }), (rule, all, age) => {
        const { state } = raise(rule, all);
        if (state === undefined) return;
        const late = { ...recordOf(all[0] ?? { s: 0 }), at: state.at - age };
        const step = evaluateRule(alertRuleOf('rule', rule), state, late);
        expect(step).to.deep.equal({ state, alerts: [] });
        expect(step.state).to.equal(state);
      }),
    );
  });

  it('a record with nothing that the rule looks at changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(COLD, FUEL, BATTERY, INPUT, SPEED), fixes, (rule, all) => {
        const { state } = raise(rule, all);
        const last = (all.at(-1)?.s ?? 0) + 1;
        expect(evaluateRule(alertRuleOf('rule', rule), state, recordOf({ s: last }))).to.deep.equal({
          state,
          alerts: [],
        });
      }),
    );
  });
});
