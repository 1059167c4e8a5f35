import type { SimulatedLine } from './simulated-line.js';

/** Bytes that may wait for a line that does not take them. */
const MAX_PENDING_BYTES = 65_536;

/** Writes to a line without waiting. False: too much waits already, as nobody reads, so this is lost. */
export function createBoundedWriter(
  line: SimulatedLine,
  onError: (error: unknown) => void,
): (bytes: Uint8Array) => boolean {
  let pendingBytes = 0;
  return (bytes) => {
    if (pendingBytes + bytes.length > MAX_PENDING_BYTES) return false;
    pendingBytes += bytes.length;
    void line
      .write(bytes)
      .catch(onError)
      .finally(() => (pendingBytes -= bytes.length));
    return true;
  };
}
