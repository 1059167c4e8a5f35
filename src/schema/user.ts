/** What a user may do beyond reading what is in his scope. */
export const privileges = [
  'admin',
  'devices:write',
  'groups:write',
  'users:write',
  'ingest',
  'provision',
  'messages',
] as const;
export type Privilege = (typeof privileges)[number];

/** A user as it is kept, without any secret. */
export type User = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly disabled: boolean;
  readonly privileges: readonly Privilege[];
  /** sees this device alone */
  readonly deviceId: string | null;
  /** validity of the account, UTC; null: no end */
  readonly expires: string | null;
};

/** The present key of a user: its id is part of every token made with it, so a new key ends them. */
export type Credential = { readonly userId: string; readonly keyId: string; readonly hash: string };
