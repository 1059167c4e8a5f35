import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { errnoOf, errorOf, messageOf, type Failure } from '../../errors.js';
import { fieldsOf, textForm, wholeForm } from '../../schema/stored/form.js';
import { ioFailureOf } from '../io-error.js';
import { ioMessages, restoreErrors } from '../messages.js';
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
    throw errorOf(refusalOf(error, path, hasHead));
  }
}

/** Refused for a reason that has a row. */
class Refusal extends Error {
  constructor(readonly refused: (path: string) => Failure) {
    super('the backup is refused');
  }
}

const foreign = (path: string): Failure => restoreErrors.notBackup({ path });
const cut = (path: string): Failure => restoreErrors.cut({ path });
const damaged = (path: string): Failure => restoreErrors.damaged({ path });

/** What is wrong with a file that cannot be read to its end; `hasHead`: it begins as a backup. */
function refusalOf(error: unknown, path: string, hasHead: boolean): Failure {
  const code = errnoOf(error) ?? '';
  if (error instanceof Refusal) return error.refused(path);
  if (code === 'Z_BUF_ERROR') return cut(path);
  if (error instanceof CutOff) return (hasHead ? cut : foreign)(path);
  if (error instanceof SyntaxError || error instanceof LineTooLong) return (hasHead ? damaged : foreign)(path);
  if (code.startsWith('Z_')) return (messageOf(error) === 'incorrect header check' ? foreign : damaged)(path);
  return restoreErrors.unreadable({
    path,
    problem: ioFailureOf(error, '')?.data ?? ioMessages.other({ detail: messageOf(error) }),
  });
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
        if (line.waypost !== 'backup') throw new Refusal(foreign);
        if (line.version !== 1) {
          const version = String(line.version);
          throw new Refusal((name) => restoreErrors.otherVersion({ path: name, version }));
        }
      }
      if (line.sha256 !== undefined) {
        const isWhole = line.sha256 === sum.digest('hex') && line.files === files && line.bytes === fileBytes;
        if (!isWhole || (await reader.line(MAX_LINE_BYTES)) !== undefined) throw new Refusal(damaged);
        yield { part: 'foot', files, bytes: fileBytes, sha256: line.sha256 };
        return;
      }
      sum.update(text).update('\n');
      if (line.file !== undefined && line.bytes !== undefined) {
        const name = line.file;
        if (!FILE_NAME.test(name)) throw new Refusal((path) => restoreErrors.foreignFile({ path, name }));
        if (!isFileSize(line.bytes)) throw new Refusal(damaged);
        if (hasRoom?.(line.bytes) === false) throw new Refusal((path) => restoreErrors.noRoom({ path }));
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
