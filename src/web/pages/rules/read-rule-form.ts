import { CHANNELS, channelFields, type ChannelField } from '../../../schema/channels.js';
import type { NotificationRuleInput } from '../../../schema/messages/notification-rule.js';
import { readText } from '../../format/form-text.js';

/** Reads the fields of a rule from the form. */
export function readRuleForm(data: FormData, devices: ReadonlySet<string>): Required<RuleFormFields> {
  const ticked = (name: string): string[] => data.getAll(name).filter((value) => typeof value === 'string');
  const names = [...ticked('alerts'), ...splitValues(readText(data, 'otherAlerts'), /\n/)];
  const isAllDevices = readText(data, 'about') === 'all';
  return {
    name: readText(data, 'name'),
    enabled: data.has('enabled'),
    alerts: readText(data, 'when') === 'all' ? 'all' : [...new Set(names)],
    devices: isAllDevices ? 'all' : [...devices],
    groups: isAllDevices ? [] : ticked('groups'),
    ...channelFields('recipientsField', (channel) => {
      const { recipientsField, recipientsFrom, address } = CHANNELS[channel];
      if (recipientsFrom === 'administrators') return ticked(recipientsField);
      return splitValues(address.clean(readText(data, recipientsField)), /[\s,;]/);
    }),
    quietMinutes: Number(readText(data, 'quietMinutes')),
  };
}

export type RuleFormFields = Pick<
  NotificationRuleInput,
  'name' | 'enabled' | 'alerts' | 'devices' | 'groups' | ChannelField<'recipientsField'> | 'quietMinutes'
>;

/** The distinct values, in their order. */
function splitValues(text: string, between: RegExp): string[] {
  const all = text.split(between).map((value) => value.trim());
  return [...new Set(all.filter((value) => value !== ''))];
}
