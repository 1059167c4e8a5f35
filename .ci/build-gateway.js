// The gateway as it is run: some 1,000 modules in a few files, which halves the time it takes to load them.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const outdir = 'dist/waypost';

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['src/main.ts'],
  outdir,
  bundle: true,
  // What is loaded when it is asked for stays in files of its own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // They look for their native part beside them.
  external: ['@serialport/bindings-cpp', '@lydell/node-pty'],
  // Modules of the old kind ask for those of Node by it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
});
