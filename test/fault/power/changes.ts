/** One record of the log that `shim/changes.c` writes; paths are relative to the watched folder, which is ''. */
export type Logged =
  | { readonly what: 'create' | 'mkdir' | 'sync' | 'unlink' | 'rmdir'; readonly path: string }
  | { readonly what: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly what: 'truncate'; readonly path: string; readonly length: number }
  | { readonly what: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly what: 'note'; readonly text: string };

const LF = 10;

/** Every record of a log, in the order of the changes. */
export function readLog(log: Buffer): Logged[] {
  const records: Logged[] = [];
  for (let start = 0; start < log.length;) {
    const head = log.indexOf(LF, start);
    const [, what = '', number = '', length = '', path = ''] =
      /^(\w+) (\d+) (\d+) (.*)$/.exec(log.toString('utf8', start, head)) ?? [];
    const end = head + 1 + Number(length);
    records.push(toRecord(what, Number(number), log.subarray(head + 1, end), path));
    start = end + 1;
  }
  return records;
}

function toRecord(what: string, number: number, bytes: Buffer, path: string): Logged {
  switch (what) {
    case 'create':
    case 'mkdir':
    case 'sync':
    case 'unlink':
    case 'rmdir':
      return { what, path };
    case 'write':
      return { what, path, at: number, bytes };
    case 'truncate':
      return { what, path, length: number };
    case 'rename':
    case 'link':
      return { what, path, to: bytes.toString('utf8') };
    case 'note':
      return { what, text: bytes.toString('utf8') };
    default:
      throw new Error(`the log of changes has an unknown record: ${what}`);
  }
}
