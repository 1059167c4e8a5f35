import { success } from '../../../src/errors.js';
import type { NamedSecrets } from '../../../src/store/secrets.js';

/** Has no secrets and forgets those it is given. */
export const noNamedSecrets: NamedSecrets = {
  get: () => ({ secrets: {}, receiver: undefined }),
  save: () => Promise.resolve(success(undefined)),
};
