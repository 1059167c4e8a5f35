import type { ChangeKind } from '../../../schema/changes/change.js';
import { deviceFormText } from '../../device-form/device-form.text.js';
import { createTranslate, type Language, type TextCatalog } from '../../text/text.js';
import { alertRuleFormText } from '../alert-rules/alert-rule-form.text.js';
import { displaysText } from '../displays/displays.text.js';
import { groupsText } from '../groups/groups.text.js';
import { portFormText } from '../ports/port-form.text.js';
import { ruleFormText } from '../rules/rule-form.text.js';
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
  key: usersText,
  'sign-in': usersText,
  port: portFormText,
  uplink: uplinkFormText,
  webhook: webhooksText,
  zone: zonesText,
  alertRule: alertRuleFormText,
  notification: ruleFormText,
  template: templatesText,
  display: displaysText,
};

type Own = keyof (typeof changesText)['english'];

/** Fields that no form has, or has under another name. */
const OWN: Readonly<Record<string, Own>> = {
  count: 'attempts',
  network: 'network',
  version: 'version',
  clean: 'clean',
  level: 'level',
  state: 'state',
  value: 'value',
  shape: 'shape',
  after: 'position',
  link: 'secretLink',
  emails: 'recipients',
  telephones: 'recipients',
  webhooks: 'recipients',
};

/** The forms have other words for these. */
const RENAMED: Readonly<Record<string, string>> = {
  quietMinutes: 'quiet',
  activeHours: 'hours',
  disabled: 'isDisabled',
};

/** What the page calls a field of a change; the name in the API if it has no word for it. */
export function fieldLabel(kind: ChangeKind, field: string, language: Language): string {
  const form = FORMS[kind];
  const name = Object.hasOwn(RENAMED, field) ? (RENAMED[field] ?? field) : field;
  // A text with a placeholder is no label.
  if (form !== undefined && Object.hasOwn(form.english, name) && !(form.english[name] ?? '').includes('{'))
    return createTranslate(form, language)(name);
  const own = Object.hasOwn(OWN, field) ? OWN[field] : undefined;
  return own === undefined ? field : createTranslate(changesText as Catalog, language)(own);
}
