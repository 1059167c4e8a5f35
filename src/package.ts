import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.js';

/** The version of this program, of its package.json. */
export function packageVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
