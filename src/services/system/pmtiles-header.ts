import { TILE_KINDS, type ArchiveFault, type Tiles } from '../../schema/system/map-archive.js';

/** Bytes of the header of a PMTiles archive, version 3 (its specification, chapter 3). */
export const HEADER_BYTES = 127;

const MAGIC = 'PMTiles';
const VERSION = 3;
/** Where the offset and the length of each section stand: root directory, metadata, leaf directories, tiles. */
const SECTIONS = [8, 24, 40, 56];
const INTERNAL_COMPRESSION = 97;
const TILE_COMPRESSION = 98;
const TILE_TYPE = 99;
const COORDINATE = 1e-7;
/** Tiles of a higher zoom have no number that a double holds. */
const MAX_ZOOM = 26;
/** 1: none, 2: gzip; browsers unpack nothing else by themselves. */
const isNoneOrGzip = (compression: number): boolean => compression === 1 || compression === 2;

export type PmtilesHeader = { readonly tiles: Tiles; readonly fault: null } | { readonly fault: ArchiveFault };

const reject = (code: ArchiveFault['code'], what: string, remedy: string): PmtilesHeader => ({
  fault: { code, what, remedy },
});

/** `head`: the first bytes of a file of `size` bytes. Pictures may be said to be compressed in any way: they are not. */
export function readPmtilesHeader(bytes: Uint8Array, size: number): PmtilesHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    return reject('not_an_archive', 'is no PMTiles archive', 'make one with pmtiles extract or pmtiles convert');
  }
  const version = bytes[MAGIC.length] ?? 0;
  if (version !== VERSION) {
    return reject('other_version', `is PMTiles version ${version}, and 3 is read`, 'run pmtiles convert OLD NEW');
  }
  const end = bytes.length < HEADER_BYTES ? HEADER_BYTES : Math.max(...SECTIONS.map((at) => sectionEnd(view, at)));
  if (end > size) return reject('cut_off', `has ${size} bytes and should have ${end}`, 'copy it once more');

  const type = bytes[TILE_TYPE] ?? 0;
  const kind = TILE_KINDS[type - 1];
  if (kind === undefined) {
    return reject(
      'other_tiles',
      `has tiles of type ${type}`,
      `take one that has one of these: ${TILE_KINDS.join(', ')}`,
    );
  }
  const compressions = [INTERNAL_COMPRESSION, ...(kind === 'vector' ? [TILE_COMPRESSION] : [])];
  if (!compressions.every((at) => isNoneOrGzip(bytes[at] ?? 0))) {
    return reject('other_compression', 'is compressed in another way than gzip', 'make it with gzip');
  }
  const [minZoom = 0, maxZoom = 0] = bytes.subarray(100, 102);
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => view.getInt32(at, true) * COORDINATE) as [
    number,
    number,
    number,
    number,
  ];
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM) {
    return reject('damaged', `says zooms ${minZoom} to ${maxZoom}`, 'make it anew');
  }
  return { tiles: { kind, minZoom, maxZoom, ...boundsOf(west, south, east, north) }, fault: null };
}

/** Where a section ends. What is over 2^53 is beyond the end of any file. */
function sectionEnd(view: DataView, at: number): number {
  const offset = Number(view.getBigUint64(at, true));
  const length = Number(view.getBigUint64(at + 8, true));
  return length === 0 ? 0 : offset + length;
}

/** Some programs leave the bounds out: then it may be of anywhere. */
const boundsOf = (
  west: number,
  south: number,
  east: number,
  north: number,
): Omit<Tiles, 'kind' | 'minZoom' | 'maxZoom'> =>
  west < east && south < north ? { west, south, east, north } : { west: -180, south: -90, east: 180, north: 90 };
