import { expect } from 'chai';
import { validateConfig } from '../../../src/schema/config/config.js';
import { isMailAddress } from '../../../src/schema/messages/mail-address.js';
import { validateNotificationRuleInput } from '../../../src/schema/messages/notification-rule.js';

describe('isMailAddress', () => {
  for (const text of [
    'depot@example.com',
    'a.b+c_d-e@mail.depot.example',
    `${'a'.repeat(64)}@b.example`,
    "o'hara@x.ie",
  ]) {
    it(`${text} is accepted`, () => {
      expect(isMailAddress(text)).to.equal(true);
    });
  }

  const bad = [
    '',
    'depot',
    'root@localhost',
    '@example.com',
    'a@',
    'a@@b.example',
    'a b@c.example',
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\n',
    'Depot <a@b.example>',
    '"a b"@c.example',
    'a@[127.0.0.1]',
    '.a@b.example',
    'é@b.example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(250)}.example`,
    `a@${'b-'.repeat(50_000)}`,
  ];
  for (const text of bad) {
    it(`${JSON.stringify(text.slice(0, 80))} is refused`, () => {
      expect(isMailAddress(text)).to.equal(false);
    });
  }

  it('the sender address in the configuration is checked and may be empty', () => {
    const checked = validateConfig({ notifications: { email: { from: 'depot' } } });
    expect(checked).to.have.property(
      'message',
      '/notifications/email/from must be a mail address, like depot@example.com',
    );
    expect(validateConfig({ notifications: { email: { from: '' } } })).to.include({ ok: true });
  });

  it('an invalid email address or telephone number in a rule is refused with an example', () => {
    const refusal = (recipients: object): unknown => {
      const read = validateNotificationRuleInput({ name: 'Panic', ...recipients });
      return read.ok ? undefined : read.message;
    };
    expect(refusal({ emails: ['a@b.example', 'depot'] })).to.equal(
      '/emails/1 must be a plain mail address, like depot@example.com',
    );
    expect(refusal({ phones: ['0034 600'] })).to.match(
      /^\/phones\/0 must be a telephone number: \+ and 3 to 15 digits/,
    );
  });
});
