// Transforms each file of src and test that changed to JavaScript in dist, for the tests. Types are checked by `npm run lint`.
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'dist/.stamps/tests.json';
const OWN = ['.ci/build/tests.js', 'package-lock.json'];

/** Resolves with the sources that changed since the last time, or are gone. */
export async function compileChanged() {
  const listed = await Promise.all(
    ['src', 'test'].map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .filter((file) => /^src\/languages\/\w+\.json$|(?<!\.d)\.tsx?$/.test(file));
    }),
  );
  const factsOf = async (file) => {
    const { size, mtimeMs } = await stat(file);
    return [file, `${size} ${mtimeMs}`];
  };
  const facts = Object.fromEntries(await Promise.all([...OWN, ...listed.flat()].map(factsOf)));
  const built = JSON.parse(await readFile(STAMP, 'utf8').catch(() => '{}'));
  const isSame = (file) => built[file] === facts[file];
  const changed = listed.flat().filter((file) => !OWN.every(isSame) || !isSame(file));

  // mocha would run what a removed test has left behind.
  const outputsOf = (file) => {
    const output = `dist/${file.replace(/\.tsx?$/, '.js')}`;
    return [output, `${output}.map`];
  };
  const gone = Object.keys(built).filter((file) => !(file in facts));
  await Promise.all(gone.flatMap(outputsOf).map((file) => rm(file, { force: true })));

  if (changed.length > 0) {
    const { build } = await import('esbuild');
    await build({
      entryPoints: changed,
      outdir: 'dist',
      outbase: '.',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      charset: 'utf8',
      loader: { '.json': 'copy' },
      logLevel: 'warning',
    });
  }
  if (changed.length > 0 || gone.length > 0) {
    await mkdir('dist/.stamps', { recursive: true });
    await writeFile(STAMP, JSON.stringify(facts));
  }
  return [...changed, ...gone];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await compileChanged();
