import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The size of the files that an uplink loads. */

const BUNDLE = 'dist/waypost';
const START = 'run-gateway.cjs';

const namesIn = (file: string, pattern: RegExp): string[] =>
  Array.from(readFileSync(join(BUNDLE, file), 'utf8').matchAll(pattern), ([, name = '']) => name);

/** A file and all that it imports at once. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const name of namesIn(file, /(?<!\(\s*)\brequire\("\.\/([^"]+)"\)/g)) closureOf(name, known);
  return known;
}

/** kB of the files that a gateway loads for an uplink of a type, and without it only for other things on demand. */
export function onDemandKb(type: string): number {
  const atStart = closureOf(START);
  const loaded = [...atStart].flatMap((file) => namesIn(file, /\(\s*require\("\.\/([^"]+)"\)/g));
  const sink = loaded.find((name) => name.startsWith(`${type}-`));
  if (sink === undefined || !readdirSync(BUNDLE).includes(sink))
    throw new Error(`${BUNDLE}: the file of uplinks to ${type} is not found: run npm run build`);
  const files = [...closureOf(sink)].filter((file) => !atStart.has(file));
  return files.reduce((sum, file) => sum + statSync(join(BUNDLE, file)).size, 0) / 1e3;
}
