import { isAdministrator } from '../../domain/scope.js';
import type { User } from '../../schema/user.js';
import type { ReadonlyState } from '../../store/state.js';
import { inShell } from '../in-shell.js';

/**
 * What still keeps a user from signing in, and if nothing does, why no administrator at all can; with the command that
 * sets it right in the data folder `data`. undefined: all is well. `now`: ms since 1970.
 */
export function adviceFor(
  userId: string,
  { users, credentials }: Pick<ReadonlyState, 'users' | 'credentials'>,
  now: number,
  data: string,
): string | undefined {
  const user = users.get(userId);
  if (user === undefined) return undefined;
  const where = `--data ${inShell(data)}`;
  const closed = closedBy(user, now);
  if (closed !== undefined) {
    return `${user.name} can not sign in: ${closed.why}: waypost user set ${inShell(user.name)} ${closed.options} ${where}`;
  }
  if (!credentials.has(userId)) {
    return `${user.name} can not sign in: there is no API key: waypost key new ${inShell(user.name)} ${where}`;
  }
  const all = [...users.values()];
  if (all.some((one) => isAdministrator(one, now) && credentials.has(one.id))) return undefined;
  const { name } = all.find(({ privileges }) => privileges.includes('admin')) ?? user;
  return (
    `no administrator can sign in: waypost user set ${inShell(name)} --privileges admin --group none --device-id none ` +
    `--enable --from none --expires none ${where}, then waypost key new ${inShell(name)} ${where}`
  );
}

type Closed = { readonly why: string; readonly options: string };

function closedBy({ disabled, from, expires }: User, now: number): Closed | undefined {
  const reasons = [
    ...(disabled ? [{ why: 'the account is disabled', options: '--enable' }] : []),
    ...(from !== null && Date.parse(from) > now
      ? [{ why: `the account is valid from ${from} on`, options: '--from none' }]
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
