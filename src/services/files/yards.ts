import { yardCorners } from '../../domain/yard-corners.js';
import { success, type Result } from '../../errors.js';
import { yardErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { StoredYard, Yard, YardPlace } from '../../schema/system/yard.js';
import type { Mutex } from '../../mutex.js';
import { readImageHeader } from '../../domain/image-header.js';
import type { FileEntries } from './file-entries.js';

/** The picture of the yard, which lies under the map. */
export type Yards = {
  /** null: there is none */
  readonly view: () => Promise<Yard | null>;
  readonly picture: () => Promise<Result<{ readonly bytes: Buffer; readonly type: string; readonly tag: string }>>;
  /** Replaces the picture; its place stays. `validation_failed`: it is no picture, or too large. */
  readonly install: (bytes: Buffer) => Promise<Result<unknown>>;
  readonly place: (user: User, place: YardPlace) => Promise<Result<Yard | null>>;
  readonly remove: (user: User) => Promise<Result<unknown>>;
};

/** Where the picture is kept. */
export type YardFiles = {
  readonly read: () => Promise<StoredYard | undefined>;
  readonly readPicture: (tag: string) => Promise<Buffer | undefined>;
  /** The new state counts once it is stored; pictures that it does not name are removed afterwards. */
  readonly write: (yard: StoredYard, picture: Buffer | undefined) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** 16 hexadecimal digits of the content */
  readonly tagOf: (picture: Buffer) => string;
};

export type YardsOptions = {
  readonly files: YardFiles;
  readonly entries: Pick<FileEntries, 'add'>;
  readonly exclusive: Mutex;
};

/** The longest side in pixels that every browser shows. */
const MAX_SIDE_PX = 8_192;
/** Of a decoded picture: 4 bytes each in the memory of a telephone. */
const MAX_PIXELS = 33_554_432;

export function createYards({ files, entries, exclusive }: YardsOptions): Yards {
  const { noPicture } = yardErrors;
  const withCorners = (yard: StoredYard): Yard => ({
    ...yard,
    corners: yard.place === null ? null : yardCorners(yard.place, yard.height / yard.width),
  });

  return {
    async view() {
      const yard = await files.read();
      return yard === undefined ? null : withCorners(yard);
    },
    async picture() {
      const yard = await files.read();
      const bytes = yard === undefined ? undefined : await files.readPicture(yard.tag);
      return yard === undefined || bytes === undefined
        ? noPicture()
        : success({ bytes, type: yard.type, tag: yard.tag });
    },
    install: (bytes) =>
      exclusive(async () => {
        const header = readImageHeader(bytes);
        if (header === undefined) return yardErrors.damaged();
        const { width, height } = header;
        if (Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_PIXELS) {
          return yardErrors.tooLarge({ width, height, side: MAX_SIDE_PX, pixels: MAX_PIXELS });
        }
        const place = (await files.read())?.place ?? null;
        await files.write({ ...header, bytes: bytes.length, tag: files.tagOf(bytes), place }, bytes);
        return success(undefined);
      }),
    place: (user, place) =>
      exclusive(async () => {
        const yard = await files.read();
        if (yard === undefined) return noPicture();
        await files.write({ ...yard, place }, undefined);
        entries.add(user, { kind: 'file-changed', v: { what: 'yard', action: 'set' } });
        return success(withCorners({ ...yard, place }));
      }),
    remove: (user) =>
      exclusive(async () => {
        if ((await files.read()) === undefined) return noPicture();
        await files.remove();
        entries.add(user, { kind: 'file-changed', v: { what: 'yard', action: 'removed' } });
        return success(undefined);
      }),
  };
}
