import { expect } from 'chai';
import { channelFields } from '../../../../src/schema/channels.js';
import { findWarnings } from '../../../../src/web/pages/rules/warnings.js';
import { deviceView } from '../../support.js';
import { group, rule } from './rule.js';

const limits = (dailyEmailLimit: number | null) => ({
  expires: { enabled: false, date: null },
  ...channelFields('limitField', () => null),
  dailyEmailLimit,
});
const email = { name: 'email', waiting: 0, state: 'ready', reason: null } as const;

describe('findWarnings', () => {
  it('a rule that cannot notify its recipients is listed with the reason', () => {
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

  it('a daily limit of 0 is a warning only for devices that the rule covers', () => {
    const devices = [deviceView('1', { limits: limits(0) }), deviceView('2', { limits: limits(0) }), deviceView('3')];
    const context = { channels: [email], groups: [group], devices };
    const blocked = (deviceIds: readonly string[]) => [{ kind: 'limit', channel: 'email', deviceIds }];
    expect(findWarnings(rule(), context)).to.deep.equal(blocked(['1', '2']));
    expect(findWarnings(rule({ devices: [], groups: ['g'] }), context)).to.deep.equal(blocked(['1']));
    expect(findWarnings(rule({ devices: ['3'] }), context)).to.deep.equal([]);
    expect(findWarnings(rule({ emails: [], phones: ['112'] }), context)).to.deep.equal([
      { kind: 'channel', channel: 'sms', to: ['112'] },
    ]);
  });
});
