// How the page is bundled, for the build and for `npm run dev`.
import { readFile, readdir } from 'node:fs/promises';
import { extname } from 'node:path';

/** Folders of which a page needs only a part, or nothing. */
const PARTIAL = /^(pages|map|plot|shown-once)\/|^main\.|service-worker/;
/** Small modules of these folders that several pages need. */
const COMMON =
  /^map\/(map-container\.tsx|zones\/zone-switch\.tsx|outline\/(clip|draw-outline)\.ts|archive\/archive(-state|\.text)\.ts)$/;
/** Modules that all pages use go into one chunk instead of one chunk per set of pages that share them. */
const shared = (await readdir('src/web', { recursive: true })).filter(
  (name) => /\.tsx?$/.test(name) && (!PARTIAL.test(name) || COMMON.test(name)),
);
const inOneFile = {
  name: 'in-one-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^waypost:shared$/ }, ({ path }) => ({ path, namespace: 'shared' }));
    onLoad({ filter: /./, namespace: 'shared' }, () => ({
      contents: shared.map((name) => `import './${name}';`).join('\n'),
      resolveDir: 'src/web',
    }));
    // Entry points: a module that is imported on demand must be in this list.
    const alone =
      /\/src\/(?:messages\/catalog\.ts|web\/(?:main\.tsx|pages\/[\w-]+\.tsx|map\/(live-map|zones\/zones-layer|archive\/(show-archive|vector-renderer))\.ts|shown-once\/qr-modules\.ts))$/;
    onLoad({ filter: alone }, async ({ path }) => ({
      contents: `import 'waypost:shared';\n${await readFile(path, 'utf8')}`,
      loader: extname(path).slice(1),
    }));
    // A language is an entry point too.
    onLoad({ filter: /\/src\/languages\/\w+\.json$/ }, async ({ path }) => ({
      contents: `import 'waypost:shared';\nexport default ${await readFile(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};

/** Options of esbuild. */
export const pageOptions = {
  entryPoints: { main: 'src/web/main.tsx', style: 'src/web/style/index.css' },
  plugins: [inOneFile],
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  legalComments: 'none',
  loader: { '.png': 'file' },
  // The entry point of the package is for script tags; this file is an ES module.
  alias: { leaflet: './node_modules/leaflet/dist/leaflet-src.esm.js' },
  tsconfig: 'src/web/tsconfig.json',
  logLevel: 'warning',
};
