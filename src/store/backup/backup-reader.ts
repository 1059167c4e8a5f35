import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { errnoOf, messageOf, WaypostError } from '../../errors.js';
import { fieldsOf, textForm, wholeForm } from '../../schema/stored/form.js';
import { explainIoError } from '../io-error.js';
import type { BackupFile, BackupFoot, BackupHead, BackupSecrets } from './backup.js';
import { createByteReader, CutOff, LineTooLong } from './byte-reader.js';

const MAX_LINE_BYTES = 65_536;
/** A segment has at most 64 MiB and one batch; the state is smaller. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const FILE_NAME =
  /^(?:state\.json|log\/\d{12,15}(?:\.sorted)?\.jsonl|files\/yard\/(?:yard\.json|picture-[0-9a-f]{16}))$/;

/** The parts of a backup, in order. */
export type BackupPart =
  | ({ readonly part: 'head' } & BackupHead)
  | ({ readonly part: 'secrets' } & BackupSecrets)
  | { readonly part: 'file'; readonly name: string; readonly bytes: Buffer }
  | ({ readonly part: 'foot' } & BackupFoot);

const LINE_FORM = fieldsOf(
  {},
  {
    ...{ waypost: textForm, made: textForm, file: textForm, sha256: textForm },
    secrets: fieldsOf({ N: wholeForm, salt: textForm, iv: textForm, tag: textForm, data: textForm }),
  },
);

type BackupLine = Partial<BackupHead & BackupFile & BackupSecrets & BackupFoot>;

export type BackupReadOptions = {
  /** called with the share done, 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** is there room for the next file, of `bytes` bytes? Called before it is read */
  readonly hasRoom?: (bytes: number) => boolean;
};

/**
 * Reads a backup part by part, each file as a whole. Throws if the backup is damaged; only the foot confirms that
 * everything before it is valid.
 */
export async function* readBackup(path: string, options: BackupReadOptions = {}): AsyncGenerator<BackupPart> {
  let hasHead = false;
  try {
    for await (const part of readParts(path, options)) {
      hasHead = true;
      yield part;
    }
  } catch (error) {
    throw new WaypostError('validation_failed', `${path} cannot be restored: ${reasonOf(error, hasHead)}`);
  }
}

const FOREIGN = 'it is not a Waypost backup';
const CUT = 'it is cut: copy it again, or restore another backup';
const DAMAGED = 'it is damaged: copy it again, or restore another backup';

/** What is wrong with a file that cannot be read to its end; `hasHead`: it begins as a backup. */
function reasonOf(error: unknown, hasHead: boolean): string {
  const code = errnoOf(error) ?? '';
  if (code === 'Z_BUF_ERROR') return CUT;
  if (error instanceof CutOff) return hasHead ? CUT : FOREIGN;
  if (error instanceof SyntaxError || error instanceof LineTooLong) return hasHead ? DAMAGED : FOREIGN;
  if (code.startsWith('Z_')) return messageOf(error) === 'incorrect header check' ? FOREIGN : DAMAGED;
  return explainIoError(error, '') ?? messageOf(error);
}

function parseLine(text: Buffer): BackupLine {
  const line: unknown = JSON.parse(text.toString('utf8'));
  if (LINE_FORM(line) === undefined) return line as BackupLine;
  throw new SyntaxError('not a line of a backup');
}

const isFileSize = (bytes: number): boolean => Number.isInteger(bytes) && bytes >= 0 && bytes <= MAX_FILE_BYTES;

async function* readParts(path: string, { onProgress, hasRoom }: BackupReadOptions): AsyncGenerator<BackupPart> {
  const { size } = await stat(path);
  const source = createReadStream(path);
  const unzipped = source.pipe(createGunzip());
  source.on('error', (error) => unzipped.destroy(error));
  const reader = createByteReader(unzipped as AsyncIterable<Buffer>);
  const sum = createHash('sha256');
  let files = 0;
  let fileBytes = 0;

  try {
    for (let index = 0; ; index += 1) {
      const text = await reader.line(MAX_LINE_BYTES);
      if (text === undefined) throw new CutOff();
      const line = parseLine(text);
      if (index === 0) {
        if (line.waypost !== 'backup') throw new Error(FOREIGN);
        if (line.version !== 1) throw new Error(`it has version ${String(line.version)}, this Waypost reads version 1`);
      }
      if (line.sha256 !== undefined) {
        const isWhole = line.sha256 === sum.digest('hex') && line.files === files && line.bytes === fileBytes;
        if (!isWhole || (await reader.line(MAX_LINE_BYTES)) !== undefined) throw new Error(DAMAGED);
        yield { part: 'foot', files, bytes: fileBytes, sha256: line.sha256 };
        return;
      }
      sum.update(text).update('\n');
      if (line.file !== undefined && line.bytes !== undefined) {
        if (!FILE_NAME.test(line.file)) throw new Error(`${line.file} is not a file of a store`);
        if (!isFileSize(line.bytes)) throw new Error(DAMAGED);
        if (hasRoom?.(line.bytes) === false) throw new Error('the disk has too little free space for its content');
        const bytes = await reader.take(line.bytes);
        sum.update(bytes);
        files += 1;
        fileBytes += bytes.length;
        yield { part: 'file', name: line.file, bytes };
      } else if (line.secrets !== undefined) {
        yield { part: 'secrets', secrets: line.secrets };
      } else if (line.waypost === 'backup') {
        yield { part: 'head', waypost: 'backup', version: 1, made: line.made ?? '', format: line.format ?? 1 };
      }
      onProgress?.(source.bytesRead / size);
    }
  } finally {
    // Also closes the file if the caller stops early or the backup is damaged.
    unzipped.destroy();
    source.destroy();
    if (!source.closed) await new Promise<void>((closed) => source.once('close', closed));
  }
}
