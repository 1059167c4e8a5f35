import type { Command } from 'commander';
import { CHANNELS, QUOTA_CHANNELS, channelFieldNames, type ChannelField } from '../../schema/channels.js';
import { noneToNull, parseNumber, parseOrNone, parseTag, type None, type Tags } from '../options/option-values.js';

/** The fields of a device, as options of a command. The names are those of the options. */
export type DeviceFields = LimitFields & {
  readonly name?: string;
  readonly description?: string;
  readonly min?: string;
  readonly tag?: Tags;
  readonly expires?: string;
};

type LimitFields = Readonly<Partial<Record<ChannelField<'limitField'>, number | None>>>;

const parseLimit = (option: string) => parseOrNone(parseNumber(option, { min: 0, max: 1_000_000, whole: true }));

export function deviceFields(command: Command): Command {
  command
    .option('--name <text>', 'display name; none: the id')
    .option('--description <text>', 'free text; none: no text')
    .option('--min <number>', 'telephone number of the tracker; none: no number')
    .option('--tag <name=value>', 'tag; repeatable; NAME= removes the tag', parseTag('--tag'))
    .option('--expires <time>', 'ISO 8601: valid until this time; none: does not expire');
  for (const { limitField, labels } of QUOTA_CHANNELS.map((channel) => CHANNELS[channel])) {
    // dailySmsLimit → --daily-sms-limit
    const option = `--${limitField.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    command.option(`${option} <n>`, `${labels.units} per day; none: no limit`, parseLimit(option));
  }
  return command;
}

/** The request body of POST or PATCH (Merge Patch), with only the fields that an option sets. */
export function deviceBody(fields: DeviceFields): Readonly<Record<string, unknown>> {
  const { name, description, min, tag, expires } = fields;
  const limits = Object.fromEntries(
    channelFieldNames('limitField').flatMap((field) => {
      const limit = fields[field];
      return limit === undefined ? [] : [[field, noneToNull(limit)]];
    }),
  );
  return {
    ...(name !== undefined && { name: noneToNull(name) }),
    ...(description !== undefined && { description: noneToNull(description) }),
    ...(min !== undefined && { min: noneToNull(min) }),
    ...(tag !== undefined && { tags: tag }),
    ...(expires !== undefined && { expires: noneToNull(expires) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
