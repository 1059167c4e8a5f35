import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { secretsIn } from '../../domain/redact.js';
import { createScrub, environmentSecrets } from '../../domain/scrub.js';

type ScrubOptions = { readonly flags: GatewayFlags; readonly env: NodeJS.ProcessEnv; readonly data: string };

/** Returns a function that removes from a text all secrets of this machine and everything that looks like one. */
export async function loadScrub({ flags, env, data }: ScrubOptions): Promise<(text: string) => string> {
  const config = await loadSettings(flags, env).then(
    (settings): unknown => settings.config,
    // An invalid configuration can contain secrets, too.
    () => readJson(flags.config ?? env.WAYPOST_CONFIG ?? ''),
  );
  const keys = Object.values((await readJson(join(data, 'keys.json'))) ?? {}).filter((one) => typeof one === 'string');
  // A whole list, such as that of the uplinks, can be set in the environment: as JSON.
  const inLists = secretsIn(Object.values(env).map((text = '') => parseJson(text)));
  return createScrub([...secretsIn(config), ...environmentSecrets(env), ...inLists, ...keys]);
}

const readJson = (path: string): Promise<Record<string, unknown> | undefined> =>
  readFile(path, 'utf8').then(
    (text) => parseJson(text),
    () => undefined,
  );

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
