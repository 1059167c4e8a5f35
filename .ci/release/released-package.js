// package.json and the lock file of a release. All packages but those with native parts are in the bundles, so an
// installation needs only these. `node .ci/release/released-package.js FOLDER` writes both into a folder, for `npm ci`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

/** They look for their native part in their own folder, so the bundles leave them out. */
export const NATIVE = ['@serialport/bindings-cpp', '@lydell/node-pty'];

const KEPT = ['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'files'];

const pick = (object, names) =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));

/** What is released of package.json. */
export function releasedPackage(source) {
  const { dependencies, optionalDependencies } = source;
  return {
    ...pick(source, KEPT),
    // In a checkout it would run too, and before anything is built.
    scripts: { postinstall: 'node dist/waypost/keep-data.js' },
    dependencies: pick(dependencies, NATIVE),
    optionalDependencies: pick(optionalDependencies, NATIVE),
  };
}

/** Where the lock file has the package that `from` loads by `name`: in its own folder, or in one above it. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** What is released of the lock file: the packages that package.json needs, directly or not, at their places. */
export function releasedLock(lock, released) {
  const { packages } = lock;
  const kept = new Map();
  const add = (from, names) => {
    for (const name of Object.keys(names ?? {})) {
      const place = placeOf(packages, from, name);
      if (place === undefined || kept.has(place)) continue;
      kept.set(place, packages[place]);
      add(place, packages[place].dependencies);
      add(place, packages[place].optionalDependencies);
    }
  };
  add('', released.dependencies);
  add('', released.optionalDependencies);
  const { files: _, type: __, description: ___, scripts: ____, ...root } = released;
  const inOrder = [...kept].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...pick(lock, ['name', 'version', 'lockfileVersion', 'requires']),
    packages: { '': { ...root, hasInstallScript: true }, ...Object.fromEntries(inOrder) },
  };
}

export const textOf = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Both of this checkout. */
export async function readReleased() {
  const read = async (file) => JSON.parse(await readFile(join(import.meta.dirname, '../..', file), 'utf8'));
  const released = releasedPackage(await read('package.json'));
  return { released, lock: releasedLock(await read('package-lock.json'), released) };
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const [, , folder] = argv;
  const { released, lock } = await readReleased();
  await writeFile(join(folder, 'package.json'), textOf(released));
  await writeFile(join(folder, 'package-lock.json'), textOf(lock));
}
