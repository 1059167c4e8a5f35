// Writes what is derived from the rows of messages: src/messages/catalog.ts, which lists their modules, and
// src/languages/en.json, the English sentences for translators. A file that is as it should be is not written.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const CATALOG = 'src/messages/catalog.ts';
const ENGLISH = 'src/languages/en.json';

process.chdir(join(import.meta.dirname, '../..'));

async function writeIfChanged(file, text) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
}

/** Other files have the same name: those of the outbox. */
async function modules() {
  const names = (await readdir('src', { recursive: true })).filter((name) => /(^|\/)messages\.ts$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join('src', name), 'utf8')));
  return names.filter((_name, index) => texts[index].includes("messages/define.js'"));
}

/** The sentences of the rows, by area and member. */
async function sentences() {
  const outfile = resolve(`dist/.texts-${process.pid}.mjs`);
  await build({ entryPoints: [CATALOG], outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  try {
    const { allRows } = await import(pathToFileURL(outfile).href);
    const areas = {};
    for (const { id, sentence } of allRows()) {
      const [area, member] = [id.slice(0, id.lastIndexOf('.')), id.slice(id.lastIndexOf('.') + 1)];
      (areas[area] ??= {})[member] = sentence;
    }
    return areas;
  } finally {
    await rm(outfile, { force: true });
  }
}

const imports = (await modules()).map((name) => `import '../${name.replace(/\.ts$/, '.js')}';\n`);
await writeIfChanged(
  CATALOG,
  `// Written by \`npm run texts\`: every module of messages.\n${imports.join('')}\nexport { allRows } from './rows.js';\n`,
);
await writeIfChanged(ENGLISH, `${JSON.stringify({ messages: await sentences() }, null, 2)}\n`);
