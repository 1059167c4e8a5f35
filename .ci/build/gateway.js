// Bundles the gateway for production: about 1,000 modules in a few files, which halves the time to load them. The gateway
// is bundled apart from the other commands: what they share would be in fifty more files, which it would load at each start.
// Both are CommonJS modules: of those alone V8 gives what it has compiled, to keep it on the disk (src/cli/code-cache). Where
// they load the same on demand, they share its files.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { compiledConfig } from './compiled-config.js';
import { writeInputs } from './inputs.js';
import { licenseTexts, packagesOf } from './licenses.js';
import { NATIVE } from '../release/released-package.js';

const outdir = 'dist/waypost';

/**
 * The table of media types without what the gateway does not need: it names types in full, and the table adds their
 * character sets. Types of vendors and those without file extension and character set are left out: they would take 9 MB
 * of memory as long as the gateway runs, and time at each start.
 */
const lessMediaTypes = {
  name: 'less-media-types',
  setup({ onLoad }) {
    onLoad({ filter: /mime-db[/\\]db\.json$/ }, async ({ path }) => {
      const read = Object.entries(JSON.parse(await readFile(path, 'utf8'))).flatMap(
        ([type, { charset, extensions, source }]) =>
          charset === undefined && (extensions === undefined || /^\w+\/(?:vnd\.|x-)/.test(type))
            ? []
            : [[type, { charset, extensions, source }]],
      );
      return { contents: JSON.stringify(Object.fromEntries(read)), loader: 'json' };
    });
  },
};

/** The MQTT client asks for timers of web workers, which only browsers have. */
const noWorkerTimers = {
  name: 'no-worker-timers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker-timers$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What runs the gateway and what runs the other commands are bundles of their own. */
const bundlesApart = {
  name: 'bundles-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/run-gateway\.js$/ }, () => ({ path: resolve('src/cli/code-cache/bundled-gateway.ts') }));
    onResolve({ filter: /\/run-command\.js$/ }, () => ({ path: './run-command.cjs', external: true }));
  },
};

await rm(outdir, { recursive: true, force: true });
const output = {
  platform: 'node',
  target: 'node20',
  // A quarter less to read and to keep in memory. An error shows the line that it comes from: it stays short.
  minifyWhitespace: true,
  lineLimit: 120,
  logLevel: 'warning',
};
const main = await build({
  ...output,
  outdir,
  bundle: true,
  format: 'esm',
  entryPoints: [
    { in: 'src/main.ts', out: 'main' },
    { in: 'src/install/keep-data.ts', out: 'keep-data' },
  ],
  plugins: [bundlesApart],
  metafile: true,
});

const bundles = [];
for (const name of ['run-gateway', 'run-command']) {
  const bundle = await build({
    ...output,
    outdir,
    bundle: true,
    // Modules that are imported on demand stay in files of their own.
    splitting: true,
    format: 'esm',
    entryPoints: [`src/cli/${name}.ts`],
    plugins: [lessMediaTypes, noWorkerTimers, compiledConfig],
    alias: {
      // A copy of Node's own streams for old versions and browsers, 130 KB.
      'readable-stream': 'node:stream',
      // Its main module loads its parts in a way that cannot be bundled.
      'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    },
    external: NATIVE,
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    metafile: true,
    write: false,
  });
  bundles.push(bundle);
  // esbuild splits only ES modules, so the files become CommonJS modules after that.
  for (const { path, text } of bundle.outputFiles) {
    const { code } = await transform(text, {
      ...output,
      format: 'cjs',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'fileUrl' },
      banner: "const fileUrl = require('node:url').pathToFileURL(__filename).href;",
    });
    await writeFile(path, code);
  }
}

// Comments of packages have a few characters beyond ASCII; esbuild escapes those of texts. With a single one that is beyond
// Latin-1, V8 keeps the whole file, up to 2.6 MB, with two bytes for each character, as long as the gateway runs. And ASCII
// is read in a tenth of the time.
for (const name of (await readdir(outdir)).filter((entry) => /\.c?js$/.test(entry))) {
  const file = join(outdir, name);
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, (await readFile(file, 'utf8')).replace(/[\u0080-\uffff]/g, escape));
}

// Types alone are no inputs: a change of them changes no bundle.
writeInputs(
  'gateway',
  [main, ...bundles].map(({ metafile }) => metafile),
);
const packages = packagesOf(...bundles.map(({ metafile }) => metafile));
await writeFile(`${outdir}/licenses.txt`, await licenseTexts(packages));
await writeFile('dist/.packages-gateway.json', JSON.stringify([...packages]));
