import { readFileSync } from 'node:fs';
import { expect } from 'chai';

type Lock = { readonly packages: Readonly<Record<string, { version?: string; dev?: true; devOptional?: true }>> };
type Manifest = Readonly<Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('the page on packages of others', () => {
  const page = readFileSync('systemd/supply.md', 'utf8');
  const { packages } = read('package-lock.json') as Lock;
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .slice(2);

  it('the table has each production dependency in its version', () => {
    const { dependencies, optionalDependencies } = read('package.json') as Manifest;
    const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
    expect(rows.map(([, name, version]) => `${name ?? ''} ${version ?? ''}`)).to.deep.equal(
      names.map((name) => `${name} ${packages[`node_modules/${name}`]?.version ?? ''}`),
    );
  });

  it('each row has the reason, the size, the month of the release and a replacement', () => {
    for (const [, name, , why = '', size = '', released = '', replacement = ''] of rows) {
      expect(why, name).to.match(/\w{3}/);
      expect(size, name).to.match(/^\d+$/);
      expect(released, name).to.match(/^20\d\d-\d\d$/);
      expect(replacement, name).to.match(/\w{3}/);
    }
  });

  it('the text has the number of all production packages', () => {
    const places = Object.entries(packages).filter(
      ([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional,
    );
    expect(page).to.contain(`they are ${places.length}.`);
  });

  it('only packages for demo and simulate are optional', () => {
    expect(Object.keys((read('package.json') as Manifest).optionalDependencies)).to.deep.equal(['@lydell/node-pty']);
  });
});
