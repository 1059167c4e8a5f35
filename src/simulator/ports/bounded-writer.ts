import type { SimulatedLine } from './simulated-line.js';

/** for a line whose reader does not read */
const MAX_PENDING_BYTES = 65_536;

/** Writes to a line without waiting. Returns false if too many bytes are pending already; these bytes are lost. */
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
