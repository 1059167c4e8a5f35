import { isAbsolute, join } from 'node:path';
import type { runGateway as run } from '../run-gateway.js';
import { loadCached } from './load-cached.js';

/** The build puts this in the place of run-gateway.ts, which it bundles into a CommonJS module of its own. */

const BUNDLE = 'run-gateway.cjs';
/** By then V8 has compiled what every start needs, and has not yet dropped what only the start needs. */
const SAVE_AFTER_MS = 10_000;

type Gateway = { readonly runGateway: typeof run };

export function runGateway(words: readonly string[]): Promise<void> {
  const { exports, wasCached, save } = loadCached<Gateway>(join(import.meta.dirname, BUNDLE), cacheFile(process.env));
  // Without it only the next start takes longer: a folder that cannot be written is no failure.
  if (!wasCached) setTimeout(() => void save().catch(() => undefined), SAVE_AFTER_MS).unref();
  return exports.runGateway(words);
}

/** In the cache folder that systemd created for the service, or in that of the user; undefined: there is neither. */
export function cacheFile({ CACHE_DIRECTORY, XDG_CACHE_HOME, HOME }: NodeJS.ProcessEnv): string | undefined {
  const isFolder = (path: string | undefined): path is string => path !== undefined && isAbsolute(path);
  const ofUser = isFolder(XDG_CACHE_HOME) ? XDG_CACHE_HOME : isFolder(HOME) ? join(HOME, '.cache') : undefined;
  const folder = isFolder(CACHE_DIRECTORY) ? CACHE_DIRECTORY : ofUser && join(ofUser, 'waypost');
  return folder && join(folder, 'run-gateway.cache');
}
