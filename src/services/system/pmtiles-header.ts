import { TILE_KINDS, type ArchiveFault, type Tiles } from '../../schema/system/map-archive.js';

/** Bytes of the header of a PMTiles archive, version 3 (its specification, chapter 3). */
export const HEADER_BYTES = 127;

const MAGIC = 'PMTiles';
const VERSION = 3;
/** Positions of the offset and length of each section: root directory, metadata, leaf directories, tiles. */
const SECTIONS = [8, 24, 40, 56];
const INTERNAL_COMPRESSION = 97;
const TILE_COMPRESSION = 98;
const TILE_TYPE = 99;
const COORDINATE = 1e-7;
/** Tile ids of a higher zoom do not fit a double. */
const MAX_ZOOM = 26;
/** 1: none, 2: gzip. Browsers decompress no other format by themselves. */
const isNoneOrGzip = (compression: number): boolean => compression === 1 || compression === 2;

export type PmtilesHeader = { readonly tiles: Tiles; readonly fault: null } | { readonly fault: ArchiveFault };

const reject = (code: ArchiveFault['code'], what: string, remedy: string): PmtilesHeader => ({
  fault: { code, what, remedy },
});

/** `bytes`: the first bytes of a file of `size` bytes. The tile compression of picture tiles is ignored: it has no effect. */
export function readPmtilesHeader(bytes: Uint8Array, size: number): PmtilesHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    return reject('not_an_archive', 'is not a PMTiles archive', 'make one with pmtiles extract or pmtiles convert');
  }
  const version = bytes[MAGIC.length] ?? 0;
  if (version !== VERSION) {
    return reject('other_version', `is PMTiles version ${version} instead of 3`, 'run pmtiles convert OLD NEW');
  }
  const end = bytes.length < HEADER_BYTES ? HEADER_BYTES : Math.max(...SECTIONS.map((at) => sectionEnd(view, at)));
  if (end > size) return reject('cut_off', `has ${size} bytes instead of ${end}`, 'copy it again');

  const type = bytes[TILE_TYPE] ?? 0;
  const kind = TILE_KINDS[type - 1];
  if (kind === undefined) {
    return reject('other_tiles', `has tiles of type ${type}`, `use an archive with ${TILE_KINDS.join(', ')} tiles`);
  }
  const compressions = [INTERNAL_COMPRESSION, ...(kind === 'vector' ? [TILE_COMPRESSION] : [])];
  if (!compressions.every((at) => isNoneOrGzip(bytes[at] ?? 0))) {
    return reject('other_compression', 'is compressed with another format than gzip', 'make it with gzip');
  }
  const [minZoom = 0, maxZoom = 0] = bytes.subarray(100, 102);
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => view.getInt32(at, true) * COORDINATE) as [
    number,
    number,
    number,
    number,
  ];
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM) {
    return reject('damaged', `has invalid zooms ${minZoom} to ${maxZoom}`, 'make it again');
  }
  return { tiles: { kind, minZoom, maxZoom, ...boundsOf(west, south, east, north) }, fault: null };
}

/** The end of a section. Values over 2^53 lose precision, but are beyond the end of any file. */
function sectionEnd(view: DataView, at: number): number {
  const offset = Number(view.getBigUint64(at, true));
  const length = Number(view.getBigUint64(at + 8, true));
  return length === 0 ? 0 : offset + length;
}

/** Some programs leave the bounds out: then the whole world. */
const boundsOf = (
  west: number,
  south: number,
  east: number,
  north: number,
): Omit<Tiles, 'kind' | 'minZoom' | 'maxZoom'> =>
  west < east && south < north ? { west, south, east, north } : { west: -180, south: -90, east: 180, north: 90 };
