import { type Command, Option } from 'commander';
import { CHANNELS, channelFieldNames, type ChannelField } from '../../schema/channels.js';
import type { Group } from '../../schema/devices/group.js';
import { QUIET_MINUTES } from '../../schema/messages/quiet-minutes.js';
import { findGroup } from '../gateway/find-group.js';
import { parseList, parseListOrAll, parseNumber } from '../options/option-values.js';

type ListOrAll = 'all' | readonly string[];

/** The fields of a notification rule, as options of a command. The names are those of the options. */
export type RuleFields = Readonly<Partial<Record<ChannelField<'recipientsField'>, readonly string[]>>> & {
  readonly alerts?: ListOrAll;
  readonly devices?: ListOrAll;
  readonly groups?: readonly string[];
  readonly quietMinutes?: number;
  readonly enable?: true;
  readonly disable?: true;
};

export function ruleFields(command: Command): Command {
  command
    .option(
      '--alerts <names>',
      'alerts, separated by commas; all: any alert except those of daily limits',
      parseListOrAll,
    )
    .option('--devices <ids>', 'devices, separated by commas; all: any device', parseListOrAll)
    .option('--groups <names>', 'groups whose devices count, by name or id; none: no group', parseList);
  for (const { recipientsField, labels } of Object.values(CHANNELS))
    command.option(`--${recipientsField} <list>`, `${labels.recipients}, separated by commas; none: no one`, parseList);
  return command
    .option(
      '--quiet-minutes <n>',
      'minutes until the same alert of a device notifies again; doubles with each repeat',
      parseNumber('--quiet-minutes', { ...QUIET_MINUTES, whole: true, unit: 'minutes' }),
    )
    .addOption(new Option('--disable', 'keep the rule, but send nothing').conflicts('enable'))
    .option('--enable', 'send messages');
}

/** The request body of POST or PATCH (Merge Patch), with only the fields that an option sets. */
export function ruleBody(fields: RuleFields, groups: readonly Group[]): Readonly<Record<string, unknown>> {
  const { alerts, devices, groups: names, quietMinutes, enable, disable } = fields;
  const recipients = channelFieldNames('recipientsField').flatMap((field) => {
    const list = fields[field];
    return list === undefined ? [] : [[field, list] as const];
  });
  return {
    ...(alerts !== undefined && { alerts }),
    ...(devices !== undefined && { devices }),
    ...(names !== undefined && { groups: names.map((name) => findGroup(groups, name).id) }),
    ...Object.fromEntries(recipients),
    ...(quietMinutes !== undefined && { quietMinutes }),
    ...(enable === true && { enabled: true }),
    ...(disable === true && { enabled: false }),
  };
}
