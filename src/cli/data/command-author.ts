import { userInfo } from 'node:os';
import type { Author } from '../../schema/accounts/author.js';

/** Longer names, and other characters, are no account. */
const ACCOUNT = /^[\w.@\\$-]{1,64}$/;

/** The author of what a command changes in a data folder. With sudo, the account that called it. */
export const commandAuthor = (command: string, env: NodeJS.ProcessEnv = process.env): Author => ({
  type: 'command',
  account: ACCOUNT.test(env.SUDO_USER ?? '') ? String(env.SUDO_USER) : ownAccount(),
  command,
});

/** A user id without a name, as in a container, stands for itself. */
function ownAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
