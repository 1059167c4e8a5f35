import { constants, type ReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HEADER_BYTES, readArchiveHeader } from '../domain/archive-header.js';
import { errnoOf, failure, messageOf, success, type Result } from '../errors.js';
import type { ArchiveFault, MapArchive } from '../schema/map-archive.js';

/** What it is called beside the store. */
export const ARCHIVE_NAME = 'map.pmtiles';

/** A stretch of the file, `first` and `last` byte included. */
export type Stretch = { readonly first: number; readonly last: number };

export type OpenArchive = {
  readonly bytes: number;
  /** another one for another file, or another state of it; without quotes */
  readonly tag: string;
  /** Ends the open archive: when the stream has ended, or was destroyed. */
  readonly stream: (stretch: Stretch | undefined) => ReadStream;
  readonly close: () => Promise<void>;
};

export type MapArchives = {
  /** null: there is none */
  readonly look: () => Promise<MapArchive | null>;
  /** `not_found` while there is none that can be read. Whoever opens it reads its stream, or closes it. */
  readonly open: () => Promise<Result<OpenArchive>>;
};

/** The archive of map tiles at `path`, which anyone may put there, replace or take away while the gateway runs. */
export function createMapArchives(path: string): MapArchives {
  const broken = (bytes: number, { what, ...fault }: ArchiveFault): MapArchive => ({
    bytes,
    tiles: null,
    fault: { ...fault, what: `${path} ${what}` },
  });

  async function look(): Promise<MapArchive | null> {
    let file: FileHandle | undefined;
    try {
      file = await openPlain(path);
      const stats = await file.stat();
      if (!stats.isFile()) {
        return broken(0, { code: 'not_a_file', what: 'is no file', remedy: 'put the archive there, or a link to it' });
      }
      const head = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
      const header = readArchiveHeader(head.subarray(0, bytesRead), stats.size);
      if (header.fault !== null) return broken(stats.size, header.fault);
      return { bytes: stats.size, ...header };
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      const what = `can not be read: ${messageOf(error)}`;
      return broken(0, { code: 'unreadable', what, remedy: `sudo chown --reference=${dirname(path)} ${path}` });
    } finally {
      await file?.close();
    }
  }

  return {
    look,
    async open() {
      let file: FileHandle | undefined;
      try {
        file = await openPlain(path);
        const stats = await file.stat();
        if (!stats.isFile()) throw new Error('it is no file');
        return success(opened(file, stats));
      } catch (error) {
        await file?.close();
        const why = errnoOf(error) === 'ENOENT' ? 'there is none' : messageOf(error);
        return failure('not_found', `no map archive: ${why}`);
      }
    },
  };
}

/** What is no file, as a pipe, must not be waited for. */
const openPlain = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_NONBLOCK);

type Stats = { readonly size: number; readonly mtimeMs: number; readonly ino: number };

const opened = (file: FileHandle, { size, mtimeMs, ino }: Stats): OpenArchive => ({
  bytes: size,
  tag: [ino, size, Math.round(mtimeMs)].map((part) => part.toString(36)).join('-'),
  stream: (stretch) =>
    file.createReadStream(stretch === undefined ? { start: 0 } : { start: stretch.first, end: stretch.last }),
  close: () => file.close(),
});
