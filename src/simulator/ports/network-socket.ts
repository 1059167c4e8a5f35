/** A listener of a gateway. */
export type ListenerAddress = {
  readonly transport: 'tcp' | 'udp' | 'http';
  readonly host: string;
  readonly port: number;
};

/** What a simulated tracker sends on. */
export type OpenSocket = {
  readonly write: (bytes: Uint8Array, onWritten: () => void) => void;
  readonly close: () => void;
};
export type SocketEvents = {
  readonly onOpen: () => void;
  readonly onData: (bytes: Uint8Array) => void;
  readonly onClose: () => void;
};
