import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds packages of this checkout into `folder`, as `npm run deb` does; about 20 s each. */
export function buildPackages(folder: string, ...architectures: string[]): string[] {
  const env = { ...process.env, DEB_FOLDER: folder };
  execFileSync('systemd/debian/build', architectures, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return architectures.map((architecture) => join(folder, `waypost_${version}_${architecture}.deb`));
}

export type Packed = { readonly mode: string; readonly owner: string; readonly bytes: number; readonly path: string };

/** The contents of a package. */
export const contentsOf = (file: string): Packed[] =>
  execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8', maxBuffer: 16_777_216 })
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [mode = '', owner = '', bytes, , , ...path] = line.split(/ +/);
      return { mode, owner, bytes: Number(bytes), path: path.join(' ').slice(1) };
    });

export const fieldOf = (file: string, field: string): string =>
  execFileSync('dpkg-deb', ['--field', file, field], { encoding: 'utf8' }).trim();

/** Repacks the package with another version number and returns its path. */
export function repackAs(version: string, file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-repack-'));
  try {
    execFileSync('dpkg-deb', ['--raw-extract', file, folder]);
    const control = join(folder, 'DEBIAN/control');
    writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
    const repacked = file.replace(/_[^_]*_/, `_${version}_`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, repacked], { stdio: 'ignore' });
    return repacked;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
