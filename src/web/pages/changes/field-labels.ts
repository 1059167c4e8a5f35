import type { ChangeKind } from '../../../schema/changes/change.js';
import { deviceFormText } from '../../device-form/device-form.text.js';
import { createTranslate, type Language, type TextCatalog } from '../../text/text.js';
import { alertRuleFormText } from '../alert-rules/alert-rule-form.text.js';
import { displaysText } from '../displays/displays.text.js';
import { groupsText } from '../groups/groups.text.js';
import { messagesText } from '../messages/messages.text.js';
import { portFormText } from '../ports/port-form.text.js';
import { ruleFormText } from '../rules/rule-form.text.js';
import { SECTIONS } from '../settings/sections.js';
import { settingsText } from '../settings/settings.text.js';
import { webhooksText } from '../settings/webhooks.text.js';
import { templatesText } from '../templates/templates.text.js';
import { uplinkFormText } from '../uplinks/uplink-form.text.js';
import { usersText } from '../users/users.text.js';
import { zonesText } from '../zones/zones.text.js';
import { changesText } from './changes.text.js';

type Catalog = TextCatalog<Readonly<Record<string, string>>>;

/** The texts of the form of each kind: most labels have the names of the fields in the API. */
const FORMS: Readonly<Partial<Record<ChangeKind, Catalog>>> = {
  device: deviceFormText,
  group: groupsText,
  user: usersText,
  port: portFormText,
  uplink: uplinkFormText,
  webhook: webhooksText,
  zone: zonesText,
  alertRule: alertRuleFormText,
  notification: ruleFormText,
  template: templatesText,
  display: displaysText,
  message: messagesText,
};

type Own = keyof (typeof changesText)['english'];

/** Fields that no form has, or has under another name. */
const OWN: Readonly<Record<string, Own>> = {
  name: 'name',
  count: 'attempts',
  from: 'first',
  to: 'last',
  via: 'via',
  password: 'password',
  link: 'signInLink',
  paths: 'ports',
  until: 'until',
  ended: 'endedBecause',
  network: 'network',
  version: 'version',
  clean: 'clean',
  level: 'level',
  what: 'file',
  inUse: 'inUse',
  state: 'state',
  shape: 'shape',
  after: 'position',
  emails: 'recipients',
  telephones: 'recipients',
  webhooks: 'recipients',
};

/** Fields that have another name in the texts of the form. */
const RENAMED: Readonly<Partial<Record<ChangeKind, Readonly<Record<string, string>>>>> = {
  user: { disabled: 'isDisabled' },
  alertRule: { activeHours: 'hours' },
  notification: { quietMinutes: 'quiet' },
};

/** What the page of the settings calls a key; undefined: it has no such key. */
export function settingLabel(key: string, language: Language): string | undefined {
  const t = createTranslate(settingsText, language);
  const section = SECTIONS.find(({ rows }) => rows.some((row) => row.key === key));
  const row = section?.rows.find((one) => one.key === key);
  return section === undefined || row === undefined ? undefined : `${t(section.title)} · ${t(row.label)}`;
}

/** What the page calls a field of a change; the name in the API if it has no word for it. */
export function fieldLabel(kind: ChangeKind, field: string, language: Language): string {
  if (kind === 'setting') {
    const label = settingLabel(field, language);
    if (label !== undefined) return label;
  }
  const form = FORMS[kind];
  const renamed = RENAMED[kind] ?? {};
  const name = Object.hasOwn(renamed, field) ? (renamed[field] ?? field) : field;
  // A text with a placeholder is no label.
  if (form !== undefined && Object.hasOwn(form.english, name) && !(form.english[name] ?? '').includes('{'))
    return createTranslate(form, language)(name);
  const own = Object.hasOwn(OWN, field) ? OWN[field] : undefined;
  return own === undefined ? field : createTranslate(changesText as Catalog, language)(own);
}
