/** The connection of a simulated tracker: a virtual port, a real port, or a connection to a listener. */
export type SimulatedLine = {
  /** Resolves when all bytes are written, which a slow reader delays. Bytes are lost while unplugged. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Adds a listener for the reader's data, which stays after unplug and replug. */
  readonly onData: (listener: (bytes: Uint8Array) => void) => void;
  /** Calls the listener for each connection to a listener of the gateway, from the one that is open on. */
  readonly onConnect?: (listener: () => void) => void;
  /** each write is one datagram */
  readonly isDatagram?: true;
};
