/** The connection of a simulated tracker: a virtual port, or a real port. */
export type SimulatedLine = {
  /** Resolves when all bytes are written, which a slow reader delays. Bytes are lost while unplugged. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Adds a listener for the reader's data, which stays after unplug and replug. */
  readonly onData: (listener: (bytes: Uint8Array) => void) => void;
};
