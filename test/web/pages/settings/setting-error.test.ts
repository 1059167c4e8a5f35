import { expect } from 'chai';
import { SECTIONS } from '../../../../src/web/pages/settings/sections.js';
import { parseSettingError } from '../../../../src/web/pages/settings/setting-error.js';

const rows = SECTIONS.flatMap((section) => section.rows);
const typed = { attention: 'Tow\n\nFire' };

describe('parseSettingError', () => {
  it('the JSON pointer of an API message selects the setting and, in a list, the value', () => {
    for (const [message, error] of [
      ['/timeZone must be an IANA time zone', { key: 'timeZone', reason: 'must be an IANA time zone' }],
      [
        '/licenses/total is set by the configuration: x',
        { key: 'licenses.total', reason: 'is set by the configuration: x' },
      ],
      [
        '/notifications/email/smtp/password is missing: a change',
        { key: 'notifications.email.smtp.password', reason: 'is missing: a change' },
      ],
      ['/attention/1 must NOT have more', { key: 'attention', reason: 'must NOT have more', value: 'Fire' }],
      ['/attention must NOT have duplicates', { key: 'attention', reason: 'must NOT have duplicates' }],
    ] as const) {
      expect(parseSettingError(message, rows, typed), message).to.deep.equal(error);
    }
  });

  it('a message without a setting of the form belongs to no field', () => {
    for (const message of [
      'the disk is full',
      '/http is not a known field',
      '/to must be a number',
      '/timeZones x',
      '',
    ]) {
      expect(parseSettingError(message, rows, typed), message).to.equal(undefined);
    }
  });
});
