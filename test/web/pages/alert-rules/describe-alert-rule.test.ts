import { expect } from 'chai';
import { RULE_TYPE_NAMES } from '../../../../src/schema/alert-rules/rule-types.js';
import { KNOWN_ALERTS } from '../../../../src/schema/records/alert-names.js';
import { type Language, LANGUAGES, loadLanguage } from '../../../../src/web/text/text.js';
import {
  describeAlertRule,
  describeHours,
  raisedBy,
} from '../../../../src/web/pages/alert-rules/describe-alert-rule.js';
import { ruleOf, wordsIn } from './rules.js';

const languages = Object.keys(LANGUAGES) as Language[];
const weekdays = { from: '06:00', to: '18:00', days: [1, 2, 3, 4, 5] };

describe('the sentence of an alert rule', () => {
  before(() => Promise.all(languages.map(loadLanguage)));

  it('the sentence states what raises an alert, for which devices and when', () => {
    const rule = ruleOf('speed', { activeHours: weekdays, zones: undefined });
    expect(describeAlertRule(rule, wordsIn('en'))).to.equal(
      'faster than 90 km/h for 10 seconds, all devices, Mon–Fri 06:00–18:00',
    );
    expect(describeAlertRule(rule, wordsIn('de'))).to.equal(
      'schneller als 90 km/h für 10 Sekunden, alle Geräte, Mo–Fr 06:00–18:00',
    );
    expect(describeAlertRule(rule, wordsIn('en', 'imperial'))).to.include('faster than 55.9 mph for');
  });

  const sentences: Readonly<Record<(typeof RULE_TYPE_NAMES)[number], readonly [english: string, german: string]>> = {
    zone: ['leaves Yard or Quay for 5 minutes', 'Verlassen von Yard oder Quay für 5 Minuten'],
    speed: ['faster than 90 km/h for 10 seconds in Yard', 'schneller als 90 km/h für 10 Sekunden in Yard'],
    idle: ['moves less than 50 m in 1 hour 30 minutes', 'bewegt sich weniger als 50 m in 1 Stunde 30 Minuten'],
    silent: ['no report for three times the usual interval', 'keine Meldung für das Dreifache des üblichen Abstands'],
    noFix: ['reports without a position for 10 minutes', 'Meldungen ohne Position für 10 Minuten'],
    temperature: [
      'temperature 2 above 8 °C or below -2.5 °C for 1 minute',
      'Temperatur 2 über 8 °C oder unter -2,5 °C für 1 Minute',
    ],
    fuel: ['fuel falls by 10% within 10 minutes', 'Tankinhalt sinkt um 10 % innerhalb von 10 Minuten'],
    battery: ['battery at 20% or less', 'Batterie bei höchstens 20 %'],
    input: ['input 3 switches off', 'Eingang 3 schaltet aus'],
  };
  for (const type of RULE_TYPE_NAMES) {
    it(`a rule of the type ${type} has its sentence in every language`, () => {
      const [english, german] = sentences[type];
      const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
      expect(plain(describeAlertRule(ruleOf(type), wordsIn('en')))).to.equal(`${english}, all devices`);
      expect(plain(describeAlertRule(ruleOf(type), wordsIn('de')))).to.equal(`${german}, alle Geräte`);
      const all = languages.map((language) => describeAlertRule(ruleOf(type), wordsIn(language)));
      expect(new Set(all).size, all.join('\n')).to.equal(languages.length);
      for (const sentence of all) expect(sentence).not.to.match(/[{}]|undefined|NaN/);
    });
  }

  it('a zone rule without a direction has the one that is usual for its kind', () => {
    const sentence = (changes: object): string => describeAlertRule(ruleOf('zone', changes), wordsIn('en'));
    expect(sentence({ kind: 'forbidden', minimumStay: 0 })).to.equal('enters Yard or Quay, all devices');
    expect(sentence({ kind: 'forbidden', when: 'both', minimumStay: 0 })).to.match(/^enters or leaves/);
  });

  it('the scope is all devices, groups, devices, or none', () => {
    const scope = (changes: object): string =>
      describeAlertRule(ruleOf('battery', { all: false, ...changes }), wordsIn('en'))
        .split(', ')
        .slice(1)
        .join(', ');
    expect(scope({ groups: ['1', '2'] })).to.equal('devices in Group 1 and Group 2');
    expect(scope({ devices: ['1', '2', '3', '4', '5'] })).to.equal('Van 1, Van 2, Van 3, and 2 others');
    expect(scope({})).to.equal('no device');
  });

  it('three days in a row are a range, and all days are not named', () => {
    const days = (...list: number[]): string => describeHours({ from: '22:00', to: '06:00', days: list }, 'en');
    expect(days(7, 1, 2, 3)).to.equal('Mon–Wed and Sun 22:00–06:00');
    expect(days(1, 2)).to.equal('Mon and Tue 22:00–06:00');
    expect(days(1, 2, 3, 4, 5, 6, 7)).to.equal('22:00–06:00');
    expect(describeHours({ from: '22:00', to: '06:00' }, 'fr')).to.equal('22:00–06:00');
  });

  it('each type raises alerts that the gateway knows', () => {
    for (const type of RULE_TYPE_NAMES) {
      const names = raisedBy(ruleOf(type));
      expect(names, type).not.to.deep.equal([]);
      for (const name of names) expect(KNOWN_ALERTS, type).to.include(name);
    }
    expect(raisedBy(ruleOf('temperature'))).to.deep.equal(['TemperatureGreaterThan', 'TemperatureLowerThan']);
    expect(raisedBy(ruleOf('input'))).to.deep.equal(['Sensor3Off']);
  });
});
