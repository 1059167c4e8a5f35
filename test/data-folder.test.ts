import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { dataFoldersOf } from '../src/data-folder.js';
import { useFolder } from './support/store/folder.js';

describe('the default data folder', () => {
  const folder = useFolder();
  const make = (...path: readonly string[]): string => {
    const made = join(folder(), ...path);
    mkdirSync(made, { recursive: true });
    return made;
  };
  const usual = (root: string, env: NodeJS.ProcessEnv, uid = 1000): string => dataFoldersOf({ root, env, uid }).usual;

  it('a checkout keeps its data in the folder data', () => {
    const root = make('checkout');
    mkdirSync(join(root, '.git'));
    expect(dataFoldersOf({ root, env: { HOME: '/home/pi' } })).to.deep.equal({
      usual: join(root, 'data'),
      previous: [],
    });
    const sources = make('archive');
    mkdirSync(join(sources, 'src'));
    writeFileSync(join(sources, 'src', 'main.ts'), '');
    expect(usual(sources, {})).to.equal(join(sources, 'data'));
  });

  it('an installed package keeps them in the state folder of the user', () => {
    const root = make('lib', 'node_modules', 'waypost');
    const env = { HOME: '/home/pi' };
    expect(usual(root, env)).to.equal('/home/pi/.local/state/waypost');
    expect(usual(root, { ...env, XDG_STATE_HOME: '/srv/state' })).to.equal('/srv/state/waypost');
    expect(usual(root, { ...env, XDG_STATE_HOME: 'relative' })).to.equal('/home/pi/.local/state/waypost');
    expect(usual(root, {}, 0)).to.equal('/var/lib/waypost');
    expect(dataFoldersOf({ root, env }).previous).to.deep.equal([join(root, 'data')]);
  });

  it('a repository inside of node_modules is an installed package', () => {
    const root = make('node_modules', 'waypost');
    mkdirSync(join(root, '.git'));
    expect(usual(root, { HOME: '/home/pi' })).to.equal('/home/pi/.local/state/waypost');
  });

  it('a copy of the program without its sources keeps no data in it', () => {
    expect(usual(make('usr', 'lib', 'waypost'), { HOME: '/root' }, 0)).to.equal('/root/.local/state/waypost');
  });

  it('the data of other versions that npx installed are previous data', () => {
    const own = make('_npx', '1a', 'node_modules', 'waypost');
    const other = make('_npx', '2b', 'node_modules', 'waypost', 'data');
    make('_npx', '3c', 'node_modules', 'other');
    expect(dataFoldersOf({ root: own, env: {} }).previous).to.deep.equal([join(own, 'data'), other]);
  });
});
