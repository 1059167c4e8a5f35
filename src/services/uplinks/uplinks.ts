import type { Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { DeadLetterView, UplinkTest, UplinkView } from '../../schema/uplinks/uplink.js';
import type { UplinkInput, UplinkStart } from '../../schema/uplinks/uplink-input.js';

/** The uplinks of the gateway. Unrestricted users read their state; changes require privilege `admin`. */
export type Uplinks = {
  /** of all uplinks, for the gateway itself */
  readonly readings: () => readonly UplinkReading[];
  /** Calls `listener` with the name of an uplink with another state, at most once a second; returns the function that ends it. */
  readonly subscribe: (listener: (name: string) => void) => () => void;
  /** Those of the configuration first; users without privilege `admin` get no settings. */
  readonly list: (user: User) => Result<readonly UplinkView[]>;
  /** Adds an uplink or replaces its settings; a secret that is left out stays if its receiver stays. Effective at once. */
  readonly put: (user: User, name: string, input: UplinkInput) => Promise<Result<UplinkView>>;
  readonly remove: (user: User, name: string) => Promise<Result<undefined>>;
  /** Connects with these settings, or with those that are stored, and closes the connection again; sends no record. */
  readonly test: (user: User, name: string, input?: UplinkInput) => Promise<Result<UplinkTest>>;
  readonly deadLetters: (user: User, name: string) => Result<readonly DeadLetterView[]>;
  /** Tries at once, and sends the dead letters again, or those of one device. */
  readonly retry: (user: User, name: string, deviceId?: string) => Promise<Result<UplinkView>>;
  /** Decides where an uplink continues, or begins a new generation of the store before it does. */
  readonly reset: (user: User, name: string, how: ResetUplink) => Promise<Result<UplinkView>>;
};

/** What one uplink has done in this run, besides its status. */
export type UplinkTotals = {
  /** records */
  readonly refused: number;
  /** of the JSON of the records sent */
  readonly bytes: number;
  /** further counters of the sink, by name */
  readonly sink: Readonly<Record<string, number>>;
};

/** One uplink for health, metrics and events: without its settings. */
export type UplinkReading = Pick<UplinkView, 'name' | 'type'> & UplinkStatus & { readonly totals: UplinkTotals };

export type ResetUplink =
  | { readonly from: UplinkStart; readonly newGeneration?: false }
  | { readonly newGeneration: true; readonly from?: UplinkStart };

/** What is known of an uplink besides its settings. */
export type UplinkStatus = Omit<UplinkView, 'name' | 'type' | 'source' | 'settings' | 'secrets'>;

/** The forwarders, by the name of their uplink; each has one, also while it is switched off. */
export type UplinkForwarders = {
  readonly status: (name: string) => UplinkStatus;
  readonly totals: (name: string) => UplinkTotals;
  readonly deadLetters: (name: string) => readonly DeadLetterView[];
  readonly retry: (name: string, deviceId?: string) => Promise<Result<undefined>>;
  readonly reset: (name: string, how: ResetUplink, user: User) => Promise<Result<undefined>>;
};
