// Writes the packages that a release contains, as CycloneDX, to dist/sbom.json: those in the bundles, and those with native
// parts. All of it comes from the lock file; the same commit gives the same bytes.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReleased, textOf } from './released-package.js';

process.chdir(join(import.meta.dirname, '../..'));
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

const { lock } = await readReleased();
const { packages } = read('package-lock.json');
const places = [
  ...read('dist/.packages-gateway.json'),
  ...read('dist/.packages-dashboard.json'),
  ...Object.keys(lock.packages).filter((place) => place !== ''),
];
const inside = new Set(places.map((place) => `${nameOf(place)}@${packages[place].version}`));

const output = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 67_108_864,
});
const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(output);
const { name, version, license } = read('package.json');
const root = `${name}@${version}`;
const sorted = (list, key) => list.sort((one, other) => (one[key] < other[key] ? -1 : 1));
/** npm marks what the lock file calls a package for development, and the dashboard is made of such packages. */
const released = ({ properties: _, scope: __, ...component }) => component;
const kept = sorted(components.filter((component) => inside.has(component['bom-ref'])).map(released), 'bom-ref');
const missing = [...inside].filter((reference) => !kept.some((component) => component['bom-ref'] === reference));
if (missing.length > 0)
  throw new Error(`npm sbom does not list ${missing.join(', ')}; run: npm install --package-lock-only`);

writeFileSync(
  'dist/sbom.json',
  textOf({
    ...rest,
    // npm names the root after its folder, and adds the time and its own version.
    metadata: {
      component: { ...metadata.component, name, version, 'bom-ref': root, licenses: [{ license: { id: license } }] },
    },
    components: kept,
    dependencies: sorted(
      dependencies
        .filter(({ ref }) => ref === root || inside.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => inside.has(other)).sort() })),
      'ref',
    ),
  }),
);
