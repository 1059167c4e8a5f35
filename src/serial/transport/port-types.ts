import type { GatewayMessage } from '../../messages/message.js';

export type Port = {
  /**
   * Queues bytes, or text as UTF-8, behind the earlier writes and passes them to the operating system. Rejects, and sends
   * nothing of them later, when the port is closed or when more than 16,384 bytes would wait for a peer that does not read.
   */
  write: (data: string | Uint8Array) => Promise<void>;
  /**
   * Stops reading; one more chunk may arrive. The operating system buffers the rest and, where it can, throttles the
   * sender. A loss is noticed only after `resume`.
   */
  pause: () => void;
  resume: () => void;
  /** Rejects when the device refuses or is gone; does nothing where the speed is not set by the gateway. */
  setBaudRate: (baudRate: number) => Promise<void>;
  /** True when all received bytes are delivered and the device has no more at present. */
  isIdle: () => boolean;
  /** False when the device is gone, or does not answer, although nothing has failed so far. */
  isAlive: () => Promise<boolean>;
  /** Resolves when other programs can open the device. No callback runs after this call. */
  close: () => Promise<void>;
};

export type OpenPortOptions = {
  readonly path: string;
  /** bit/s; null where the port has no speed */
  readonly baudRate: number | null;
  /** at most 4,096 bytes per call; the first call is after the promise of the port has resolved */
  readonly onData: (chunk: Uint8Array) => void;
  /** the port was lost, not closed by its owner; called at most once, after the device was closed */
  readonly onClose: (reason: GatewayMessage) => void;
};

export type OpenPort = (options: OpenPortOptions) => Promise<Port>;
