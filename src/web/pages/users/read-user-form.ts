import { GRANTS } from '../../../schema/accounts/privileges.js';
import type { UserInput } from '../../../schema/accounts/user.js';
import { readText, readTextOrNull } from '../../format/form-text.js';
import { parseInstant } from '../../format/local-input.js';
import type { Validity } from './account-status.js';

/** Reads the fields of a user from the form; a validity date that was not edited keeps its milliseconds. */
export function readUserForm(data: FormData, previous: Validity = { from: null, expires: null }): UserInput {
  const text = (name: string): string => readText(data, name);
  return {
    name: text('name'),
    email: text('email'),
    country: text('country'),
    timeZone: text('timeZone'),
    privileges: GRANTS.filter((name) => data.getAll('privileges').includes(name)),
    group: readTextOrNull(data, 'group'),
    deviceId: readTextOrNull(data, 'deviceId'),
    from: parseInstant(text('from'), previous.from),
    expires: parseInstant(text('expires'), previous.expires),
    disabled: data.has('disabled'),
  };
}
