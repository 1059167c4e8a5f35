import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { errnoOf, success, type Result } from '../errors.js';
import { zoneFileErrors } from './messages.js';

const inflate = promisify(inflateRaw);

/** Records of a zip archive (APPNOTE 6.3.10): a local file (4.3.7), a file of the directory (4.3.12), its end (4.3.16). */
const LOCAL = 0x04034b50;
const FILE = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const FILE_BYTES = 46;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_FILES = 1_000;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** Is it a zip archive, whatever type it was sent as? */
export const isZip = (bytes: Buffer): boolean => bytes.length >= END_BYTES && bytes.readUInt32LE(0) === LOCAL;

type Packed = { readonly method: number; readonly isEncrypted: boolean; readonly bytes: Buffer };

/**
 * The KML file of a KMZ archive: `doc.kml`, or the first one that ends with .kml (OGC KML 2.3, annex C). Nothing else is
 * unpacked, and no more than `maxBytes`.
 */
export async function readKmz(archive: Buffer, maxBytes: number): Promise<Result<Buffer>> {
  let packed: Packed | undefined;
  try {
    packed = findKml(archive);
  } catch (error) {
    // Of a read beyond the end of the archive.
    if (!(error instanceof RangeError)) throw error;
    return zoneFileErrors.archiveDamaged();
  }
  if (packed === undefined) return zoneFileErrors.archiveEmpty();
  const { method, isEncrypted, bytes } = packed;
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) return zoneFileErrors.archiveLocked();
  if (method === STORED)
    return bytes.length > maxBytes ? zoneFileErrors.archiveTooLarge({ limit: maxBytes }) : success(bytes);
  try {
    return success(await inflate(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    return errnoOf(error) === 'ERR_BUFFER_TOO_LARGE'
      ? zoneFileErrors.archiveTooLarge({ limit: maxBytes })
      : zoneFileErrors.archiveDamaged();
  }
}

/** @throws RangeError if the archive ends early */
function findKml(archive: Buffer): Packed | undefined {
  let end = archive.length - END_BYTES;
  while (archive.readUInt32LE(end) !== END) {
    end -= 1;
    if (end < archive.length - END_BYTES - MAX_COMMENT) return undefined;
  }
  let at = archive.readUInt32LE(end + 16);
  let first: number | undefined;
  for (let left = Math.min(archive.readUInt16LE(end + 10), MAX_FILES); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== FILE) break;
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + FILE_BYTES, at + FILE_BYTES + nameBytes).toLowerCase();
    if (name === 'doc.kml') return unpackable(archive, at);
    if (name.endsWith('.kml')) first ??= at;
    at += FILE_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return first === undefined ? undefined : unpackable(archive, first);
}

/** `at`: of the file in the directory. The lengths of its name and extra field differ from those before its bytes. */
function unpackable(archive: Buffer, at: number): Packed {
  const local = archive.readUInt32LE(at + 42);
  const from = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return {
    method: archive.readUInt16LE(at + 10),
    isEncrypted: (archive.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
    bytes: archive.subarray(from, from + archive.readUInt32LE(at + 20)),
  };
}
