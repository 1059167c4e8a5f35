// Installs the API clients of the tests in a folder of their own: they stay out of the sources, which are linted as a whole.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';

const FOLDER = 'dist/clients';
const FILES = ['package.json', 'package-lock.json'];

mkdirSync(FOLDER, { recursive: true });
for (const name of FILES) copyFileSync(`test/clients/${name}`, `${FOLDER}/${name}`);
const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
execFileSync('npm', ['ci', '--prefix', FOLDER, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
writeFileSync('dist/.inputs/clients.json', JSON.stringify(FILES.map((name) => `test/clients/${name}`)));
