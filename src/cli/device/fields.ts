import type { Command } from 'commander';
import { noneToNull, parseNumber, parseOrNone, parseTag, type None, type Tags } from '../options/option-values.js';

/** What options say of the fields of a device. */
export type DeviceFields = {
  readonly name?: string;
  readonly description?: string;
  readonly min?: string;
  readonly tag?: Tags;
  readonly expires?: string;
  readonly dailyEmailLimit?: number | None;
  readonly dailySmsLimit?: number | None;
};

const parseLimit = (option: string) => parseOrNone(parseNumber(option, { min: 0, max: 1_000_000, whole: true }));

export const deviceFields = (command: Command): Command =>
  command
    .option('--name <text>', 'what people call it')
    .option('--description <text>')
    .option('--min <number>', 'its telephone number')
    .option('--tag <name=value>', 'a note; repeat it for more; NAME= takes it away', parseTag('--tag'))
    .option('--expires <time>', 'ISO 8601: valid until then; none: for good')
    .option('--daily-email-limit <n>', 'emails a day; none: no limit', parseLimit('--daily-email-limit'))
    .option('--daily-sms-limit <n>', 'SMS segments a day; none: no limit', parseLimit('--daily-sms-limit'));

/** The same as the API takes it, as a whole or as a Merge Patch: what was not said is not in it. */
export function deviceBody(fields: DeviceFields): Readonly<Record<string, unknown>> {
  const { name, description, min, tag, expires, dailyEmailLimit, dailySmsLimit } = fields;
  const limits = {
    ...(dailyEmailLimit !== undefined && { dailyEmailLimit: noneToNull(dailyEmailLimit) }),
    ...(dailySmsLimit !== undefined && { dailySmsLimit: noneToNull(dailySmsLimit) }),
  };
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(min !== undefined && { min }),
    ...(tag !== undefined && { tags: tag }),
    ...(expires !== undefined && { expires: noneToNull(expires) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
