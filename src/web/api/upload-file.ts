import type { Upload, UploadKindName } from '../../schema/system/upload.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { Api, ApiFailure, ApiResult } from './client.js';

export type UploadStep = {
  readonly received: number;
  readonly size: number;
  readonly state: 'sending' | 'waiting' | 'checking';
};

export type UploadFileOptions = {
  readonly api: Pick<Api, 'get' | 'send' | 'sendBytes'>;
  readonly clock: Pick<BrowserClock, 'after'>;
  readonly kind: UploadKindName;
  readonly file: File;
  readonly onStep: (step: UploadStep) => void;
  readonly isCanceled: () => boolean;
};

type UploadAnswer = { readonly upload: Upload };

const MAX_PART_BYTES = 1_048_576;
const MIN_PART_BYTES = 65_536;
const RETRY_MS = 2_000;
const POLL_MS = 500;
/** The gateway is away, or busy, for some time. */
const TRANSIENT: ReadonlySet<string> = new Set(['unreachable', 'store_unavailable', 'rate_limited', 'conflict']);

/**
 * Sends a file in parts, and continues an unfinished upload of the same file. Waits while the gateway is away. Resolves
 * once the gateway has put the file to use, or refused it.
 */
export async function uploadFile(options: UploadFileOptions): Promise<ApiResult<Upload>> {
  const { api, file, isCanceled } = options;
  const begun = await begin(options);
  if (!begun.ok) return begun;
  let { upload } = begun.value;
  let partBytes = Math.min(MAX_PART_BYTES, upload.partBytes);
  while (!isCanceled()) {
    if (upload.state === 'done') return { ok: true, value: upload };
    if (upload.state === 'failed') return refusedBy(upload);
    const isSending = upload.state === 'receiving';
    step(options, upload, isSending ? 'sending' : 'checking');
    if (!isSending) await pause(options, POLL_MS);
    const path = `/api/uploads/${upload.id}`;
    const { received } = upload;
    const answer = isSending
      ? await api.sendBytes<UploadAnswer>(`${path}?offset=${received}`, file.slice(received, received + partBytes))
      : await api.get<UploadAnswer>(path);
    if (answer.ok) {
      ({ upload } = answer.value);
      continue;
    }
    if (!TRANSIENT.has(answer.code)) return answer;
    // A slow connection has time for a smaller part.
    if (answer.code === 'unreachable') partBytes = Math.max(MIN_PART_BYTES, Math.floor(partBytes / 2));
    const found = await untilFound(options, upload);
    if (!found.ok) return found;
    ({ upload } = found.value);
  }
  return CANCELED;
}

const CANCELED: ApiFailure = { ok: false, code: 'canceled', text: '' };

/** An unfinished upload of the same file, or a new one. */
async function begin({ api, kind, file }: UploadFileOptions): Promise<ApiResult<UploadAnswer>> {
  const { name, size, lastModified } = file;
  const modified = new Date(lastModified).toISOString();
  const listed = await api.get<{ uploads: readonly Upload[] }>('/api/uploads');
  if (!listed.ok) return listed;
  const isSame = (upload: Upload): boolean =>
    upload.state === 'receiving' &&
    upload.kind === kind &&
    upload.name === name &&
    upload.size === size &&
    upload.modified === modified;
  const found = listed.value.uploads.find(isSame);
  if (found !== undefined) return { ok: true, value: { upload: found } };
  return api.send<UploadAnswer>('POST', '/api/uploads', { kind, name, size, modified });
}

/** What the gateway has of the upload, as soon as it answers. */
async function untilFound(options: UploadFileOptions, upload: Upload): Promise<ApiResult<UploadAnswer>> {
  while (!options.isCanceled()) {
    step(options, upload, 'waiting');
    await pause(options, RETRY_MS);
    const answer = await options.api.get<UploadAnswer>(`/api/uploads/${upload.id}`);
    if (answer.ok || !TRANSIENT.has(answer.code)) return answer;
  }
  return CANCELED;
}

const step = ({ onStep }: UploadFileOptions, { received, size }: Upload, state: UploadStep['state']): void => {
  onStep({ received, size, state });
};

const pause = ({ clock }: UploadFileOptions, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

function refusedBy({ error, errorData }: Upload): ApiFailure {
  const failure = { ok: false, code: 'validation_failed', text: error ?? '' } as const;
  return errorData === undefined || errorData === null ? failure : { ...failure, message: errorData };
}
