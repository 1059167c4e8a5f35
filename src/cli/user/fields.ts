import { Option, type Command } from 'commander';
import type { Group } from '../../schema/devices/group.js';
import { GRANTS } from '../../schema/accounts/privileges.js';
import { findGroup } from '../gateway/find-group.js';
import { noneToNull, parseNumber, parseOrNone, parseTag, type None, type Tags } from '../options/option-values.js';

/** The fields of a user, as options of a command. The names are those of the options. */
export type UserFields = {
  readonly name?: string;
  readonly email?: string;
  readonly country?: string;
  readonly timeZone?: string;
  readonly description?: string;
  readonly privileges?: readonly string[] | None;
  /** name or id */
  readonly group?: string;
  readonly deviceId?: string;
  readonly adminDevices?: number | None;
  readonly from?: string;
  readonly expires?: string;
  readonly disable?: true;
  readonly enable?: true;
  readonly disabledMessage?: string;
  readonly message?: string;
  readonly tag?: Tags;
};

const parseQuota = parseOrNone(parseNumber('--admin-devices', { min: 0, max: 1_000_000, whole: true }));

export const userFields = (command: Command): Command =>
  command
    .option(
      '--privileges <names>',
      `comma-separated list of ${GRANTS.join(',')}, or none`,
      parseOrNone((text) => text.split(',')),
    )
    .option('--group <name>', 'sees only the devices of this group; none: all devices')
    .option('--device-id <id>', 'sees only this device; none: all devices')
    .option('--admin-devices <n>', 'maximum devices this user may register (none: unlimited)', parseQuota)
    .option('--from <time>', 'ISO 8601: the account is valid from this time (none: no start date)')
    .option('--expires <time>', 'ISO 8601: the account is valid until this time (none: does not expire)')
    .addOption(new Option('--disable', 'block sign-in and revoke the tokens').conflicts('enable'))
    .option('--enable', 're-enable sign-in')
    .option('--disabled-message <text>', 'why sign-in is blocked; none: no reason')
    .option('--country <code>', 'ISO 3166-1, like ES or ESP')
    .option('--time-zone <name>', 'IANA, like Europe/Madrid')
    .option('--description <text>', 'free text; none: no text')
    .option('--message <text>', 'message for the user; none: no message')
    .option('--tag <name=value>', 'tag; repeatable; NAME= removes the tag', parseTag('--tag'));

const TEXT_FIELDS = ['name', 'email', 'country', 'timeZone'] as const;
const REMOVABLE_FIELDS = [
  'deviceId',
  'adminDevices',
  'from',
  'expires',
  'privileges',
  'description',
  'disabledMessage',
  'message',
] as const;

/** The request body of POST or PATCH (Merge Patch), with only the fields that an option sets. */
export function userBody(fields: UserFields, groups: readonly Pick<Group, 'id' | 'name'>[]) {
  const { group, tag, disable, enable } = fields;
  const entries = [
    ...TEXT_FIELDS.map((name) => [name, fields[name]] as const),
    ...REMOVABLE_FIELDS.map((name) => [name, noneToNull(fields[name])] as const),
  ];
  return {
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    ...(group !== undefined && { group: group === 'none' ? null : findGroup(groups, group).id }),
    ...(tag !== undefined && { tags: tag }),
    ...((disable ?? enable) === true && { disabled: disable === true }),
  } as Readonly<Record<string, unknown>>;
}
