// Bundles the gateway for production: about 1,000 modules in a few files, which halves the time to load them. The gateway
// is bundled apart from the other commands: what they share would be in fifty more files, which it would load at each start.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compiledConfig } from './compiled-config.js';
import { licenseTexts, packagesOf } from './licenses.js';
import { NATIVE } from './released-package.js';

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

/** The module that runs the gateway is in a bundle of its own. */
const gatewayApart = {
  name: 'gateway-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/run-gateway\.js$/ }, () => ({ path: './run-gateway.js', external: true }));
  },
};

const plugins = [lessMediaTypes, noWorkerTimers, compiledConfig];
await rm(outdir, { recursive: true, force: true });
const options = {
  outdir,
  bundle: true,
  // Modules that are imported on demand stay in files of their own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // A copy of Node's own streams for old versions and browsers, 130 KB.
  alias: { 'readable-stream': 'node:stream' },
  external: NATIVE,
  metafile: true,
  // CommonJS modules load Node's own modules with it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  chunkNames: '[name]-[hash]',
  // A quarter less to read and to keep in memory. An error shows the line that it comes from: it stays short.
  minifyWhitespace: true,
  lineLimit: 120,
  logLevel: 'warning',
};
const commands = await build({
  ...options,
  entryPoints: ['src/main.ts'],
  plugins: [...plugins, gatewayApart],
});
const gateway = await build({
  ...options,
  entryPoints: ['src/cli/run-gateway.ts'],
  plugins,
});

// Comments of packages have a few characters beyond Latin-1; esbuild escapes those of texts. With a single one V8 keeps the
// whole file, up to 2.6 MB, with two bytes for each character, as long as the gateway runs.
for (const name of (await readdir(outdir)).filter((entry) => entry.endsWith('.js'))) {
  const file = join(outdir, name);
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, (await readFile(file, 'utf8')).replace(/[\u0100-\uffff]/g, escape));
}

const packages = packagesOf(commands.metafile, gateway.metafile);
await writeFile(`${outdir}/licenses.txt`, await licenseTexts(packages));
await writeFile('dist/.packages-gateway.json', JSON.stringify([...packages]));
