import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from './openapi.js';

/** The folder where each process of a test run writes the failures that it received; undefined: they are not recorded. */
const FOLDER = process.env.WAYPOST_RECORD_FAILURES;
/** UUIDs, and ids that are random in other forms: uploads, temporary folders and generations of a store. */
const RANDOM =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=uploads\/)[\da-f]+\b|(?<=\/tmp\/)[\w-]+|(?<=generation )[a-z2-7]{8}|\b[a-z2-7]{8}(?=\.\d)/g;

const masked = (text: string): string => text.replace(RANDOM, '<id>').replace(/\d+/g, '0');

/** Records route, status, code and sentence of a failure, so that two versions of the gateway can be compared. */
export function recordFailure({ method, path, status, body }: Exchange): void {
  const { error, code } = (body ?? {}) as { readonly error?: unknown; readonly code?: unknown };
  if (FOLDER === undefined || typeof error !== 'string') return;
  const [bare = ''] = path.split('?');
  const line = masked(`${method} ${bare} ${status} ${String(code)} ${error}`);
  appendFileSync(join(FOLDER, String(process.pid)), `${JSON.stringify(line)}\n`);
}
