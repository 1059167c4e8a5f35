import { expect } from 'chai';
import { readTemplateForm } from '../../../../src/web/pages/templates/read-template-form.js';
import { settingFieldName } from '../../../../src/web/pages/templates/setting-value.js';
import { formData } from '../../form-data.js';
import { settingOf } from './setting.js';

const settings = [['interval', settingOf({ type: 'integer' })]] as const;

describe('readTemplateForm', () => {
  it('an emptied setting is left out, and a setting that the form does not show is kept', () => {
    const values = { data: formData({ name: 'Vans' }), protocol: 'wpt', settings, hiddenSettings: { other: 1 } };
    expect(readTemplateForm(values)).to.deep.equal({
      name: 'Vans',
      description: '',
      protocol: 'wpt',
      settings: { other: 1 },
      deviceId: null,
      deviceName: null,
      firstNumber: 1,
    });
  });

  it('a group field gives a group or none', () => {
    const of = (group: string) => ({ data: formData({ group }), protocol: 'wpt', settings, hiddenSettings: {} });
    expect(readTemplateForm(of('g'))).to.include({ group: 'g' });
    expect(readTemplateForm(of(''))).to.include({ group: null });
  });

  it('the first number can be 0', () => {
    const data = formData({ firstNumber: '0', [settingFieldName('interval')]: ' {n} ' });
    expect(readTemplateForm({ data, protocol: 'wpt', settings, hiddenSettings: {} })).to.deep.include({
      firstNumber: 0,
      settings: { interval: '{n}' },
    });
  });
});
