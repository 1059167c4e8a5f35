import { expect } from 'chai';
import { SECTIONS } from '../../../../src/web/pages/settings/sections.js';
import { parseSetting, removalOf, textsOf } from '../../../../src/web/pages/settings/setting-row.js';
import { settingsView } from './settings-view.js';

const rows = SECTIONS.flatMap((section) => section.rows);
const parse = (key: string, text: string): unknown => {
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(`no field has the key ${key}`);
  return parseSetting(row, text);
};

describe('the fields of the settings', () => {
  it('each value is shown as a text, a number in the unit of its field, and no secret', () => {
    const view = settingsView({ values: [['serial.scan', true]], secrets: { 'notifications.sms.pin': true } });
    expect(textsOf(rows, view)).to.include({
      timeZone: 'UTC',
      'serial.scan': 'on',
      'store.retention.bytes': '8.59',
      'notifications.ttl': '1440',
      'notifications.sms.pin': '',
      [removalOf('notifications.sms.pin')]: '',
      attention: 'SOSButton\nFire',
    });
  });

  it('each text becomes the value of the API, and an empty number resets the setting', () => {
    expect(parse('timeZone', ' Europe/Madrid ')).to.equal('Europe/Madrid');
    expect(parse('store.retention.bytes', '2.5')).to.equal(2_500_000_000);
    expect(parse('notifications.ttl', '1.5')).to.equal(90);
    expect(parse('licenses.total', '')).to.equal(null);
    expect(parse('serial.scan', 'on')).to.equal(true);
    expect(parse('serial.scan', '')).to.equal(false);
    expect(parse('attention', 'Tow\n\n Fire \nTow')).to.deep.equal(['Tow', 'Fire']);
    expect(parse('notifications.email.smtp.password', ' with spaces ')).to.equal(' with spaces ');
  });
});
