import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

type Part = { readonly line: object; readonly content?: Buffer };

/** A backup of these parts, with the right sum. */
export function forgeBackup(parts: readonly Part[]): Buffer {
  const sum = createHash('sha256');
  const out: Buffer[] = [];
  let [files, bytes] = [0, 0];
  const push = (piece: Buffer): void => {
    out.push(piece);
    sum.update(piece);
  };
  for (const { line, content } of parts) {
    push(Buffer.from(`${JSON.stringify(line)}\n`));
    if (content === undefined) continue;
    push(content);
    files += 1;
    bytes += content.length;
  }
  out.push(Buffer.from(`${JSON.stringify({ files, bytes, sha256: sum.digest('hex') })}\n`));
  return gzipSync(Buffer.concat(out));
}

export const fileOf = (file: string, content: Buffer): Part => ({ line: { file, bytes: content.length }, content });

/** The parts of a backup, without its foot. */
export function partsOf(backup: Buffer): Part[] {
  const bytes = gunzipSync(backup);
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const line = JSON.parse(bytes.toString('utf8', at, end)) as { file?: string; bytes?: number; sha256?: string };
    at = end + 1;
    if (line.sha256 !== undefined) break;
    const length = line.file === undefined ? 0 : (line.bytes ?? 0);
    parts.push(line.file === undefined ? { line } : { line, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return parts;
}
