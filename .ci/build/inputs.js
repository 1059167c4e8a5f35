// The files that a build has read, for the stamp of its target.
import { existsSync, writeFileSync } from 'node:fs';

/** `metafiles`: of esbuild. Packages are left out: they change with the lock file alone. */
export function writeInputs(target, metafiles, others = []) {
  const read = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  // Modules that a plugin makes have names that are no files.
  const files = read.filter((file) => !file.includes('node_modules/') && existsSync(file));
  writeFileSync(`dist/.inputs/${target}.json`, JSON.stringify([...new Set([...files, ...others])].sort()));
}
