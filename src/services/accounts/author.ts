import { plainAddress } from '../../domain/accounts/client-address.js';
import { isDisplay } from '../../domain/accounts/scope.js';
import type { Author, Via } from '../../schema/accounts/author.js';
import type { User } from '../../schema/accounts/user.js';

/** How a call was signed in, and from where. `key`: the name of the access key. */
export type Client = { readonly via: Via; readonly key?: string; readonly address: string };

/** The author of what a user, or a display, does. */
export function authorOf(user: User, { via, key, address: from }: Client): Author {
  const { id, name } = user;
  const address = plainAddress(from);
  if (isDisplay(user)) return { type: 'display', id, name, address };
  return { type: 'user', id, name, via, ...(key !== undefined && { key }), address };
}

/** A user that stands for another author, such as the far side of an uplink. */
export const withAuthor = (user: User, author: Author): User => Object.assign({ ...user }, { author });

export const givenAuthorOf = (user: object): Author | undefined =>
  'author' in user ? (user as { readonly author: Author }).author : undefined;

/** In the application log. */
export function describeAuthor(author: Author): string {
  switch (author.type) {
    case 'user':
      return `${author.name} (${author.key === undefined ? author.via : `key ${author.key}`}, ${author.address})`;
    case 'display':
      return `display ${author.name} (${author.address})`;
    case 'command':
      return `${author.account} (waypost ${author.command})`;
    case 'configuration':
      return 'the configuration';
    case 'uplink':
    case 'center':
      return [`${author.type} ${author.uplink}`, author.name].filter((text) => text !== '').join(': ');
  }
}
