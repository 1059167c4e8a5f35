import type { Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { DeadLetterView, UplinkTest, UplinkView } from '../../schema/uplinks/uplink.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';

/** Where an uplink continues: at its stored position, with the next record, with the oldest one, or after an entry. */
export type UplinkStart = 'cursor' | 'now' | 'start' | number;

/** The uplinks of the gateway. Changes require privilege `admin` of an unrestricted user. */
export type Uplinks = {
  readonly list: (user: User) => Result<readonly UplinkView[]>;
  /** Adds an uplink or replaces its settings; a secret that is left out stays if the url stays. Effective at once. */
  readonly put: (user: User, settings: UplinkSettings) => Promise<Result<UplinkView>>;
  readonly remove: (user: User, name: string) => Promise<Result<undefined>>;
  /** Connects with these settings, or with those that are stored, and closes the connection again; sends no record. */
  readonly test: (user: User, name: string, settings?: UplinkSettings) => Promise<Result<UplinkTest>>;
  readonly deadLetters: (user: User, name: string) => Result<readonly DeadLetterView[]>;
  /** Tries at once, and sends the dead letters again. */
  readonly retry: (user: User, name: string) => Promise<Result<UplinkView>>;
  /** Decides where an uplink continues, or begins a new generation of the store before it does. */
  readonly reset: (user: User, name: string, how: ResetUplink) => Promise<Result<UplinkView>>;
};

export type ResetUplink =
  | { readonly from: UplinkStart; readonly newGeneration?: false }
  | { readonly newGeneration: true; readonly from?: UplinkStart };
