import { expect } from 'chai';
import { checkMessages } from '../../../src/cli/check/messages.js';
import { valueOf } from '../../../src/errors.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { NotificationRule } from '../../../src/schema/messages/notification-rule.js';

describe('the check of messages', () => {
  const rule = { id: '1', name: 'Night desk', enabled: true, emails: ['boss@depot.example'], phones: [] };
  const state = {
    outbox: new Map(),
    finishedMessages: new Map(),
    notifications: new Map([['1', rule as unknown as NotificationRule]]),
    unacknowledged: new Map(),
  };
  const check = (config: object) => checkMessages(state, valueOf(validateConfig(config)), 0);

  it('a channel that a rule names and that is not set up is a fault that names the rule', () => {
    expect(check({})).to.deep.equal([
      {
        area: 'messages',
        state: 'fault',
        what: 'email is not set up, but notification rules send to it: Night desk',
        remedy: 'set it up on the page Settings or in notifications.email, or take it out of the rule',
      },
    ]);
  });

  it('the check is ok once the channel is set up', () => {
    const [only] = check({ notifications: { email: { smtp: { host: 'mail.depot.example' } } } });
    expect(only).to.include({ area: 'messages', state: 'ok' });
  });
});
