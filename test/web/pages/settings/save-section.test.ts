import { expect } from 'chai';
import type { SettingsView } from '../../../../src/schema/system/settings.js';
import type { Api, ApiFailure } from '../../../../src/web/api/client.js';
import type { Edits } from '../../../../src/web/device-form/merge-edits.js';
import { afterSave, followView, saveSection, startEdits } from '../../../../src/web/pages/settings/save-section.js';
import { SECTIONS } from '../../../../src/web/pages/settings/sections.js';
import { removalOf, type SettingRow } from '../../../../src/web/pages/settings/setting-row.js';
import { settingsView } from './settings-view.js';

const rowsOf = (title: string): readonly SettingRow[] =>
  SECTIONS.find((section) => section.title === title)?.rows ?? [];
const typing = ({ base, typed }: Edits, texts: Readonly<Record<string, string>>): Edits => ({
  base,
  typed: { ...typed, ...texts },
});

/** A gateway with these settings; it keeps what it is sent. */
function testApi(view: SettingsView, refusal?: ApiFailure) {
  const sent: unknown[] = [];
  const api: Pick<Api, 'get' | 'send'> = {
    get: () => Promise.resolve({ ok: true, value: view as never }),
    send(_method, _path, body) {
      sent.push(body);
      return Promise.resolve(refusal ?? { ok: true, value: view as never });
    },
  };
  return { api, sent };
}

describe('saveSection', () => {
  const email = rowsOf('email');
  const host = 'notifications.email.smtp.host';
  const password = 'notifications.email.smtp.password';

  it('only the settings that were changed are sent, as a merge patch', async () => {
    const view = settingsView();
    const { api, sent } = testApi(view);
    const edits = typing(startEdits(email, view), { [host]: 'smtp.example', [password]: 'secret' });
    const outcome = await saveSection(api, email, edits);
    expect(outcome.is).to.equal('saved');
    expect(sent).to.deep.equal([{ notifications: { email: { smtp: { host: 'smtp.example', password: 'secret' } } } }]);
    await saveSection(api, email, startEdits(email, view));
    expect(sent).to.have.lengthOf(1);
  });

  it('a secret is removed by its tick, and with the server or user that it belongs to', async () => {
    const view = settingsView({ secrets: { [password]: true } });
    const { api, sent } = testApi(view);
    const start = startEdits(email, view);
    await saveSection(api, email, typing(start, { [removalOf(password)]: 'on' }));
    await saveSection(api, email, typing(start, { [host]: '' }));
    expect(sent).to.deep.equal([
      { notifications: { email: { smtp: { password: null } } } },
      { notifications: { email: { smtp: { host: '', password: null } } } },
    ]);
  });

  it('a setting that another administrator changed too is shown, and overwritten only by saving again', async () => {
    const rows = rowsOf('retention');
    const now = settingsView({ values: [['store.retention.days', 30]] });
    const { api, sent } = testApi(now);
    const edits = typing(startEdits(rows, settingsView()), { 'store.retention.days': '90' });
    const first = await saveSection(api, rows, edits);
    expect(first).to.include({ is: 'conflict' }).and.to.have.deep.property('conflicts', ['store.retention.days']);
    expect(sent).to.deep.equal([]);
    if (first.is !== 'conflict') throw new Error('no conflict');
    expect((await saveSection(api, rows, first.edits)).is).to.equal('saved');
    expect(sent).to.deep.equal([{ store: { retention: { days: 90 } } }]);
  });

  it('a failure leaves what was typed', async () => {
    const rows = rowsOf('log');
    const failure: ApiFailure = { ok: false, code: 'store_unavailable', text: 'the disk is full' };
    const { api } = testApi(settingsView(), failure);
    const edits = typing(startEdits(rows, settingsView()), { 'log.level': 'debug' });
    expect(await saveSection(api, rows, edits)).to.deep.equal({ is: 'failed', failure });
  });
});

describe('followView', () => {
  it('untouched fields follow the gateway, and what the configuration sets replaces what was typed', () => {
    const rows = rowsOf('retention');
    const edits = typing(startEdits(rows, settingsView()), { 'store.retention.bytes': '12' });
    const view = settingsView({
      values: [
        ['store.retention.days', 30],
        ['store.retention.bytes', 4e9],
      ],
      sources: { 'store.retention.bytes': 'configuration' },
    });
    const { edits: followed, conflicts } = followView(rows, edits, view);
    expect(followed.typed).to.deep.equal({ 'store.retention.days': '30', 'store.retention.bytes': '4' });
    expect(followed.base).to.deep.equal(followed.typed);
    expect(conflicts).to.deep.equal([]);
  });
});

describe('afterSave', () => {
  it('the form has the saved values, empty secrets, and what was typed while it was saved', () => {
    const rows = rowsOf('email');
    const view = settingsView();
    const password = 'notifications.email.smtp.password';
    const port = 'notifications.email.smtp.port';
    const sent = typing(startEdits(rows, view), { [password]: 'secret' });
    const saved = afterSave(rows, sent, typing(sent, { [port]: '465' }), view);
    expect(saved.typed).to.include({ [password]: '', [port]: '465' });
    expect(saved.base).to.include({ [password]: '', [port]: '587' });
  });
});
