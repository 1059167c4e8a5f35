import { constants, type ReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HEADER_BYTES, readPmtilesHeader, type PmtilesFault } from './pmtiles-header.js';
import { errnoOf, messageOf, success, type Result } from '../../errors.js';
import { withText } from '../../messages/with-text.js';
import { archiveMessages, mapArchiveErrors } from './messages.js';
import type { MapArchive } from '../../schema/system/map-archive.js';

/** File name in the data folder. */
export const ARCHIVE_NAME = 'map.pmtiles';

/** A range of bytes, `first` and `last` included. */
type ArchiveRange = { readonly first: number; readonly last: number };

type OpenArchive = {
  readonly bytes: number;
  /** changes with the file and its content; without quotes */
  readonly tag: string;
  /** The file is closed when the stream has ended or was destroyed. */
  readonly stream: (range: ArchiveRange | undefined) => ReadStream;
  readonly close: () => Promise<void>;
};

export type MapArchives = {
  /** null: there is no archive */
  readonly inspect: () => Promise<MapArchive | null>;
  /** `not_found` if there is no readable archive. The caller must read the stream or close the archive. */
  readonly open: () => Promise<Result<OpenArchive>>;
};

/** The archive of map tiles at `path`. The file may be added, replaced or removed while the gateway runs. */
export function createMapArchives(path: string): MapArchives {
  const withFault = (bytes: number, { code, what, remedy }: PmtilesFault): MapArchive => ({
    bytes,
    tiles: null,
    fault: { code, ...withText('what', what(path)), ...withText('remedy', remedy) },
  });

  async function inspect(): Promise<MapArchive | null> {
    let file: FileHandle | undefined;
    try {
      file = await openNonBlocking(path);
      const stats = await file.stat();
      if (!stats.isFile()) {
        return withFault(0, {
          code: 'not_a_file',
          what: () => archiveMessages.notFile({ path }),
          remedy: archiveMessages.putThere(),
        });
      }
      const head = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await file.read(head, 0, HEADER_BYTES, 0);
      const header = readPmtilesHeader(head.subarray(0, bytesRead), stats.size);
      if (header.fault !== null) return withFault(stats.size, header.fault);
      return { bytes: stats.size, ...header };
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      return withFault(0, {
        code: 'unreadable',
        what: () => archiveMessages.notRead({ path, detail: messageOf(error) }),
        remedy: archiveMessages.giveToOwner({ command: `sudo chown --reference=${dirname(path)} ${path}` }),
      });
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
        if (!stats.isFile()) throw new Error('not a file');
        return success(toOpenArchive(file, stats));
      } catch (error) {
        await file?.close();
        return errnoOf(error) === 'ENOENT'
          ? mapArchiveErrors.absent()
          : mapArchiveErrors.unreadable({ detail: messageOf(error) });
      }
    },
  };
}

/** Opening a pipe must not block. */
const openNonBlocking = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_NONBLOCK);

type ArchiveStats = { readonly size: number; readonly mtimeMs: number; readonly ino: number };

const toOpenArchive = (file: FileHandle, { size, mtimeMs, ino }: ArchiveStats): OpenArchive => ({
  bytes: size,
  tag: [ino, size, Math.round(mtimeMs)].map((part) => part.toString(36)).join('-'),
  stream: (range) =>
    file.createReadStream(range === undefined ? { start: 0 } : { start: range.first, end: range.last }),
  close: () => file.close(),
});
