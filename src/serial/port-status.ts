import type { Counters } from '../protocols/protocol.js';

export type PortState = 'open' | 'opening' | 'busy' | 'absent' | 'error';

/** A port as an administrator sees it. */
export type PortStatus = {
  readonly path: string;
  /** the names under /dev/serial by which its device was last known */
  readonly by: readonly string[];
  readonly state: PortState;
  /** why it is not open, and the way out; null when it is */
  readonly reason: string | null;
  readonly protocol: string;
  readonly baudRate: number;
  /** the device it is bound to by configuration */
  readonly deviceId: string | null;
  readonly counters: Readonly<Counters>;
  /** UTC */
  readonly lastFrameAt: string | null;
};

/** One port of the configuration. */
export type PortConfig = {
  readonly path: string;
  /** the protocol's usual one when left out */
  readonly baudRate?: number;
  readonly protocol: string;
  readonly deviceId?: string;
};
