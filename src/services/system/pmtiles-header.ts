import type { GatewayMessage } from '../../messages/message.js';
import { TILE_KINDS, type ArchiveFault, type Tiles } from '../../schema/system/map-archive.js';
import { archiveMessages as messages } from './messages.js';

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

export type PmtilesFault = {
  readonly code: ArchiveFault['code'];
  /** what is wrong with the file that `path` names */
  readonly what: (path: string | GatewayMessage) => GatewayMessage;
  readonly remedy: GatewayMessage;
};
export type PmtilesHeader = { readonly tiles: Tiles; readonly fault: null } | { readonly fault: PmtilesFault };

const reject = (code: PmtilesFault['code'], what: PmtilesFault['what'], remedy: GatewayMessage): PmtilesHeader => ({
  fault: { code, what, remedy },
});

/** `bytes`: the first bytes of a file of `size` bytes. The tile compression of picture tiles is ignored: it has no effect. */
export function readPmtilesHeader(bytes: Uint8Array, size: number): PmtilesHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    return reject('not_an_archive', (path) => messages.notArchive({ path }), messages.makeOne());
  }
  const version = bytes[MAGIC.length] ?? 0;
  if (version !== VERSION) {
    return reject('other_version', (path) => messages.otherVersion({ path, version }), messages.convert());
  }
  const end = bytes.length < HEADER_BYTES ? HEADER_BYTES : Math.max(...SECTIONS.map((at) => sectionEnd(view, at)));
  if (end > size)
    return reject('cut_off', (path) => messages.cutOff({ path, bytes: size, needed: end }), messages.copyAgain());

  const type = bytes[TILE_TYPE] ?? 0;
  const kind = TILE_KINDS[type - 1];
  if (kind === undefined) {
    return reject(
      'other_tiles',
      (path) => messages.otherTiles({ path, type }),
      messages.useTiles({ kinds: TILE_KINDS }),
    );
  }
  const compressions = [INTERNAL_COMPRESSION, ...(kind === 'vector' ? [TILE_COMPRESSION] : [])];
  if (!compressions.every((at) => isNoneOrGzip(bytes[at] ?? 0))) {
    return reject('other_compression', (path) => messages.otherCompression({ path }), messages.useGzip());
  }
  const [minZoom = 0, maxZoom = 0] = bytes.subarray(100, 102);
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => view.getInt32(at, true) * COORDINATE) as [
    number,
    number,
    number,
    number,
  ];
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM) {
    return reject('damaged', (path) => messages.damaged({ path, from: minZoom, to: maxZoom }), messages.makeAgain());
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
