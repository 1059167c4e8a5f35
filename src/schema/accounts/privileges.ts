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
