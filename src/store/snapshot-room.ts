import { diskSpaceOf } from '../disk/space.js';
import type { GatewayMessage } from '../messages/message.js';
import { storeMessages } from './messages.js';

/** Besides the snapshots: names of files, their blocks, the mark of retention. */
const OTHER_BYTES = 131_072;

/**
 * The log leaves room for two snapshots, because retention deletes only what both cover: a log that took the last byte could
 * not be made smaller without a person. Returns why nothing may be written; null: there is room.
 */
export function noRoomFor(folder: string, snapshotBytes: number): GatewayMessage | null {
  const needed = 2 * snapshotBytes + OTHER_BYTES;
  try {
    const { freeBytes, totalBytes } = diskSpaceOf(folder);
    // A folder that is gone has no room, and another reason.
    if (totalBytes === 0 || freeBytes >= needed) return null;
    return storeMessages.noRoom({ free: kilobytes(freeBytes), kept: kilobytes(needed) });
  } catch {
    // A disk that does not report its room counts as roomy.
    return null;
  }
}

const kilobytes = (bytes: number): number => Math.floor(bytes / 1000);
