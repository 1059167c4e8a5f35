// The dashboard's own page out of src/web, as the gateway serves it: modules in pieces, styles, the outline of the world.
import { readFile, readdir, rm, writeFile, copyFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const out = 'dist/web/app';
/** What every page is made with: one file, and not one for each set of pages that have something in common. */
const shared = (await readdir('src/web', { recursive: true })).filter(
  (name) => /\.tsx?$/.test(name) && !/^(pages|map|plot)\/|^main\./.test(name),
);
const inOneFile = {
  name: 'in-one-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^waypost:shared$/ }, ({ path }) => ({ path, namespace: 'shared' }));
    onLoad({ filter: /./, namespace: 'shared' }, () => ({
      contents: shared.map((name) => `import './${name}';`).join('\n'),
      resolveDir: 'src/web',
    }));
    // All that is loaded by itself: a module that is asked for later has to be in this list.
    const alone =
      /\/src\/web\/(main\.tsx|pages\/[\w-]+\.tsx|map\/(live-map|archive\/(show-archive|vector-painter))\.ts)$/;
    onLoad({ filter: alone }, async ({ path }) => ({
      contents: `import 'waypost:shared';\n${await readFile(path, 'utf8')}`,
      loader: extname(path).slice(1),
    }));
  },
};

await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { main: 'src/web/main.tsx', style: 'src/web/style/index.css' },
  plugins: [inOneFile],
  metafile: true,
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  minify: true,
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.png': 'file' },
  // The package's entry is for script tags: this one is a module.
  alias: { leaflet: './node_modules/leaflet/dist/leaflet-src.esm.js' },
  tsconfig: 'src/web/tsconfig.json',
  logLevel: 'warning',
});
// What the page asks for before its code has run; what that code imports is asked for with it, and not after it.
const outputs = Object.entries(metafile.outputs);
const [main, { imports }] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/web/main.tsx');
const [style] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/web/style/index.css');
const preload = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
await writeFile(`${out}/page.json`, JSON.stringify({ main: basename(main), style: basename(style), preload }));
await copyFile('node_modules/world-atlas/countries-50m.json', `${out}/world.json`);
await copyFile('src/web/icon.svg', `${out}/icon.svg`);
/** They come without their terms, which are those of another package of the same people. */
const sameTerms = { pmtiles: 'protomaps-leaflet', '@protomaps/basemaps': 'protomaps-leaflet' };
/** What is in the page; the outline of the world is copied beside it, and rbush has quickselect in it. */
const packages = new Set(['world-atlas', 'quickselect']);
for (const input of Object.keys(metafile.inputs)) {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
  if (name !== undefined) packages.add(name);
}
const terms = [...packages].sort().map(async (name) => {
  const folder = `node_modules/${sameTerms[name] ?? name}`;
  const [file] = (await readdir(folder)).filter((entry) => /^licen[cs]e/i.test(entry));
  return `${name}\n\n${await readFile(`${folder}/${file}`, 'utf8')}`;
});
await writeFile(`${out}/licenses.txt`, (await Promise.all(terms)).join('\n\n'));

// Compressed once, here: the gateway has better things to do.
for (const name of await readdir(out)) {
  const bytes = await readFile(`${out}/${name}`);
  if (!name.endsWith('.png')) await writeFile(`${out}/${name}.gz`, gzipSync(bytes, { level: 9 }));
}
