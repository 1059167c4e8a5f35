import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** C sources, which are not copied to `dist`. */
const SOURCES = 'test/fault/shim';

/** Compiles a shim into `folder`. */
export async function compileShim(folder: string, name: 'changes' | 'bad-sector' = 'changes'): Promise<string> {
  const library = join(folder, `${name}.so`);
  const options = ['-O2', '-Wall', '-Wextra', '-Wshadow', '-Werror', '-shared', '-fPIC'];
  await promisify(execFile)('cc', [...options, '-o', library, join(SOURCES, `${name}.c`), '-ldl', '-lpthread']);
  return library;
}
