type ReplyHandlers = {
  readonly onLogin: (isAccepted: boolean) => void;
  /** the number of records that are stored */
  readonly onAcknowledged: (count: number) => void;
  /** the text of a command of codec 12 */
  readonly onCommand: (text: string) => void;
};

export type ReplyReader = {
  readonly push: (bytes: Uint8Array) => void;
  /** A new connection: its first reply is that to the login. */
  readonly reset: () => void;
};

const ACCEPTED = 1;
const COUNT_BYTES = 4;
const HEADER_BYTES = 8;
const CRC_BYTES = 4;
/** codec id, quantity, type and length of the text of a command */
const COMMAND_HEADER_BYTES = 7;
/** A longer packet is none. */
const MAX_DATA_BYTES = 8_192;

/** Reads the replies of a gateway over TCP, and its commands between them. */
export function createReplyReader({ onLogin, onAcknowledged, onCommand }: ReplyHandlers): ReplyReader {
  let rest: Buffer = Buffer.alloc(0);
  let hasLogin = false;

  /** Reads one reply; returns its length, or 0 if it is not complete. */
  function readOne(): number {
    if (!hasLogin) {
      hasLogin = true;
      onLogin(rest[0] === ACCEPTED);
      return 1;
    }
    if (rest.length < COUNT_BYTES) return 0;
    const count = rest.readUInt32BE(0);
    // No packet of a tracker is empty; a command starts with four zeros.
    if (count > 0) {
      onAcknowledged(count);
      return COUNT_BYTES;
    }
    if (rest.length < HEADER_BYTES) return 0;
    const length = rest.readUInt32BE(COUNT_BYTES);
    if (length > MAX_DATA_BYTES) return rest.length;
    const end = HEADER_BYTES + length;
    if (rest.length < end + CRC_BYTES) return 0;
    onCommand(rest.toString('utf8', HEADER_BYTES + COMMAND_HEADER_BYTES, end - 1));
    return end + CRC_BYTES;
  }

  return {
    push(bytes) {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length > 0) {
        const length = readOne();
        if (length === 0) return;
        rest = rest.subarray(length);
      }
    },
    reset() {
      rest = Buffer.alloc(0);
      hasLogin = false;
    },
  };
}

const UDP_ACKNOWLEDGEMENT_BYTES = 7;

/** The number of stored records of the packet with this id; undefined if the datagram is no acknowledgement of it. */
export function readUdpAcknowledgement(bytes: Uint8Array, packetId: number): number | undefined {
  const datagram = Buffer.from(bytes);
  if (datagram.length !== UDP_ACKNOWLEDGEMENT_BYTES || datagram.readUInt16BE(2) !== packetId) return undefined;
  return datagram[5] === (packetId & 0xff) ? datagram[6] : undefined;
}
