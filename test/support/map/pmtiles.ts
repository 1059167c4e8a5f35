import { gzipSync } from 'node:zlib';

/** A tile by its coordinates: column `x` from the west, row `y` from the north. */
export type Tile = { readonly z: number; readonly x: number; readonly y: number; readonly bytes: Uint8Array };

export type PmtilesOptions = {
  readonly tiles: readonly Tile[];
  /** by the specification: 1 vector, 2 PNG, 3 JPEG, 4 WebP */
  readonly type: number;
  /** gzip for directories, metadata and vector tiles; else nothing is compressed */
  readonly gzip?: boolean;
  readonly metadata?: object;
  readonly maxZoom?: number;
  /** degrees: west, south, east, north */
  readonly bounds?: readonly [number, number, number, number];
};

const HEADER_BYTES = 127;

/** A small PMTiles archive, version 3, with one directory, written from the specification. */
export function pmtilesOf({ tiles, type, gzip = true, metadata = {}, ...options }: PmtilesOptions): Buffer {
  const pack = (bytes: Uint8Array): Buffer => (gzip ? gzipSync(bytes) : Buffer.from(bytes));
  const { bounds = [-180, -85, 180, 85], maxZoom = Math.max(...tiles.map(({ z }) => z)) } = options;
  const sorted = tiles
    .map(({ bytes, ...place }) => ({ id: tileId(place), bytes: type === 1 ? pack(bytes) : bytes }))
    .sort((a, b) => a.id - b.id);
  const directory = pack(directoryOf(sorted));
  const about = pack(Buffer.from(JSON.stringify(metadata)));
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));

  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const metadataAt = HEADER_BYTES + directory.length;
  const dataAt = metadataAt + about.length;
  const sections = [HEADER_BYTES, directory.length, metadataAt, about.length, dataAt, 0, dataAt, data.length];
  for (const [place, value] of [...sections, tiles.length, tiles.length, tiles.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + place * 8);
  }
  const compression = gzip ? 2 : 1;
  const minZoom = Math.min(...tiles.map(({ z }) => z));
  header.set([1, compression, type === 1 ? compression : 1, type, minZoom, maxZoom], 96);
  for (const [place, value] of bounds.entries()) header.writeInt32LE(Math.round(value * 1e7), 102 + place * 4);
  return Buffer.concat([header, directory, about, data]);
}

type Entry = { readonly id: number; readonly bytes: Uint8Array };

/** Columns: differences of the ids, run lengths, lengths, offsets plus one. */
function directoryOf(entries: readonly Entry[]): Buffer {
  let offset = 0;
  const offsets = entries.map(({ bytes }) => {
    offset += bytes.length;
    return offset - bytes.length + 1;
  });
  const columns = [
    entries.map(({ id }, place) => id - (entries[place - 1]?.id ?? 0)),
    entries.map(() => 1),
    entries.map(({ bytes }) => bytes.length),
    offsets,
  ];
  return Buffer.from([entries.length, ...columns.flat()].flatMap(varint));
}

/** Base 128, the lowest bits first. */
export function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** The tile id: all tiles of lower zooms, then the position along the Hilbert curve. */
function tileId({ z, x, y }: Omit<Tile, 'bytes'>): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (column & side) > 0 ? 1 : 0;
    const lower = (row & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}
