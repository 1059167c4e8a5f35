import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles';
import type { Api } from '../../api/client.js';

const ARCHIVE_URL = '/api/map/archive';
/** Maximum bytes per request of the gateway; no part of a valid archive is longer. */
const MAX_BYTES = 16 * 1_048_576;

/** The gateway did not respond, or not with the requested bytes; the archive itself may be fine. */
export class ArchiveUnreachableError extends Error {}

/** The archive as the gateway serves it to signed-in users. Simultaneous requests for the same range are merged. */
export function createArchiveSource({ open }: Pick<Api, 'open'>): Source {
  const pending = new Map<string, Promise<RangeResponse>>();

  async function read(first: number, length: number, etag: string | undefined): Promise<RangeResponse> {
    if (length > MAX_BYTES) throw new Error(`a part of ${length} bytes is longer than any can be`);
    const response = await open(
      ARCHIVE_URL,
      { Range: `bytes=${first}-${first + length - 1}` },
      new AbortController().signal,
    ).catch(throwUnreachable);
    if (response.status === 416) throw new Error(`it ends before byte ${first}`);
    if (response.status !== 206) throw new ArchiveUnreachableError(`status ${response.status}`);
    const found = response.headers.get('ETag') ?? undefined;
    if (etag !== undefined && found !== etag) throw new EtagMismatch('it was replaced meanwhile');
    const data = await response.arrayBuffer().catch(throwUnreachable);
    // The first request may ask for more bytes than a small archive has.
    if (data.byteLength < length && first > 0) throw new Error(`it ends before byte ${first + length}`);
    return { data, ...(found !== undefined && { etag: found }) };
  }

  return {
    getKey: () => ARCHIVE_URL,
    getBytes(first, length, _signal, etag) {
      const key = `${first} ${length} ${etag ?? ''}`;
      const found = pending.get(key);
      if (found !== undefined) return found;
      const reading = read(first, length, etag).finally(() => pending.delete(key));
      pending.set(key, reading);
      return reading;
    },
  };
}

function throwUnreachable(error: unknown): never {
  throw new ArchiveUnreachableError('no answer', { cause: error });
}
