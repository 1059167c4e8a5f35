import { expect } from 'chai';
import { createNotificationRules } from '../../src/services/notification-rules.js';
import { createDevices } from '../../src/services/devices/devices.js';
import { createGroups } from '../../src/services/groups.js';
import { replaceWith } from '../../src/services/edit.js';
import { createTestEdits } from '../support/gateway/test-edits.js';
import { openTestStore } from '../support/store/store.js';
import { createTestClock } from '../support/time/clock.js';
import { groupOf } from '../support/api/examples.js';
import { useFolder } from '../support/store/folder.js';
import { ruleOf } from '../support/channels/messages.js';
import { deviceOf } from '../support/store/records.js';
import { userOf } from '../support/api/users.js';
import { createTestTime } from '../support/time/test-time.js';

const admin = userOf('admin', { privileges: ['admin'] });
const emails = ['depot@example.org'];

describe('createNotificationRules', () => {
  const folder = useFolder();
  const clock = createTestClock();
  const time = createTestTime(clock);

  async function open() {
    const store = await openTestStore(folder());
    const queue = createTestEdits();
    const notifications = createNotificationRules({ webhookNames: () => [], store, time, ...queue });
    await store.append([
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['bus']) },
    ]);
    return { store, queue, notifications };
  }

  it('a rule without devices covers all devices, or only its groups if it has any', async () => {
    const { store, notifications } = await open();
    expect(await notifications.create(admin, { name: 'All', emails })).to.deep.nested.include({
      'value.alerts': 'all',
      'value.devices': 'all',
      'value.enabled': true,
      'value.quietMinutes': 2,
    });
    expect(await notifications.create(admin, { name: 'North', emails, groups: ['north'] })).to.deep.nested.include({
      'value.devices': [],
    });
    await store.close();
  });

  it('a rule names existing devices and groups, at least one recipient, and has a unique name', async () => {
    const { store, notifications } = await open();
    const refused = async (own: object): Promise<unknown> => {
      const answer = await notifications.create(admin, { name: 'Other', emails, ...own });
      return answer.ok ? 'ok' : answer.message;
    };
    await notifications.create(admin, { name: 'Night', emails });
    expect(await refused({ devices: ['bus', 'tram'] })).to.equal('/devices/1: device tram not found');
    expect(await refused({ groups: ['south'] })).to.equal('/groups/0: group south not found');
    expect(await refused({ emails: [] })).to.match(/^\/emails and \/phones and \/webhooks are empty/);
    expect(await refused({ name: 'NIGHT' })).to.equal('/name: notification rule NIGHT already exists');
    await store.close();
  });

  it('a rule loses a removed device or group, and can then be sent back as shown', async () => {
    const { store, queue, notifications } = await open();
    const devices = createDevices({ store, time, licenses: () => 9, ...queue });
    const groups = createGroups({ store, time, ...queue });
    const named = { devices: ['bus', 'van'], groups: ['north'] };
    await store.append([{ kind: 'notification', v: ruleOf('alarm', named) }]);
    await devices.remove(admin, 'bus');
    await groups.remove(admin, 'north');
    const shown = notifications.get(admin, 'alarm');
    expect(shown).to.deep.nested.include({ 'value.devices': ['van'], 'value.groups': [] });
    const rule = { name: 'alarm', emails, devices: ['van'], groups: [] };
    expect(await notifications.change(admin, 'alarm', replaceWith(rule))).to.include({ ok: true });
    await store.close();
  });
});
