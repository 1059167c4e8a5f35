// Whether node_modules has the packages of the lock file. Every installation by npm leaves a lock file of its own there.
import { readFile } from 'node:fs/promises';

const read = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{"packages":{}}')).packages;

export async function isInstalled() {
  const [wanted, installed] = await Promise.all([read('package-lock.json'), read('node_modules/.package-lock.json')]);
  // Packages for other machines are optional, and npm leaves them out.
  const isHere = ([place, { version, integrity, optional }]) =>
    place === '' ||
    (installed[place] === undefined
      ? optional === true
      : installed[place].version === version && installed[place].integrity === integrity);
  return (
    Object.keys(installed).length > 0 &&
    Object.entries(wanted).every(isHere) &&
    Object.keys(installed).every((place) => place in wanted)
  );
}
