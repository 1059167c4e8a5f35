import { errnoOf, errorOf, messageOf, type Failure } from '../errors.js';
import { english } from '../messages/english.js';
import type { GatewayMessage } from '../messages/message.js';
import { ioErrors, ioMessages as what, remedyMessages as remedy } from './messages.js';

type Explanation = { readonly what: () => GatewayMessage; readonly remedy: () => GatewayMessage };

/** The meaning of an errno of a file or a disk, and the remedy. Node has no name for EDQUOT. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  ENOSPC: { what: what.full, remedy: remedy.makeRoom },
  EDQUOT: { what: what.fullQuota, remedy: remedy.makeRoom },
  'Unknown system error -122': { what: what.fullUnnamedQuota, remedy: remedy.makeRoom },
  EROFS: { what: what.readOnly, remedy: remedy.replaceOrMount },
  EIO: { what: what.failing, remedy: remedy.replaceDisk },
  EFBIG: { what: what.fileTooLarge, remedy: remedy.format },
  ENOENT: { what: what.absent, remedy: remedy.checkOrCreate },
  ENOTDIR: { what: what.partIsFile, remedy: remedy.checkPath },
  EISDIR: { what: what.isFolder, remedy: remedy.nameFile },
  EEXIST: { what: what.exists, remedy: remedy.otherPath },
  EACCES: { what: what.mayNotUse, remedy: remedy.otherUser },
  EPERM: { what: what.mayNotChange, remedy: remedy.otherUser },
  ENAMETOOLONG: { what: what.nameTooLong, remedy: remedy.shorterName },
  EINVAL: { what: what.notSupported, remedy: remedy.usualDisk },
  ENXIO: { what: what.notRegular, remedy: remedy.otherPath },
  ENODEV: { what: what.diskGone, remedy: remedy.attach },
  ESTALE: { what: what.diskGone, remedy: remedy.mount },
  EMFILE: { what: what.tooManyOpen, remedy: remedy.raiseLimit },
};

const explanationOf = (error: unknown): Explanation | undefined => EXPLANATIONS[errnoOf(error) ?? ''];

/** Why a file call failed. */
export function ioProblemOf(error: unknown): GatewayMessage {
  const detail = messageOf(error);
  const explanation = explanationOf(error);
  return explanation === undefined ? what.other({ detail }) : what.described({ problem: explanation.what(), detail });
}

/** The same in English, for the log and the command line. */
export const describeIoError = (error: unknown): string => english(ioProblemOf(error));

/** What to do about a failed file call; undefined for any other error. */
export function ioRemedyOf(error: unknown): string | undefined {
  const explanation = explanationOf(error);
  return explanation && english(explanation.remedy());
}

/** The rows of a failed file call, by what it names. */
const ROWS = {
  file: { explained: ioErrors.ofFile, other: ioErrors.otherOfFile },
  folder: { explained: ioErrors.ofFolder, other: ioErrors.otherOfFolder },
} as const;

/** A failed file call, with `path` and the remedy; undefined for any other error. `kind`: what the path is. */
export function ioFailureOf(
  error: unknown,
  path: string | undefined = pathOf(error),
  kind: keyof typeof ROWS = 'file',
): Failure | undefined {
  if (!isFileError(error)) return undefined;
  const detail = messageOf(error);
  const explanation = explanationOf(error);
  const values = explanation && { problem: explanation.what(), remedy: explanation.remedy(), detail };
  if (path === undefined || path === '')
    return values === undefined ? ioErrors.otherOfNoPath({ detail }) : ioErrors.ofNoPath(values);
  return values === undefined ? ROWS[kind].other({ path, detail }) : ROWS[kind].explained({ path, ...values });
}

/** The sentence about a failed file call. */
export const explainIoError = (error: unknown, path?: string): string | undefined => ioFailureOf(error, path)?.message;

/** The error with a sentence about the failed file call; any other error as it is. */
export function explainedIo(error: unknown, path: string, kind: keyof typeof ROWS = 'file'): unknown {
  const failed = ioFailureOf(error, path, kind);
  return failed === undefined ? error : errorOf(failed, { cause: error });
}

/** Runs what uses `path`; a failed file call rejects with a sentence that names it. */
export const explainingIo = <T>(path: string, run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    throw explainedIo(error, path);
  });

/** An error of the system names the call that failed, and that of a connection its address. */
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && 'syscall' in error && !('address' in error) && !('hostname' in error);

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;

export const isDiskFullError = (error: unknown): boolean => explanationOf(error)?.remedy === remedy.makeRoom;
