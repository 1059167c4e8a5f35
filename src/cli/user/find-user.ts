import { caseFold } from '../../domain/case-fold.js';
import { WaypostError } from '../../errors.js';
import type { UserView } from '../../schema/accounts/user.js';

/** Finds a user by name or email, in any case, or by id. Throws an error that lists the users. */
export function findUser(users: readonly UserView[], text: string): UserView {
  const searchName = caseFold(text);
  const found = users.find(({ id, name, email }) => id === text || [name, email].map(caseFold).includes(searchName));
  if (found !== undefined) return found;
  const names = users.map(({ name }) => name);
  const hint = names.length > 10 ? 'waypost user list shows the users' : `existing users are ${names.join(', ')}`;
  throw new WaypostError('not_found', `user ${text} not found: ${hint}`);
}
