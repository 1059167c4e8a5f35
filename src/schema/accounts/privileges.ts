/**
 * What a user may do besides reading what is visible to them; `admin` includes all others. Without imports, because the
 * dashboard uses this file.
 */
export const PRIVILEGES = [
  'admin',
  'devices:write',
  'groups:write',
  'users:write',
  'ingest',
  'provision',
  'messages',
  'commands',
  'metrics',
] as const;
export type Privilege = (typeof PRIVILEGES)[number];

/** The names of the public documentation, each for several privileges. Every user can read, so `read` adds nothing. */
export const PRIVILEGE_SETS = {
  read: [],
  write: ['devices:write', 'groups:write', 'ingest', 'messages'],
  execute: ['commands', 'provision'],
} as const satisfies Readonly<Record<string, readonly Privilege[]>>;

/** What a user can be given, as stored and returned: privileges and names of sets. */
export const GRANTS = [...PRIVILEGES, 'read', 'write', 'execute'] as const;
export type Grant = (typeof GRANTS)[number];

const SETS: Readonly<Partial<Record<Grant, readonly Privilege[]>>> = { ...PRIVILEGE_SETS, admin: PRIVILEGES };

/** The privileges that a grant includes. */
export const privilegesOf = (grant: Grant): readonly Privilege[] => SETS[grant] ?? [grant as Privilege];

/** Does one of the grants include the privilege? Allocates nothing, because most requests ask. */
export function includesPrivilege(grants: readonly Grant[], privilege: Privilege): boolean {
  for (const grant of grants) {
    if (grant === privilege || SETS[grant]?.includes(privilege) === true) return true;
  }
  return false;
}
