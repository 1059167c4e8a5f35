import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import type { TemplateInput } from '../../../src/schema/provisioning/template.js';
import { capabilitiesOf } from '../../../src/services/provisioning/capabilities.js';
import { createTemplates, type Templates } from '../../../src/services/provisioning/templates.js';
import { replaceWith } from '../../../src/services/edit.js';
import { createTestClock } from '../../support/time/clock.js';
import { createMemoryStore, type MemoryStore } from '../../support/store/memory-store.js';
import { userOf } from '../../support/api/users.js';
import { createTestTime } from '../../support/time/test-time.js';
import { createTestEdits } from '../../support/gateway/test-edits.js';

const technician = userOf('technician', { privileges: ['provision'] });
const vans: TemplateInput = { name: 'Vans', protocol: 'queclink', settings: { name: 'VAN{n:3}', sendInterval: 60 } };

describe('templates', () => {
  const clock = createTestClock();
  let store: MemoryStore;
  let templates: Templates;
  beforeEach(() => {
    store = createMemoryStore(() => clock);
    templates = createTemplates({
      store,
      capabilities: capabilitiesOf(protocols),
      time: createTestTime(clock),
      ...createTestEdits(),
    });
  });

  it('a template is stored with the defaults of omitted fields', async () => {
    const { id, ...template } = valueOf(await templates.create(technician, vans));
    expect(template).to.deep.include({
      ...vans,
      description: '',
      deviceId: null,
      group: null,
      limits: null,
      firstNumber: 1,
    });
    expect(templates.get(technician, id)).to.have.property('ok', true);
    expect(
      valueOf(await templates.change(technician, id, replaceWith({ ...vans, firstNumber: 7 }))).firstNumber,
    ).to.equal(7);
    expect((await templates.remove(technician, id)).ok).to.equal(true);
    expect(templates.list(technician)).to.be.empty;
  });

  it('a name is unique, ignoring case', async () => {
    await templates.create(technician, vans);
    expect(await templates.create(technician, { ...vans, name: 'VANS' })).to.include({ ok: false, code: 'conflict' });
  });

  for (const [what, input, where] of [
    ['a protocol without provisioning', { protocol: 'ais' }, '/protocol must be a protocol with provisioning'],
    ['an unknown setting', { settings: { color: 'red' } }, '/settings/color'],
    ['a value out of its range', { settings: { sendInterval: -1 } }, '/settings/sendInterval'],
    ['a value of another type', { settings: { sendInterval: 'often' } }, '/settings/sendInterval'],
    ['an id for trackers that report their own', { deviceId: 'van-{n}' }, '/deviceId must be left out'],
    ['the id as a setting', { protocol: 'wpt', settings: { id: 'x' } }, 'use /deviceId'],
    ['a secret', { protocol: 'wpt', settings: { key: '0'.repeat(32) } }, '/settings/key is a secret'],
    ['an unknown group', { group: 'gone' }, 'groups:write'],
  ] as const) {
    it(`a template with ${what} is refused with the reason`, async () => {
      const created = await templates.create(technician, { name: 'x', protocol: 'queclink', ...input });
      expect(created.ok).to.equal(false);
      expect(created).to.have.property('message').that.includes(where);
      expect(store.state.templates.size).to.equal(0);
    });
  }

  it('a pattern is accepted for every setting, numbers and secrets too', async () => {
    const settings = { int: '{interval}', key: '{key}', name: '{plate}' };
    const created = await templates.create(technician, { name: 'x', protocol: 'wpt', settings, deviceId: 'box-{n}' });
    expect(created.ok).to.equal(true);
  });

  it('a template with a group requires groups:write and an existing group', async () => {
    const writer = userOf('writer', { privileges: ['provision', 'groups:write'] });
    const created = await templates.create(writer, { ...vans, group: 'gone' });
    expect(created).to.have.property('message', '/group: group gone not found');
  });

  it('a restricted user and a user without the privilege see no template and create none', async () => {
    const { id } = valueOf(await templates.create(technician, vans));
    for (const user of [userOf('looker'), userOf('bound', { privileges: ['provision'], deviceId: 'bus' })]) {
      expect(templates.list(user)).to.be.empty;
      expect(templates.get(user, id)).to.include({ ok: false, code: 'not_found' });
      expect(await templates.create(user, { ...vans, name: 'y' })).to.include({ ok: false, code: 'forbidden' });
      expect(await templates.remove(user, id)).to.include({ ok: false, code: 'not_found' });
    }
  });
});
