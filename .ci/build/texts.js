// Writes what is derived from the code: src/messages/catalog.ts, which lists the modules of rows, and src/languages/en.json,
// the English sentences, labels and texts for translators. Each other language gets the new ids, still empty, and loses those
// that are gone. A file that is as it should be is not written, and a translation that cannot be shown is an error.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const CATALOG = 'src/messages/catalog.ts';
const LANGUAGES = 'src/languages';
const ENGLISH = `${LANGUAGES}/en.json`;

process.chdir(join(import.meta.dirname, '../..'));

async function writeIfChanged(file, text) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
}

const jsonOf = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The modules of `folder` with this ending that have `words`, relative to src. */
async function modulesWith(words, folder, ending) {
  const names = (await readdir(`src/${folder}`, { recursive: true })).map((name) => join(folder, name)).sort();
  const found = await Promise.all(
    names
      .filter((name) => ending.test(name))
      .map(async (name) => ((await readFile(join('src', name), 'utf8')).includes(words) ? [name] : [])),
  );
  return found.flat();
}

/** Bundles modules and imports them; they import from node_modules. */
async function importBundled(contents) {
  const outfile = resolve(`dist/.texts-${process.pid}.mjs`);
  await mkdir('dist', { recursive: true });
  await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    ...{ outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node', logLevel: 'warning' },
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}

/** The rows, by area and member. */
function sentencesOf(rows) {
  const areas = {};
  for (const { id, sentence } of rows) {
    const dot = id.lastIndexOf('.');
    (areas[id.slice(0, dot)] ??= {})[id.slice(dot + 1)] = sentence;
  }
  return areas;
}

const isText = (value) => typeof value === 'object' && value !== null && 'area' in value && 'english' in value;

/** The labels of the channels; an empty one has nothing to translate. */
const labelsOf = (channels) =>
  Object.fromEntries(
    Object.entries(channels).map(([name, { labels }]) => [
      name,
      Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== '')),
    ]),
  );

/** What a language has, in the shape and order of the English file. */
const inShapeOf = (english, own) =>
  typeof english === 'string'
    ? typeof own === 'string'
      ? own
      : ''
    : Object.fromEntries(Object.entries(english).map(([key, value]) => [key, inShapeOf(value, own?.[key])]));

/** What is wrong with the translations, one sentence each. */
function problemsIn(file, english, own, placeholdersOf, path = '') {
  if (typeof english !== 'string')
    return Object.keys(english).flatMap((key) =>
      problemsIn(file, english[key], own[key], placeholdersOf, path === '' ? key : `${path}.${key}`),
    );
  if (own === '') return [];
  let names;
  try {
    names = placeholdersOf(own);
  } catch (error) {
    return [`${file}: ${path}: ${error.message}: see the same text in ${ENGLISH}`];
  }
  const expected = placeholdersOf(english);
  const lacking = expected.filter((name) => !names.includes(name)).map((name) => `lacks {${name}}`);
  const unknown = names.filter((name) => !expected.includes(name)).map((name) => `has {${name}}, which is unknown`);
  const wrong = [...lacking, ...unknown].join(', ');
  return wrong === '' ? [] : [`${file}: ${path}: ${wrong}: write the placeholders of ${ENGLISH}`];
}

const rowModules = await modulesWith("messages/define.js'", '', /(^|\/)messages\.ts$/);
const imports = rowModules.map((name) => `import '../${name.replace(/\.ts$/, '.js')}';\n`);
await writeIfChanged(
  CATALOG,
  `// Written by \`npm run texts\`: every module of messages.\n${imports.join('')}\nexport { allRows } from './rows.js';\n`,
);

const textModules = await modulesWith('= defineText(', 'web', /\.ts$/);
const { allRows, placeholdersOf, CHANNELS, ...modules } = await importBundled(
  [
    `export { allRows } from './${CATALOG}';`,
    "export { placeholdersOf } from './src/messages/format.ts';",
    "export { CHANNELS } from './src/schema/channels.ts';",
    ...textModules.map((name, index) => `export * as texts${index} from './src/${name}';`),
  ].join('\n'),
);
const texts = Object.values(modules).flatMap((module) => Object.values(module).filter(isText));
const english = {
  messages: sentencesOf(allRows()),
  labels: { channel: labelsOf(CHANNELS) },
  page: Object.fromEntries(texts.map((text) => [text.area, text.english])),
};
await writeIfChanged(ENGLISH, jsonOf(english));

const problems = [];
for (const name of await readdir(LANGUAGES)) {
  const file = `${LANGUAGES}/${name}`;
  if (file === ENGLISH || !name.endsWith('.json')) continue;
  const { sentences, ...own } = JSON.parse(await readFile(file, 'utf8'));
  const now = inShapeOf(english, own);
  await writeIfChanged(file, jsonOf({ ...now, sentences }));
  problems.push(...problemsIn(file, english, now, placeholdersOf));
}
if (problems.length > 0) {
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = 1;
}
