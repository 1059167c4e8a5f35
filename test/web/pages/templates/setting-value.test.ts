import { expect } from 'chai';
import {
  settingFieldName,
  checkSetting,
  parseSetting,
  type SettingView,
} from '../../../../src/web/pages/templates/setting-value.js';
import { readTemplateForm } from '../../../../src/web/pages/templates/read-template-form.js';

const settingOf = (change: Partial<SettingView>): SettingView => ({
  type: 'string',
  title: '',
  description: '',
  ...change,
});

describe('a setting of a template', () => {
  it('is left out where nothing was filled in', () => {
    for (const type of ['string', 'integer', 'number', 'boolean'] as const) {
      expect(parseSetting(settingOf({ type }), '')).to.equal(undefined);
    }
  });

  it('is of the type that its protocol says', () => {
    expect(parseSetting(settingOf({ type: 'integer' }), '60')).to.equal(60);
    expect(parseSetting(settingOf({ type: 'boolean' }), 'false')).to.equal(false);
    expect(parseSetting(settingOf({}), '0800')).to.equal('0800');
    expect(parseSetting(settingOf({ type: 'integer', enum: [1, 5] }), '5')).to.equal(5);
  });

  it('may be a pattern whatever it is, which stays a text', () => {
    for (const type of ['string', 'integer', 'number', 'boolean'] as const) {
      for (const text of ['{n:3}', '{interval}', '1{n}']) {
        expect(parseSetting(settingOf({ type }), text)).to.equal(text);
        expect(checkSetting(settingOf({ type, maximum: 1 }), text)).to.equal(undefined);
      }
    }
    expect(parseSetting(settingOf({ type: 'integer', enum: [1, 5] }), '{mode}')).to.equal('{mode}');
  });

  it('is told to be wrong before it is sent, where that can be told', () => {
    const whole = settingOf({ type: 'integer', minimum: 5, maximum: 60 });
    for (const right of ['', '5', '60']) expect(checkSetting(whole, right)).to.equal(undefined);
    expect(checkSetting(whole, 'soon')).to.equal('number');
    expect(checkSetting(whole, '5.5')).to.equal('whole');
    for (const wrong of ['4', '61']) expect(checkSetting(whole, wrong)).to.equal('limits');
    expect(checkSetting(settingOf({ writeOnly: true }), '1234')).to.equal('secret');
    expect(checkSetting(settingOf({}), '}{')).to.equal(undefined);
  });
});

describe('a template of the form', () => {
  const data = (fields: Readonly<Record<string, string>>): FormData => {
    const filled = new FormData();
    for (const [name, value] of Object.entries(fields)) filled.set(name, value);
    return filled;
  };
  const settings = [['interval', settingOf({ type: 'integer' })]] as const;

  it('says what was emptied, and keeps what the form does not show', () => {
    const form = { data: data({ name: 'Vans' }), protocol: 'wpt', settings, hiddenSettings: { other: 1 } };
    expect(readTemplateForm(form)).to.deep.equal({
      name: 'Vans',
      description: '',
      protocol: 'wpt',
      settings: { other: 1 },
      deviceId: null,
      deviceName: null,
      firstNumber: 1,
    });
  });

  it('names a group, or none, where there was one to choose', () => {
    const of = (group: string) => ({ data: data({ group }), protocol: 'wpt', settings, hiddenSettings: {} });
    expect(readTemplateForm(of('g'))).to.include({ group: 'g' });
    expect(readTemplateForm(of(''))).to.include({ group: null });
  });

  it('begins to count with 0 where that is said', () => {
    const filled = data({ firstNumber: '0', [settingFieldName('interval')]: ' {n} ' });
    expect(readTemplateForm({ data: filled, protocol: 'wpt', settings, hiddenSettings: {} })).to.deep.include({
      firstNumber: 0,
      settings: { interval: '{n}' },
    });
  });
});
