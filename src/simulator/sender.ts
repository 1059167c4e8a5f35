import type { Line } from './line.js';

/** Bytes that may wait for a line that does not take them. */
const maxWaiting = 65_536;

/** Writes to a line without waiting. False: too much waits already, as nobody reads, so this is lost. */
export function createSender(line: Line, onError: (error: unknown) => void): (bytes: Uint8Array) => boolean {
  let waiting = 0;
  return (bytes) => {
    if (waiting + bytes.length > maxWaiting) return false;
    waiting += bytes.length;
    void line
      .write(bytes)
      .catch(onError)
      .finally(() => (waiting -= bytes.length));
    return true;
  };
}
