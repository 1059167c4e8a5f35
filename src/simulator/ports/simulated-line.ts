/** What a simulated tracker is attached to: a virtual port, or a real one at the far end of a cable. */
export type SimulatedLine = {
  /** Resolves when the line has taken everything: a reader that holds back holds the writer. Lost while unplugged. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Hears what the reader says, also after the line was unplugged and put back. */
  readonly onData: (listener: (bytes: Uint8Array) => void) => void;
};
