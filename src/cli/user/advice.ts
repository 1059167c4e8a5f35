import { isAdministrator } from '../../domain/accounts/scope.js';
import type { User } from '../../schema/accounts/user.js';
import type { ReadonlyState } from '../../store/state/state.js';
import { shellQuote } from '../terminal/shell-quote.js';

type SignInFields = 'users' | 'credentials' | 'passwords' | 'signInLinks';

/**
 * Why a user cannot sign in, or else why no administrator can, with the command that fixes it in the data folder `data`.
 * undefined: no problem. `now`: ms since 1970.
 */
export function signInAdvice(
  userId: string,
  { users, credentials, passwords, signInLinks }: Pick<ReadonlyState, SignInFields>,
  now: number,
  data: string,
): string | undefined {
  const user = users.get(userId);
  if (user === undefined) return undefined;
  const where = `--data ${shellQuote(data)}`;
  const block = signInBlock(user, now);
  if (block !== undefined) {
    return `${user.name} cannot sign in: ${block.why}: waypost user set ${shellQuote(user.name)} ${block.options} ${where}`;
  }
  const hasSecret = (id: string): boolean => credentials.has(id) || passwords.has(id) || signInLinks.has(id);
  if (!hasSecret(userId)) {
    return `${user.name} cannot sign in: no API key and no password: waypost key new ${shellQuote(user.name)} ${where}`;
  }
  const all = [...users.values()];
  if (all.some((other) => isAdministrator(other, now) && hasSecret(other.id))) return undefined;
  const { name } = all.find(({ privileges }) => privileges.includes('admin')) ?? user;
  return (
    `no administrator can sign in: waypost user set ${shellQuote(name)} --privileges admin --group none --device-id none ` +
    `--enable --from none --expires none ${where}, then waypost key new ${shellQuote(name)} ${where}`
  );
}

type SignInBlock = { readonly why: string; readonly options: string };

function signInBlock({ disabled, from, expires }: User, now: number): SignInBlock | undefined {
  const reasons = [
    ...(disabled ? [{ why: 'the account is disabled', options: '--enable' }] : []),
    ...(from !== null && Date.parse(from) > now
      ? [{ why: `the account is valid only from ${from}`, options: '--from none' }]
      : []),
    ...(expires !== null && Date.parse(expires) <= now
      ? [{ why: `the account expired on ${expires}`, options: '--expires none' }]
      : []),
  ];
  if (reasons.length === 0) return undefined;
  return {
    why: reasons.map(({ why }) => why).join(', '),
    options: reasons.map(({ options }) => options).join(' '),
  };
}
