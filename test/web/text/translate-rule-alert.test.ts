import { expect } from 'chai';
import fc from 'fast-check';
import { createEvaluator } from '../../../src/domain/alert-rules/index.js';
import type { Progress, RuleRecord } from '../../../src/domain/alert-rules/rule-state.js';
import type { RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import { RULE_TYPE_NAMES, type RuleTypeName } from '../../../src/schema/alert-rules/rule-types.js';
import type { Location } from '../../../src/schema/records/location.js';
import { type Language, LANGUAGES, loadLanguage } from '../../../src/web/text/text.js';
import { ruleAlertText } from '../../../src/web/text/rule-alert.js';
import { translateRuleAlert } from '../../../src/web/text/translate-rule-alert.js';
import { alertRuleOf } from '../../support/store/zones.js';

const START = Date.parse('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;

/** What a device reports in a minute; `inside`: of the zone; `noFix`: without a position; `silence`: min without a report. */
type Minute = Partial<Location> & { readonly inside?: boolean; readonly noFix?: boolean; readonly silence?: number };

/** The texts that a rule raises on one report a minute. */
function raise(settings: RuleSettings, minutes: readonly Minute[], zone = 'Yard'): string[] {
  const { evaluate } = createEvaluator(alertRuleOf('rule', settings));
  const texts: string[] = [];
  let state: Progress | undefined;
  let previous: Location | undefined;
  for (const [index, { inside = false, noFix = false, silence, ...own }] of minutes.entries()) {
    const at = START + index * MINUTE_MS;
    const zones = new Set(inside ? ['yard'] : []);
    const location = { dateTime: new Date(at).toISOString(), latitude: 52.5, longitude: 5, ...own };
    const clock = { at, zones, near: () => zones, zoneName: () => zone };
    const record: RuleRecord =
      silence !== undefined
        ? { ...clock, silence: silence * MINUTE_MS }
        : noFix
          ? clock
          : { ...clock, location, previous };
    const step = evaluate(state, record);
    ({ state } = step);
    if (record.location !== undefined) previous = record.location;
    texts.push(...step.alerts.map(({ text }) => text));
  }
  return texts;
}

const ZONE: RuleSettings = { type: 'zone', zones: ['yard'], kind: 'allowed', when: 'both', minimumStay: 0 };
const SPEED: RuleSettings = { type: 'speed', limit: 25, minimumDuration: 0 };
const IDLE: RuleSettings = { type: 'idle', minutes: 30, radius: 50 };
const SILENT: RuleSettings = { type: 'silent', minutes: 10 };
const NO_FIX: RuleSettings = { type: 'noFix', minutes: 10 };
const BATTERY: RuleSettings = { type: 'battery', percent: 20, hysteresis: 5 };
const FUEL: RuleSettings = { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 };
const COLD: RuleSettings = {
  ...{ type: 'temperature', sensor: 'temperature', above: 5, below: -20.5, hysteresis: 1 },
  minimumDuration: 0,
};
const stay = (minutes: number, minute: Minute): Minute[] => Array.from({ length: minutes }, () => minute);

/** All that each type can raise. */
const RAISED: Readonly<Record<RuleTypeName, () => string[]>> = {
  zone: () => [
    ...raise(ZONE, [{}, { inside: true }, {}]),
    ...raise(ZONE, [{}, { inside: true, speed: 4 }, { speed: 25 }]),
  ],
  speed: () => raise(SPEED, [{ speed: 20 }, { speed: 25.5 }]),
  idle: () => raise(IDLE, stay(40, { speed: 0 })),
  silent: () => raise(SILENT, [{}, { silence: 12 }]),
  noFix: () => raise(NO_FIX, [{}, ...stay(20, { noFix: true })]),
  temperature: () => [
    ...raise(COLD, [{ temperature: 2 }, { temperature: 7.2 }]),
    ...raise(COLD, [{ temperature: 2 }, { temperature: -21.25 }]),
  ],
  fuel: () => [
    ...raise(FUEL, [{ fuel: 60 }, { fuel: 45 }]),
    ...raise({ ...FUEL, direction: 'up' }, [{ fuel: 45 }, { fuel: 60.5 }]),
  ],
  battery: () => raise(BATTERY, [{ battery: 50 }, { battery: 8 }]),
  input: () => [
    ...raise({ type: 'input', input: 1, on: true }, [{ inputs: [false] }, { inputs: [true] }]),
    ...raise({ type: 'input', input: 4, on: false }, [
      { inputs: [false, false, false, true] },
      { inputs: [false, false, false, false] },
      { inputs: [false, false, false, false] },
    ]),
  ],
};

const all = (): string[] => RULE_TYPE_NAMES.flatMap((type) => RAISED[type]());

const languages = Object.keys(LANGUAGES).filter((name): name is Exclude<Language, 'en'> => name !== 'en');

describe('translateRuleAlert', () => {
  before(() => Promise.all(languages.map(loadLanguage)));

  it('its texts are exactly those that the nine types of rules raise', () => {
    for (const type of RULE_TYPE_NAMES) expect(RAISED[type](), type).not.to.deep.equal([]);
    const raised = new Set(all().map((text) => text.replace(/-?\d+(\.\d+)?/g, '#')));
    const known = Object.values(ruleAlertText.english).map((text) =>
      text.replace(/\{(\w+)\}/g, (_whole, name) => (name === 'zone' ? 'Yard' : '#')),
    );
    expect([...raised].sort()).to.deep.equal(known.sort());
  });

  for (const language of languages) {
    it(`every text that a rule raises is shown in ${LANGUAGES[language]}`, () => {
      for (const text of all()) expect(translateRuleAlert(text, language), text).not.to.equal(text);
      expect(all().filter((text) => translateRuleAlert(text, 'en') !== text)).to.deep.equal([]);
    });
  }

  it('numbers are written as the language writes them, and the name of a zone stays', () => {
    expect(all().map((text) => translateRuleAlert(text, 'de'))).to.deep.equal([
      ...['Einfahrt in Yard', 'Verlassen von Yard', 'Einfahrt in Yard, 14 km/h', 'Verlassen von Yard, 90 km/h'],
      ...['92 km/h, Grenze 90 km/h', 'seit 30 min keine Bewegung', 'seit 12 min keine Meldung'],
      ...['seit 10 min keine Position', '7,2 °C, Grenze 5 °C', '-21,25 °C, Grenze -20,5 °C'],
      ...['Tank von 60 % auf 45 %', 'Tank von 45 % auf 60,5 %', 'Batterie 8 %', 'Eingang 1 ein', 'Eingang 4 aus'],
    ]);
    expect(translateRuleAlert('no report for 10080 min', 'de')).to.equal('seit 10.080 min keine Meldung');
    expect(translateRuleAlert('no report for 10080 min', 'en')).to.equal('no report for 10,080 min');
  });

  it('zones of any name, speeds and temperatures of any size are found', () => {
    const number = fc.double({ min: -200, max: 4_000, noNaN: true });
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 64 }), number, (name, value) => {
        const [entered = '', left = ''] = raise(ZONE, [{}, { inside: true, speed: Math.abs(value) }, {}], name);
        expect(translateRuleAlert(entered, 'es')).to.satisfy((text: string) => text.startsWith(`entró en ${name}, `));
        expect(translateRuleAlert(left, 'es')).to.equal(`salió de ${name}`);
        for (const text of raise(COLD, [{ temperature: 0 }, { temperature: value }]))
          expect(translateRuleAlert(text, 'es')).to.match(/^-?[\d.,]+ °C, límite -?[\d,]+ °C$/);
      }),
    );
  });

  it('the name of a zone that is a sentence of the gateway, or ends like a speed, stays', () => {
    const [entered = ''] = raise(ZONE, [{}, { inside: true, speed: 4 }], 'Bay 2, 30 km/h');
    expect(translateRuleAlert(entered, 'nl')).to.equal('Bay 2, 30 km/h binnengereden, 14 km/h');
    const [zones = ''] = raise(ZONE, [{}, { inside: true }], 'zones $& {zone}');
    expect(translateRuleAlert(zones, 'fr')).to.equal('entrée dans zones $& {zone}');
  });

  it('another text stays as it is', () => {
    for (const text of ['battery low', 'input A on', '', 'prefix battery 8 %'])
      expect(translateRuleAlert(text, 'es')).to.equal(text);
  });
});
