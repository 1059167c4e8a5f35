import { expect } from 'chai';
import {
  describeDifferences,
  pickSettings,
  readableSettings,
  secretSettings,
  coerceSetting,
} from '../../../src/domain/provisioning/settings.js';
import type { Setting } from '../../../src/schema/provisioning/setting.js';

const table = {
  name: { type: 'string', title: '', description: '' },
  interval: { type: 'integer', title: '', description: '' },
  smart: { type: 'boolean', title: '', description: '' },
  key: { type: 'string', title: '', description: '', writeOnly: true },
} as const satisfies Record<string, Setting>;

describe('tracker settings', () => {
  it('a text is converted to the type of its setting, and stays a text if it does not have that type', () => {
    expect(coerceSetting('30', table.interval)).to.equal(30);
    expect(coerceSetting('-1.5', table.interval)).to.equal(-1.5);
    expect(coerceSetting('true', table.smart)).to.equal(true);
    expect(coerceSetting('false', table.smart)).to.equal(false);
    expect(coerceSetting('30', table.name)).to.equal('30');
    for (const text of ['', 'thirty', '3e1', '0x10', ' 30', '--1'])
      expect(coerceSetting(text, table.interval)).to.equal(text);
    expect(coerceSetting('yes', table.smart)).to.equal('yes');
    expect(coerceSetting(30, undefined)).to.equal(30);
  });

  it('a setting is either readable or secret', () => {
    const all = { name: 'van', interval: 30, key: 'secret' };
    expect(readableSettings(all, table)).to.deep.equal({ name: 'van', interval: 30 });
    expect(secretSettings(all, table)).to.deep.equal({ key: 'secret' });
  });

  it('settings differ in value or type, or if the tracker does not report one', () => {
    expect(describeDifferences({ interval: 30, name: 'van' }, { interval: 30, name: 'van', smart: true })).to.be.empty;
    expect(describeDifferences({ interval: 30 }, { interval: '30' })).to.deep.equal([
      'interval is "30", requested was 30',
    ]);
    expect(describeDifferences({ interval: 30, smart: false }, {})).to.have.length(2);
  });

  it('settings are picked by name', () => {
    expect(pickSettings({ name: 'van', interval: 30 }, ['interval', 'smart'])).to.deep.equal({ interval: 30 });
  });
});
