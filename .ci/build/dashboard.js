// Bundles the dashboard from src/web for the gateway to serve: scripts, styles and the world outline.
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeInputs } from './inputs.js';
import { worldOutline } from './outline.js';
import { licenseTexts, packagesOf } from './licenses.js';
import { pageOptions } from './page-options.js';

const out = 'dist/web/app';
await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  ...pageOptions,
  outdir: out,
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
});
// The page preloads the chunks that its main script imports.
const outputs = Object.entries(metafile.outputs);
const [main, { imports }] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/web/main.tsx');
const [style] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/web/style/index.css');
const preload = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
await writeFile(`${out}/page.json`, JSON.stringify({ main: basename(main), style: basename(style), preload }));
await writeFile(`${out}/world.json`, await worldOutline());
const copied = [
  ['src/web/icon.svg', 'icon.svg'],
  ['src/web/install/manifest.json', 'manifest.webmanifest'],
  ...(await readdir('src/web/install'))
    .filter((name) => /\.(png|ico)$/.test(name))
    .map((name) => [`src/web/install/${name}`, name]),
];
for (const [file, name] of copied) await copyFile(file, `${out}/${name}`);
const worker = await build({
  entryPoints: ['src/web/install/service-worker.ts'],
  outdir: out,
  minify: true,
  target: ['es2022'],
  tsconfig: 'src/web/tsconfig.json',
  logLevel: 'warning',
  metafile: true,
});
writeInputs('dashboard', [metafile, worker.metafile], ['src/web/tsconfig.json', ...copied.map(([file]) => file)]);

// The page of the API is served from these files.
await mkdir('dist/web/docs', { recursive: true });
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
  await copyFile(`node_modules/swagger-ui-dist/${name}`, `dist/web/docs/${name}`);

/** The world outline is a file of its own, and rbush contains quickselect. */
const alsoInside = ['node_modules/world-atlas', 'node_modules/quickselect'];
const packages = new Set([...packagesOf(metafile), ...alsoInside]);
await writeFile(`${out}/licenses.txt`, await licenseTexts(packages));
await writeFile('dist/.packages-dashboard.json', JSON.stringify([...packages, 'node_modules/swagger-ui-dist']));

// Compressed at build time, so that the gateway does not have to.
for (const name of await readdir(out)) {
  const bytes = await readFile(`${out}/${name}`);
  if (!/\.(png|ico)$/.test(name)) await writeFile(`${out}/${name}.gz`, gzipSync(bytes, { level: 9 }));
}
