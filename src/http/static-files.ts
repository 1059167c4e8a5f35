import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FileResponse } from './route.js';

/** The browser caches the file and revalidates it: the next release has the same address. */
const REVALIDATE = 'no-cache';

/** A response that changes only with a release. All clients share its bytes, so a caller must not change them. */
export const cacheable = (
  content: Buffer | string,
  contentType: string,
  headers: FileResponse['headers'] = {},
): FileResponse => {
  const bytes = Buffer.from(content);
  return {
    bytes,
    contentType,
    headers: {
      'Cache-Control': REVALIDATE,
      ...headers,
      ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    },
  };
};

/** Computes the value on the first call; a failed computation is repeated. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () =>
    (cached ??= compute().catch((error: unknown) => {
      cached = undefined;
      throw error;
    }));
}

/** The files of a folder of the package, which does not change while the gateway runs. */
export type StaticFiles = {
  readonly has: (name: string) => Promise<boolean>;
  /** Reads a file of the folder at its first use; later uses share the response. */
  readonly read: (name: string, respond: (bytes: Buffer) => FileResponse) => Promise<FileResponse>;
};

/** Only files that the folder has are kept, so a client cannot make the memory grow. */
export function createStaticFiles(folder: URL): StaticFiles {
  const names = once(async () => new Set(await readdir(folder)));
  const responses = new Map<string, () => Promise<FileResponse>>();
  return {
    has: async (name) => (await names()).has(name),
    read(name, respond) {
      let read = responses.get(name);
      if (read === undefined) {
        read = once(async () => respond(await readFile(new URL(name, folder))));
        responses.set(name, read);
      }
      return read();
    },
  };
}

/** What one client that reads slowly holds of a shared response at most. */
export const SLICE_BYTES = 65_536;

/** The slices one by one, with backpressure. */
export function streamAll(slices: Iterable<Buffer>): Readable {
  const rest = slices[Symbol.iterator]();
  return new Readable({
    highWaterMark: 1,
    read() {
      // The system takes many slices at once: other clients get their turn in between.
      setImmediate(() => {
        const next = rest.next();
        this.push(next.done === true ? null : next.value);
      });
    },
  });
}

/** The bytes in slices, with backpressure: TLS encrypts, and so copies, only what the client takes. */
export const streamSlices = (bytes: Buffer): Readable => streamAll(slicesOf(bytes));

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES);
}
