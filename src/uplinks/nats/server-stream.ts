/** Checks what a NATS server sends before the client's parser sees it. */
export type ServerStream = {
  /** Takes the next bytes; false: the client must not see them. */
  readonly push: (bytes: Uint8Array) => boolean;
};

/** Servers take messages of 1 MiB unless they are set up for more, and a record is far smaller. */
export const MAX_MESSAGE_BYTES = 1_048_576;
/** INFO is the longest line: it has the addresses of a cluster. */
export const MAX_LINE_BYTES = 65_536;

const LF = 10;
const OPERATIONS = ['+OK', '-ERR ', 'PING', 'PONG', 'INFO ', 'MSG ', 'HMSG '] as const;
/**
 * The client collects a line or a message without a bound, and when it cannot parse one, it prints it to the terminal, stops
 * parsing and collects on. https://docs.nats.io/reference/reference-protocols/nats-protocol
 */
export function createServerStream(): ServerStream {
  let line = '';
  /** of the payload and the byte after it, whatever it is */
  let payloadLeft = 0;
  /** The rest of a message, to the end of its line, has no meaning for the client. */
  let isRest = false;

  function endLine(): boolean {
    const ended = line;
    line = '';
    if (/^INFO /i.test(ended)) return isJson(ended.slice(5));
    if (!/^H?MSG /i.test(ended)) return true;
    const bytes = payloadBytes(ended);
    if (bytes === undefined || bytes > MAX_MESSAGE_BYTES) return false;
    payloadLeft = bytes + 1;
    return true;
  }

  return {
    push(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (payloadLeft > 0) {
          const taken = Math.min(payloadLeft, bytes.length - at);
          at += taken;
          payloadLeft -= taken;
          isRest = payloadLeft === 0;
          continue;
        }
        const end = bytes.indexOf(LF, at);
        const stop = end < 0 ? bytes.length : end;
        if (!isRest) {
          if (line.length + stop - at > MAX_LINE_BYTES) return false;
          line += Buffer.from(bytes.buffer, bytes.byteOffset + at, stop - at).toString('latin1');
          if (!isOperation(line)) return false;
          if (end >= 0 && !endLine()) return false;
        } else if (end >= 0) isRest = false;
        at = stop + 1;
      }
      return true;
    },
  };
}

/** The line is one of the protocol, or the beginning of one. */
function isOperation(line: string): boolean {
  const start = line.slice(0, 5).toUpperCase();
  return OPERATIONS.some((operation) => start.startsWith(operation) || operation.startsWith(start));
}

/** `MSG subject sid [reply] bytes`, `HMSG subject sid [reply] header-bytes bytes`; undefined: none of them. */
function payloadBytes(line: string): number | undefined {
  // Servers separate the parts by more than one space, too.
  const [operation = '', ...parts] = line.split(/[ \t\r]+/).filter((part) => part !== '');
  const isHeaded = operation.length === 4;
  const [most, sid] = [isHeaded ? 5 : 4, parts[1]];
  const sizes = parts.slice(isHeaded ? -2 : -1);
  if (parts.length !== most && parts.length !== most - 1) return undefined;
  if (![sid, ...sizes].every((part = '') => /^\d{1,15}$/.test(part))) return undefined;
  const [headerBytes = 0, bytes = headerBytes] = sizes.map(Number);
  return headerBytes <= bytes ? bytes : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
