// Installs the packages and builds what changed since the last build: `node .ci/build.js TARGET…`, all targets by default.
// It needs nothing but Node, because it runs before the packages are installed, and it prints what it does.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

/** Each target is built again when a file below `inputs` or its list of files changed. */
const TARGETS = {
  gateway: {
    text: 'bundling the gateway',
    inputs: [
      'src',
      'package.json',
      'package-lock.json',
      '.ci/build-gateway.js',
      '.ci/compiled-config.js',
      '.ci/licenses.js',
      '.ci/released-package.js',
    ],
    commands: [['node', '.ci/build-gateway.js']],
  },
  dashboard: {
    text: 'bundling the dashboard',
    inputs: [
      'src/web',
      'src/schema',
      'package-lock.json',
      '.ci/build-web.js',
      '.ci/build-outline.js',
      '.ci/licenses.js',
    ],
    commands: [['node', '.ci/build-web.js']],
    before: copySwaggerUi,
  },
  types: {
    text: 'checking types and compiling the tests',
    inputs: ['src', 'test', 'tsconfig.json', 'package-lock.json'],
    commands: [
      ['node', 'node_modules/typescript/bin/tsc'],
      ['node', 'node_modules/typescript/bin/tsc', '--project', 'test/web'],
    ],
    before: removeCompiled,
  },
  clients: {
    text: 'installing the API clients of the tests',
    inputs: ['test/clients/package-lock.json'],
    commands: [['npm', 'ci', '--prefix', 'dist/clients', '--ignore-scripts', '--no-audit', '--no-fund']],
    before: copyClients,
    onlyByName: true,
  },
};
const namesByDefault = Object.keys(TARGETS).filter((name) => TARGETS[name].onlyByName !== true);
const STAMPS = 'dist/.stamps';

/** The page of the API is served from these files of swagger-ui-dist. */
async function copySwaggerUi() {
  await mkdir('dist/web/docs', { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']) {
    await copyFile(`node_modules/swagger-ui-dist/${name}`, `dist/web/docs/${name}`);
  }
}

/** The packages stay out of the sources, which are compiled and linted as a whole. */
async function copyClients() {
  await mkdir('dist/clients', { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(`test/clients/${name}`, `dist/clients/${name}`);
}

/** The compiler leaves files of removed sources behind, and mocha would run them; this happens only when the list changed. */
async function removeCompiled({ listChanged }) {
  if (!listChanged) return;
  for (const path of [
    'dist/src',
    'dist/test',
    'dist/.tsbuildinfo',
    'dist/.tsbuildinfo-web',
    'dist/.tsbuildinfo-page',
  ]) {
    await rm(path, { recursive: true, force: true });
  }
}

const readText = (path) => readFile(path, 'utf8').catch(() => '');
const modifiedAt = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  );
const hash = (lines) => createHash('sha256').update(lines.join('\n')).digest('hex');

async function filesBelow(path) {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Two hashes: of the names of the inputs, and of their sizes and times. */
async function fingerprint(inputs) {
  const files = (await Promise.all(inputs.map(filesBelow))).flat().sort();
  const facts = await Promise.all(
    files.map(async (file) => stat(file).then(({ size, mtimeMs }) => `${size} ${mtimeMs}`)),
  );
  return { list: hash(files), contents: hash(facts) };
}

function run([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${[program, ...args].join(' ')} failed with status ${code}`));
    });
  });
}

async function timed(text, work) {
  const start = performance.now();
  process.stderr.write(`waypost: ${text}…\n`);
  await work();
  process.stderr.write(`waypost: ${text}: done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/** The packages are installed again when the lock file changed. */
async function install() {
  const stamp = 'node_modules/.waypost-lock';
  const lock = hash([await readText('package-lock.json')]);
  if ((await readText(stamp)) === lock) return;
  await timed('installing packages (one to two minutes the first time)', () =>
    run(['npm', 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']),
  );
  await writeFile(stamp, lock);
}

async function build(name) {
  const { text, inputs, commands, before } = TARGETS[name];
  const stamp = `${STAMPS}/${name}`;
  const { list, contents } = await fingerprint(inputs);
  const [builtList, builtContents] = (await readText(stamp)).split(' ');
  if (builtList === list && builtContents === contents) return;
  await timed(text, async () => {
    await rm(stamp, { force: true });
    await before?.({ listChanged: builtList !== list });
    await Promise.all(commands.map(run));
  });
  await mkdir(STAMPS, { recursive: true });
  await writeFile(stamp, `${list} ${contents}`);
}

try {
  const asked = process.argv.slice(2).filter((word) => word !== '--fresh');
  if (process.argv.includes('--fresh')) await rm('dist', { recursive: true, force: true });
  await install();
  await Promise.all((asked.length > 0 ? asked : namesByDefault).map(build));
} catch (error) {
  process.stderr.write(`waypost: ${error.message}\n`);
  process.exitCode = 1;
}
