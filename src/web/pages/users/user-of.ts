import type { Privilege, UserInput } from '../../../schema/user.js';
import { textOf, textOrNull } from '../../format/form-text.js';
import { instantFrom } from '../../format/local-input.js';
import type { Validity } from './standing.js';

export const privileges = [
  'admin',
  'devices:write',
  'groups:write',
  'users:write',
  'ingest',
  'provision',
  'messages',
] as const satisfies readonly Privilege[];

/** What the form says of a user, whose validity was `former`; what it does not say stays as it is. */
export function userOf(data: FormData, former: Validity = { from: null, expires: null }): UserInput {
  const text = (name: string): string => textOf(data, name);
  return {
    name: text('name'),
    email: text('email'),
    country: text('country'),
    timeZone: text('timeZone'),
    privileges: privileges.filter((one) => data.getAll('privileges').includes(one)),
    group: textOrNull(data, 'group'),
    deviceId: textOrNull(data, 'deviceId'),
    from: instantFrom(text('from'), former.from),
    expires: instantFrom(text('expires'), former.expires),
    disabled: data.has('disabled'),
  };
}
