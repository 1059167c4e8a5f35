// npm runs it before and after it packs: `prepack` builds, and puts what is released of package.json and of the lock file in
// their places; `postpack` takes them back. A pack that was killed between the two is undone by `node .ci/release/prepack.js undo`.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { argv, execPath } from 'node:process';
import { readReleased, textOf } from './released-package.js';

process.chdir(join(import.meta.dirname, '../..'));
const SOURCE = 'package.json';
const SAVED = 'dist/.package.json';

/** Everything that the tarball may contain. */
const PACKED = [
  'README.md',
  'LICENSE',
  'config',
  'systemd',
  'dist/waypost',
  'dist/web',
  'dist/sbom.json',
  SOURCE,
  'npm-shrinkwrap.json',
];

const filesBelow = (path) =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesBelow(join(path, name)));

/** The tarball has the modes of the files, which must not depend on the umask of the checkout. */
const setMode = (file) => chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755);

function undo() {
  if (existsSync(SAVED)) renameSync(SAVED, SOURCE);
  rmSync('npm-shrinkwrap.json', { force: true });
}

async function prepare() {
  undo();
  execFileSync(execPath, ['.ci/build.js', '--fresh', 'gateway', 'dashboard'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  execFileSync(execPath, ['.ci/release/sbom.js'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const { released, lock } = await readReleased();
  // With the same time, the build finds that nothing changed.
  const { atime, mtime } = statSync(SOURCE);
  copyFileSync(SOURCE, SAVED);
  utimesSync(SAVED, atime, mtime);
  writeFileSync(SOURCE, textOf(released));
  writeFileSync('npm-shrinkwrap.json', textOf(lock));
  PACKED.flatMap(filesBelow).forEach(setMode);
}

if (argv[2] === 'undo') undo();
else await prepare();
