import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** C source, which is not copied to `dist`. */
const SOURCE = 'test/fault/shim/changes.c';

/** Compiles the shim into `folder`. */
export async function compileShim(folder: string): Promise<string> {
  const library = join(folder, 'changes.so');
  const options = ['-O2', '-Wall', '-Wextra', '-Wshadow', '-Werror', '-shared', '-fPIC'];
  await promisify(execFile)('cc', [...options, '-o', library, SOURCE, '-lpthread']);
  return library;
}
