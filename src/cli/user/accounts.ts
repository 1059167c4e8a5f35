import type { Group } from '../../schema/devices/group.js';
import type { UserView } from '../../schema/accounts/user.js';

/** The accounts of a running gateway, or in the data folder of a stopped one. Errors are thrown. */
export type AccountDirectory = {
  /** the visible users */
  readonly users: () => Promise<readonly UserView[]>;
  readonly groups: () => Promise<readonly Pick<Group, 'id' | 'name'>[]>;
  /** `patch`: a JSON Merge Patch */
  readonly change: (userId: string, patch: Readonly<Record<string, unknown>>) => Promise<UserView>;
  /** Creates an API key and revokes the previous one with its tokens. */
  readonly issueKey: (userId: string) => Promise<string>;
  /** Creates a link that signs the user in once, and ends the previous one. */
  readonly createLink: (userId: string) => Promise<{ readonly link: string; readonly expires: string }>;
  /** Sets the password; the user's tokens and sessions end. `current`: of users who set their own without users:write. */
  readonly setPassword: (userId: string, password: string, current?: string) => Promise<void>;
  /** Prints what still prevents the sign-in of the user, or of all administrators. */
  readonly warnIfLockedOut: (user: UserView) => void;
};
