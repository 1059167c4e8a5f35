import type { UserView } from '../../schema/accounts/user.js';
import { AUTHOR_TYPES, GATEWAY_AUTHOR } from '../../schema/changes/change-query.js';
import { findUser } from '../user/find-user.js';

const WORDS: readonly string[] = [...AUTHOR_TYPES, GATEWAY_AUTHOR];
/** Of users and displays; one that is removed has changes, too. */
const GENERATED_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The authors as the API takes them: names of users become their ids. `users` is called if there are any. */
export async function authorsOf(text: string, users: () => Promise<readonly UserView[]>): Promise<string> {
  const names = text.split(',').map((name) => name.trim());
  const isKnown = (name: string): boolean => WORDS.includes(name) || GENERATED_ID.test(name);
  if (names.every(isKnown)) return names.join(',');
  const all = await users();
  return names.map((name) => (isKnown(name) ? name : findUser(all, name).id)).join(',');
}
