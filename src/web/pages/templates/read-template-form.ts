import type { Template } from '../../../schema/provisioning/template.js';
import { readRawText, readText, readTextOrNull } from '../../format/form-text.js';
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
  /** settings of the template that the form does not show */
  readonly hiddenSettings: Readonly<Record<string, SettingValue>>;
};

const DEFAULT_FIRST_NUMBER = '1';

/** Reads the fields of a template from the form; without a group field, the group stays unchanged. */
export function readTemplateForm({ data, protocol, settings, hiddenSettings }: TemplateFormValues): TemplateFields {
  const values = settings.flatMap(([name, setting]) => {
    const text = readRawText(data, settingFieldName(name));
    // Surrounding spaces can be part of a text setting.
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
