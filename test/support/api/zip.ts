import { crc32, deflateRawSync } from 'node:zlib';

const header = (...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );

/** A zip archive with files by their names, as programs write it. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { isStored = false }: { isStored?: boolean } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const own = Buffer.from(name);
    const common: (readonly [number, 2 | 4])[] = [
      ...([
        [20, 2],
        [0, 2],
        [isStored ? 0 : 8, 2],
        [0, 4],
      ] as const),
      ...([
        [crc32(bytes), 4],
        [packed.length, 4],
        [bytes.length, 4],
        [own.length, 2],
        [0, 2],
      ] as const),
    ];
    const local = Buffer.concat([header([0x04034b50, 4], ...common), own, packed]);
    directory.push(header([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), own);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = header([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...parts, list, end]);
}
