import type { Command } from 'commander';
import { CHANNELS, channelFieldNames, type ChannelField } from '../../schema/channels.js';
import { noneToNull, parseNumber, parseOrNone, parseTag, type None, type Tags } from '../options/option-values.js';

/** What options say of the fields of a device. */
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
    .option('--name <text>', 'what people call it')
    .option('--description <text>')
    .option('--min <number>', 'its telephone number')
    .option('--tag <name=value>', 'a note; repeat it for more; NAME= takes it away', parseTag('--tag'))
    .option('--expires <time>', 'ISO 8601: valid until then; none: for good');
  for (const { limitField, units } of Object.values(CHANNELS)) {
    // dailySmsLimit → --daily-sms-limit
    const option = `--${limitField.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    command.option(`${option} <n>`, `${units} per day; none: no limit`, parseLimit(option));
  }
  return command;
}

/** The same as the API takes it, as a whole or as a Merge Patch: what was not said is not in it. */
export function deviceBody(fields: DeviceFields): Readonly<Record<string, unknown>> {
  const { name, description, min, tag, expires } = fields;
  const limits = Object.fromEntries(
    channelFieldNames('limitField').flatMap((field) => {
      const limit = fields[field];
      return limit === undefined ? [] : [[field, noneToNull(limit)]];
    }),
  );
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(min !== undefined && { min }),
    ...(tag !== undefined && { tags: tag }),
    ...(expires !== undefined && { expires: noneToNull(expires) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
