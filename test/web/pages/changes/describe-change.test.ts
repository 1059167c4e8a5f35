import { expect } from 'chai';
import type { ChangeKind, ChangeView } from '../../../../src/schema/changes/change.js';
import {
  describeAuthor,
  describeDetails,
  subjectName,
  subjectPage,
} from '../../../../src/web/pages/changes/describe-change.js';
import { fieldLabel } from '../../../../src/web/pages/changes/field-labels.js';
import type { ValueWords } from '../../../../src/web/pages/changes/field-value.js';

const words: ValueWords = {
  ...{ language: 'en', units: 'metric', zones: { viewer: 'UTC', gateway: 'UTC' } },
  device: (id) => `Name of ${id}`,
};
const change = (own: Partial<ChangeView>): ChangeView => ({
  ...{ n: 7, at: '2026-11-26T14:02:00.000Z', kind: 'alertRule', action: 'changed', by: null },
  ...{ subject: { id: 'fast', name: 'Fast' }, before: null, after: null, secrets: [] },
  ...own,
});
const details = (own: Partial<ChangeView>): readonly string[] => describeDetails(change(own), words);

describe('a change as the page shows it', () => {
  it('a field has the label and the unit of its form, before and after', () => {
    expect(details({ before: { limit: 25 }, after: { limit: 27.777778 } })).to.deep.equal([
      'Speed limit: 90 km/h → 100 km/h',
    ]);
    const imperial = describeDetails(change({ before: { limit: 25 }, after: { limit: 30 } }), {
      ...words,
      units: 'imperial',
    });
    expect(imperial).to.deep.equal(['Speed limit: 55.9 mph → 67.1 mph']);
    expect(details({ before: { minutes: 90 }, after: { minutes: 60 } })[0]).to.match(/: 1 hour 30 minutes → 1 hour$/);
  });

  it('a list shows what came and what went, and devices have their names', () => {
    expect(details({ kind: 'group', before: { devices: ['bus'] }, after: { devices: ['van', 'car'] } })).to.deep.equal([
      'Devices: Name of van and Name of car added',
      'Devices: Name of bus removed',
    ]);
  });

  it('a new and a removed entity have their action, and of a secret only the name is shown', () => {
    expect(details({ action: 'created' })).to.deep.equal(['created']);
    expect(details({ kind: 'key', action: 'created', secrets: ['apiKey'] })).to.deep.equal(['created']);
    expect(details({ kind: 'uplink', secrets: ['apiKey'] })).to.deep.equal(['API key: not shown']);
    expect(details({ kind: 'message', action: 'sent', secrets: ['to', 'text'] })).to.deep.equal(['sent']);
    expect(details({ kind: 'sign-in', action: 'removed', subject: null })).to.deep.equal(['signed out']);
  });

  it('a change without previous values has a note that they are not stored', () => {
    expect(details({})).to.deep.equal(['changed', 'what was changed is not stored']);
    expect(details({ before: {}, after: {} })).to.deep.equal(['changed']);
  });

  it('values of every form are shown: empty, yes and no, times, lists and what is made of several values', () => {
    const [kind, before]: [ChangeKind, ChangeView['before']] = ['device', { expires: null }];
    expect(details({ kind, before, after: { expires: '2027-06-30T00:00:00.000Z' } })[0]).to.match(
      /^Expires: none → 30 Jun 2027/,
    );
    expect(details({ before: { enabled: true }, after: { enabled: false } })).to.deep.equal(['Enabled: yes → no']);
    expect(details({ before: { alerts: 'all' }, after: { alerts: [] } })).to.deep.equal(['alerts: all → none']);
    expect(details({ kind: 'backup', action: 'taken', after: { what: 'backup' } })).to.deep.equal([
      'downloaded',
      'File: backup',
    ]);
    const long = details({ kind, before: { tags: { note: 'x'.repeat(500) } }, after: { tags: {} } });
    expect(long[0]).to.match(/^Tags: \{"note":"x+… → \{\}$/);
    expect(long[0]).to.have.lengthOf.below(120);
  });

  it('an address that differs in what is not shown has a note', () => {
    const url = { url: 'https://hooks.example' };
    expect(details({ kind: 'webhook', before: url, after: url, secrets: ['url'] })).to.deep.equal([
      'Address: https://hooks.example, changed in what is not shown',
    ]);
  });

  it('refused sign-ins have their number, network and times', () => {
    const after = {
      name: 'admin',
      network: '203.0.113.9',
      count: 12,
      from: '2026-11-26T13:50:00.000Z',
      via: 'password',
    };
    const refused = details({ kind: 'sign-in', action: 'refused', after });
    expect(refused).to.include.members(['refused', 'Network: 203.0.113.9', 'Attempts: 12', 'Tried with: password']);
    expect(refused[4]).to.match(/^First: 26 Nov 2026/);
  });

  it('a setting has the words of its form, and a key of the configuration its name', () => {
    const setting = { id: 'licenses.total', name: 'licenses.total' };
    expect(subjectName(change({ kind: 'setting', subject: setting }), 'en')).to.equal('Licenses · Number of licenses');
    expect(details({ kind: 'setting', before: { value: null }, after: { value: 5 } })).to.deep.equal([
      'default value → 5',
    ]);
    expect(details({ kind: 'setting', after: { value: 5 } })).to.deep.equal(['5']);
    expect(details({ kind: 'configuration', subject: null, after: { 'http.port': 8081 } })).to.deep.equal([
      'http.port: 8081',
    ]);
    expect(fieldLabel('setting', 'notifications.email.smtp.password', 'en')).to.equal('Mail server · Password');
  });

  it('an author has the name of that time with the address, or its type', () => {
    const user = { type: 'user', id: 'u1', name: 'admin', via: 'password', address: '192.168.1.20' } as const;
    expect(describeAuthor(user, 'en')).to.equal('admin, 192.168.1.20');
    expect(describeAuthor({ ...user, via: 'key', key: 'nightly' }, 'en')).to.equal('admin (key nightly), 192.168.1.20');
    expect(describeAuthor({ type: 'command', account: 'anna', command: 'restore' }, 'en')).to.equal(
      'anna, command waypost restore',
    );
    const uplink = { type: 'uplink', uplink: 'center', name: '', address: 'mqtts://broker' } as const;
    expect(describeAuthor(uplink, 'en')).to.equal('uplink center, mqtts://broker');
    expect(describeAuthor(null, 'en')).to.equal('Gateway, or not recorded');
  });

  it('the name leads to the page of what was changed, unless that is gone', () => {
    expect(subjectPage(change({}))).to.equal('#/alert-rules/fast');
    expect(subjectPage(change({ action: 'removed' }))).to.equal(undefined);
    expect(subjectPage(change({ kind: 'command', subject: { id: 'a/b', name: 'x' } }))).to.equal('#/devices/a%2Fb');
    expect(subjectPage(change({ kind: 'port', subject: { id: '/dev/ttyUSB0', name: 'x' } }))).to.equal(undefined);
  });
});
