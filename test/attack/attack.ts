import type { Client } from '../support/api/client.js';

export type Account = { readonly id: string; readonly token: string };

/** What the attackers know and may use. Everything in it can be sent to another process. */
export type Target = {
  readonly host: string;
  readonly port: number;
  /** signed in, without a privilege, restricted to `DEVICES.own` */
  readonly plain: Account;
  /** the same with the privilege `messages` */
  readonly messenger: Account;
  /** signed in with `devices:write` */
  readonly registrar: Account;
  /** the same with `messages`, and without a restriction */
  readonly dispatcher: Account;
  /** signed in with `ingest`, like the uplink of a gateway */
  readonly forwarder: Account;
  /** trackers connect to this TCP port and send JSON lines */
  readonly listenerPort: number;
  /** the gateway reads JSON lines of trackers from these TCP ports of 127.0.0.1, where the attacker listens */
  readonly trackerPorts: readonly number[];
  /** uplinks lead to this TCP port of 127.0.0.1, where the attacker listens */
  readonly farSidePort: number;
  /** the part of its connections that the attack opens */
  readonly scale: number;
  /** how long the attack lasts */
  readonly seconds: number;
};

/** `own`: of the attackers; `victim`: of others, with history and a notification rule for SOS */
export const DEVICES = { own: 'attacker-1', victim: 'victim-1' } as const;
/** locations of the victim before the attack, one a minute from this time */
export const VICTIM_FIXES = 50;
export const VICTIM_FROM = Date.UTC(2026, 10, 20);

/** What a test can look at after an attack, while what was sent still holds. */
export type Aftermath = {
  readonly admin: Client;
  readonly target: Target;
};

/** One way to abuse a gateway. */
export type Attack = {
  /** completes "under …" */
  readonly title: string;
  /** what the attacker has: a network connection, an account, a cable to a port, or what an uplink leads to */
  readonly by: 'stranger' | 'user' | 'tracker' | 'far side';
  /** in addition to the configuration of every attack */
  readonly config?: object;
  /** Stores what the attack needs, before it begins. */
  readonly prepare?: (admin: Client, target: Target) => Promise<void>;
  /** Runs in a process of its own; resolves when the time is over, with what it saw. */
  readonly run: (target: Target) => Promise<Readonly<Record<string, number>>>;
  /** What the administrator does during the attack. */
  readonly meanwhile?: (admin: Client, target: Target) => Promise<void>;
  /** What must still be so, in addition to what is checked after every attack. */
  readonly verify?: (aftermath: Aftermath) => Promise<void>;
};
