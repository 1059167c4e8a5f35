import { expect } from 'chai';
import type { NotificationRule } from '../../../../src/schema/messages/notification-rule.js';
import { readRuleForm } from '../../../../src/web/pages/rules/read-rule-form.js';
import { describeRule } from '../../../../src/web/pages/rules/describe-rule.js';
import { findWarnings } from '../../../../src/web/pages/rules/warnings.js';
import { parseFieldError } from '../../../../src/web/pages/rules/field-error.js';
import { deviceView } from '../../support.js';

const instant = '2026-11-22T08:00:00.000Z';
const rule = (changes: Partial<NotificationRule> = {}): NotificationRule => ({
  id: 'r',
  name: 'Panic',
  enabled: true,
  alerts: 'all',
  devices: 'all',
  groups: [],
  emails: ['a@example.com'],
  phones: [],
  quietMinutes: 15,
  creation: instant,
  lastModified: instant,
  ...changes,
});
const names = { device: (id: string) => `device ${id}`, group: (id: string) => `group ${id}` };
const group = { id: 'g', name: 'Vans', description: '', devices: ['1'], creation: instant, lastModified: instant };
const limits = (dailyEmailLimit: number | null) => ({
  expires: { enabled: false, date: null },
  dailyEmailLimit,
  dailySmsLimit: null,
});
const email = { name: 'email', waiting: 0, state: 'ready', reason: null } as const;

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of typeof values === 'string' ? [values] : values) data.append(name, value);
  }
  return data;
}

describe('a notification rule', () => {
  it('is said in a sentence, in either language', () => {
    expect(describeRule(rule(), 'en', names)).to.deep.equal({
      when: 'When any alert of any device',
      recipients: 'email to a@example.com',
      quiet: 'the same not again for 15 min',
    });
    const narrow = rule({ alerts: ['panic', 'SOS'], devices: ['1'], groups: ['g'], phones: ['112'] });
    expect(describeRule(narrow, 'en', names)).to.deep.include({
      when: 'When panic or SOS of device 1, or of devices in group g',
      recipients: 'email to a@example.com · SMS to 112',
    });
    expect(describeRule(narrow, 'es', names).when).to.equal(
      'Con panic o SOS de device 1, o de dispositivos de group g',
    );
  });

  it('says how many others there are of what is too many to be named', () => {
    const emails = ['a@x', 'b@x', 'c@x', 'd@x', 'e@x'];
    expect(describeRule(rule({ emails }), 'en', names).recipients).to.equal('email to a@x, b@x, c@x, and 2 others');
    expect(describeRule(rule({ emails: emails.slice(0, 4) }), 'en', names).recipients).to.include('d@x');
  });

  it('says so when nothing can meet it', () => {
    for (const none of [{ alerts: [] }, { devices: [] }]) {
      expect(describeRule(rule(none), 'en', names).when).to.match(/^Never/);
    }
  });

  it('is what the form says, each once, and numbers without what people write between their digits', () => {
    const fields = {
      name: ' Panic ',
      enabled: 'on',
      when: 'some',
      alerts: ['SOSButton'],
      otherAlerts: 'man down\n\nSOSButton\n',
      about: 'some',
      groups: ['g'],
      emails: 'a@example.com, b@example.com\na@example.com',
      phones: '+34 (600) 11-12-22\n112',
      quietMinutes: '15',
    };
    expect(readRuleForm(form(fields), new Set(['1']))).to.deep.equal({
      name: 'Panic',
      enabled: true,
      alerts: ['SOSButton', 'man down'],
      devices: ['1'],
      groups: ['g'],
      emails: ['a@example.com', 'b@example.com'],
      phones: ['+34600111222', '112'],
      quietMinutes: 15,
    });
    expect(readRuleForm(form({ ...fields, when: 'all', about: 'all' }), new Set(['1']))).to.deep.include({
      alerts: 'all',
      devices: 'all',
      groups: [],
    });
  });

  it('warns of whom it would not reach, and why', () => {
    const context = { channels: [email], groups: [group], devices: [] };
    expect(findWarnings(rule(), context)).to.deep.equal([]);
    expect(findWarnings(rule({ phones: ['112'] }), context)).to.deep.equal([
      { kind: 'channel', channel: 'sms', to: ['112'] },
    ]);
    expect(findWarnings(rule({ alerts: [] }), context)).to.deep.equal([{ kind: 'noAlert' }]);
    expect(findWarnings(rule({ devices: [] }), context)).to.deep.equal([{ kind: 'noDevice' }]);
    const empty = { ...context, groups: [{ ...group, devices: [] }] };
    expect(findWarnings(rule({ devices: [], groups: ['g'] }), empty)).to.deep.equal([{ kind: 'noMember' }]);
  });

  it('warns of devices it is about whose daily limit is 0, and of no others', () => {
    const devices = [deviceView('1', { limits: limits(0) }), deviceView('2', { limits: limits(0) }), deviceView('3')];
    const context = { channels: [email], groups: [group], devices };
    const closed = (deviceIds: readonly string[]) => [{ kind: 'limit', channel: 'email', deviceIds }];
    expect(findWarnings(rule(), context)).to.deep.equal(closed(['1', '2']));
    expect(findWarnings(rule({ devices: [], groups: ['g'] }), context)).to.deep.equal(closed(['1']));
    expect(findWarnings(rule({ devices: ['3'] }), context)).to.deep.equal([]);
    expect(findWarnings(rule({ emails: [], phones: ['112'] }), context)).to.deep.equal([
      { kind: 'channel', channel: 'sms', to: ['112'] },
    ]);
  });

  it('finds the one of several values that the API does not take', () => {
    const fields = readRuleForm(
      form({ when: 'all', about: 'all', emails: 'a@x\nnobody', quietMinutes: '2' }),
      new Set(),
    );
    expect(parseFieldError('/emails/1 must be an email address', fields)).to.deep.equal({
      field: 'emails',
      value: 'nobody',
    });
    for (const other of ['/emails and /phones are both empty', '/alerts/0 x', '/emails/7 x', '/name: taken', '']) {
      expect(parseFieldError(other, fields), other).to.equal(undefined);
    }
  });
});
