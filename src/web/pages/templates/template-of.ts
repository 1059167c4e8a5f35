import type { Template } from '../../../schema/template.js';
import { textOf, textOrNull } from '../../format/form-text.js';
import { textIn } from '../bench/bench-data.js';
import { settingField, settingValue, type SettingValue, type SettingView } from './setting-value.js';

export type TemplateFields = Pick<
  Template,
  'name' | 'description' | 'protocol' | 'settings' | 'deviceId' | 'deviceName' | 'firstNumber'
> &
  Partial<Pick<Template, 'group'>>;

export type TemplateForm = {
  readonly data: FormData;
  readonly protocol: string;
  readonly settings: readonly (readonly [string, SettingView])[];
  /** settings that the form does not show */
  readonly kept: Readonly<Record<string, SettingValue>>;
};

const FIRST = '1';

/** What the form says of a template. The group is left out where there was none to choose from. */
export function templateOf({ data, protocol, settings, kept }: TemplateForm): TemplateFields {
  const values = settings.flatMap(([name, setting]) => {
    const text = textIn(data, settingField(name));
    // Spaces around a text may be meant.
    const value = settingValue(setting, setting.type === 'string' ? text : text.trim());
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: textOf(data, 'name'),
    description: textOf(data, 'description'),
    protocol,
    settings: { ...kept, ...Object.fromEntries(values) },
    deviceId: textOrNull(data, 'deviceId'),
    deviceName: textOrNull(data, 'deviceName'),
    firstNumber: Number(textOf(data, 'firstNumber') || FIRST),
    ...(data.has('group') && { group: textOrNull(data, 'group') }),
  };
}
