import type { Template } from '../../../schema/provisioning/template.js';
import { readText, readTextOrNull } from '../../format/form-text.js';
import { readRawText } from '../provisioning/provisioning-data.js';
import type { SettingValue } from '../../../schema/provisioning/setting.js';
import { settingFieldName, parseSetting, type SettingView } from './setting-value.js';

export type TemplateFields = Pick<
  Template,
  'name' | 'description' | 'protocol' | 'settings' | 'deviceId' | 'deviceName' | 'firstNumber'
> &
  Partial<Pick<Template, 'group'>>;

export type TemplateFormValues = {
  readonly data: FormData;
  readonly protocol: string;
  readonly settings: readonly (readonly [string, SettingView])[];
  /** settings that the form does not show */
  readonly hiddenSettings: Readonly<Record<string, SettingValue>>;
};

const DEFAULT_FIRST_NUMBER = '1';

/** What the form says of a template. The group is left out where there was none to choose from. */
export function readTemplateForm({ data, protocol, settings, hiddenSettings }: TemplateFormValues): TemplateFields {
  const values = settings.flatMap(([name, setting]) => {
    const text = readRawText(data, settingFieldName(name));
    // Spaces around a text may be meant.
    const value = parseSetting(setting, setting.type === 'string' ? text : text.trim());
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: readText(data, 'name'),
    description: readText(data, 'description'),
    protocol,
    settings: { ...hiddenSettings, ...Object.fromEntries(values) },
    deviceId: readTextOrNull(data, 'deviceId'),
    deviceName: readTextOrNull(data, 'deviceName'),
    firstNumber: Number(readText(data, 'firstNumber') || DEFAULT_FIRST_NUMBER),
    ...(data.has('group') && { group: readTextOrNull(data, 'group') }),
  };
}
