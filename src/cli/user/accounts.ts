import type { Group } from '../../schema/devices/group.js';
import type { UserView } from '../../schema/accounts/user.js';

/** The accounts of a gateway, of one that runs or in the data folder of one that does not. What is refused is thrown. */
export type AccountDirectory = {
  /** those that may be seen */
  readonly users: () => Promise<readonly UserView[]>;
  readonly groups: () => Promise<readonly Pick<Group, 'id' | 'name'>[]>;
  /** `patch`: a JSON Merge Patch */
  readonly change: (userId: string, patch: Readonly<Record<string, unknown>>) => Promise<UserView>;
  /** a new API key; the former one and its tokens end */
  readonly issueKey: (userId: string) => Promise<string>;
  /** Tells what still keeps the user, or every administrator, from signing in. */
  readonly warnIfLockedOut: (user: UserView) => void;
};
