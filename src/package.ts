import { readFileSync } from 'node:fs';

/** A file of this package. The code runs two folders below its root: compiled in dist/src, bundled in dist/waypost. */
export const packageFile = (name: string): URL => new URL(`../../${name}`, import.meta.url);

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
