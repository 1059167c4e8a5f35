import { constants, type ReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HEADER_BYTES, readPmtilesHeader } from './pmtiles-header.js';
import { errnoOf, failure, messageOf, success, type Result } from '../../errors.js';
import type { ArchiveFault, MapArchive } from '../../schema/system/map-archive.js';

/** What it is called beside the store. */
export const ARCHIVE_NAME = 'map.pmtiles';

/** A stretch of the file, `first` and `last` byte included. */
export type ArchiveRange = { readonly first: number; readonly last: number };

export type OpenArchive = {
  readonly bytes: number;
  /** another one for another file, or another state of it; without quotes */
  readonly tag: string;
  /** Ends the open archive: when the stream has ended, or was destroyed. */
  readonly stream: (range: ArchiveRange | undefined) => ReadStream;
  readonly close: () => Promise<void>;
};

export type MapArchives = {
  /** null: there is none */
  readonly inspect: () => Promise<MapArchive | null>;
  /** `not_found` while there is none that can be read. Whoever opens it reads its stream, or closes it. */
  readonly open: () => Promise<Result<OpenArchive>>;
};

/** The archive of map tiles at `path`, which anyone may put there, replace or take away while the gateway runs. */
export function createMapArchives(path: string): MapArchives {
  const withFault = (bytes: number, { what, ...fault }: ArchiveFault): MapArchive => ({
    bytes,
    tiles: null,
    fault: { ...fault, what: `${path} ${what}` },
  });

  async function inspect(): Promise<MapArchive | null> {
    let file: FileHandle | undefined;
    try {
      file = await openNonBlocking(path);
      const stats = await file.stat();
      if (!stats.isFile()) {
        return withFault(0, {
          code: 'not_a_file',
          what: 'is no file',
          remedy: 'put the archive there, or a link to it',
        });
      }
      const head = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
      const header = readPmtilesHeader(head.subarray(0, bytesRead), stats.size);
      if (header.fault !== null) return withFault(stats.size, header.fault);
      return { bytes: stats.size, ...header };
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      const what = `can not be read: ${messageOf(error)}`;
      return withFault(0, { code: 'unreadable', what, remedy: `sudo chown --reference=${dirname(path)} ${path}` });
    } finally {
      await file?.close();
    }
  }

  return {
    inspect,
    async open() {
      let file: FileHandle | undefined;
      try {
        file = await openNonBlocking(path);
        const stats = await file.stat();
        if (!stats.isFile()) throw new Error('it is no file');
        return success(toOpenArchive(file, stats));
      } catch (error) {
        await file?.close();
        const why = errnoOf(error) === 'ENOENT' ? 'there is none' : messageOf(error);
        return failure('not_found', `no map archive: ${why}`);
      }
    },
  };
}

/** What is no file, as a pipe, must not be waited for. */
const openNonBlocking = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_NONBLOCK);

type ArchiveStats = { readonly size: number; readonly mtimeMs: number; readonly ino: number };

const toOpenArchive = (file: FileHandle, { size, mtimeMs, ino }: ArchiveStats): OpenArchive => ({
  bytes: size,
  tag: [ino, size, Math.round(mtimeMs)].map((part) => part.toString(36)).join('-'),
  stream: (range) =>
    file.createReadStream(range === undefined ? { start: 0 } : { start: range.first, end: range.last }),
  close: () => file.close(),
});
