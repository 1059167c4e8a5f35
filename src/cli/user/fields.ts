import { Option, type Command } from 'commander';
import type { Group } from '../../schema/devices/group.js';
import { PRIVILEGES } from '../../schema/accounts/privileges.js';
import { findGroup } from '../gateway/find-group.js';
import { noneToNull, parseNumber, parseOrNone, parseTag, type None, type Tags } from '../options/option-values.js';

/** What options say of the fields of a user. */
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
      `some of ${PRIVILEGES.join(',')}, or none`,
      parseOrNone((text) => text.split(',')),
    )
    .option('--group <name>', 'sees the devices of this group alone; none: of all')
    .option('--device-id <id>', 'sees this device alone; none: all')
    .option('--admin-devices <n>', 'how many devices he may register; none: as many as there are licences', parseQuota)
    .option('--from <time>', 'ISO 8601: the account is valid from then on; none: from ever')
    .option('--expires <time>', 'ISO 8601: the account is valid until then; none: for good')
    .addOption(new Option('--disable', 'he can not sign in, and his tokens end').conflicts('enable'))
    .option('--enable', 'he can again')
    .option('--disabled-message <text>', 'why')
    .option('--country <code>', 'ISO 3166-1, like ES')
    .option('--time-zone <name>', 'IANA, like Europe/Madrid')
    .option('--description <text>')
    .option('--message <text>', 'what he is to be told')
    .option('--tag <name=value>', 'a note; repeat it for more; NAME= takes it away', parseTag('--tag'));

const TEXT_FIELDS = ['name', 'email', 'country', 'timeZone', 'description', 'disabledMessage', 'message'] as const;
const REMOVABLE_FIELDS = ['deviceId', 'adminDevices', 'from', 'expires', 'privileges'] as const;

/** The same as the API takes it, as a whole or as a Merge Patch: what was not said is not in it. */
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
