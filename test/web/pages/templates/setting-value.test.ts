import { expect } from 'chai';
import { checkSetting, parseSetting } from '../../../../src/web/pages/templates/setting-value.js';
import { settingOf } from './setting.js';

const TYPES = ['string', 'integer', 'number', 'boolean'] as const;

describe('parseSetting', () => {
  it('an empty field leaves the setting out', () => {
    for (const type of TYPES) expect(parseSetting(settingOf({ type }), '')).to.equal(undefined);
  });

  it('a value has the type that the protocol describes', () => {
    expect(parseSetting(settingOf({ type: 'integer' }), '60')).to.equal(60);
    expect(parseSetting(settingOf({ type: 'boolean' }), 'false')).to.equal(false);
    expect(parseSetting(settingOf({}), '0800')).to.equal('0800');
    expect(parseSetting(settingOf({ type: 'integer', enum: [1, 5] }), '5')).to.equal(5);
  });

  it('a pattern stays a text for settings of every type', () => {
    for (const type of TYPES) {
      for (const text of ['{n:3}', '{interval}', '1{n}']) {
        expect(parseSetting(settingOf({ type }), text)).to.equal(text);
        expect(checkSetting(settingOf({ type, maximum: 1 }), text)).to.equal(undefined);
      }
    }
    expect(parseSetting(settingOf({ type: 'integer', enum: [1, 5] }), '{mode}')).to.equal('{mode}');
  });
});

describe('checkSetting', () => {
  it('an invalid number and a written secret are found before the form is sent', () => {
    const whole = settingOf({ type: 'integer', minimum: 5, maximum: 60 });
    for (const valid of ['', '5', '60']) expect(checkSetting(whole, valid)).to.equal(undefined);
    expect(checkSetting(whole, 'soon')).to.equal('number');
    expect(checkSetting(whole, '5.5')).to.equal('whole');
    for (const invalid of ['4', '61']) expect(checkSetting(whole, invalid)).to.equal('limits');
    expect(checkSetting(settingOf({ writeOnly: true }), '1234')).to.equal('secret');
    expect(checkSetting(settingOf({}), '}{')).to.equal(undefined);
  });
});
