export type Port = {
  /**
   * Hands bytes, or text as UTF-8, to the operating system, after what was handed over before. Rejects, with nothing
   * of it sent later, when the port is closed or when more than `maxWaiting` bytes already wait for a peer that does
   * not read.
   */
  write: (data: string | Uint8Array) => Promise<void>;
  /**
   * Stops reading; one chunk may follow. The operating system keeps what comes, and holds the sender up where it can.
   * A loss is noticed when reading goes on.
   */
  pause: () => void;
  resume: () => void;
  /** Rejects when the device refuses, or is gone; does nothing where the speed is not set from here. */
  setBaudRate: (baudRate: number) => Promise<void>;
  /** Everything that came was handed over, and the device has nothing more at present. */
  isIdle: () => boolean;
  /** Resolves when the device is free for others. Nothing is reported from the call on. */
  close: () => Promise<void>;
};

export type OpenPortOptions = {
  readonly path: string;
  /** bit/s; null where the line has no speed */
  readonly baudRate: number | null;
  /** at most 4,096 bytes at a time; nothing is handed over before the promise of the port has resolved */
  readonly onData: (chunk: Uint8Array) => void;
  /** the port is lost (not: closed by its owner); at most once, and after the device was given back */
  readonly onClose: (reason: string) => void;
};

export type OpenPort = (options: OpenPortOptions) => Promise<Port>;
