import { join } from 'node:path';
import { KEYS_FILE, missingSecrets, readKeys } from '../keys.js';
import type { ReadonlyState } from '../state/state.js';

type KeysFinding = {
  readonly file: string;
  readonly what: string;
  readonly weight: 'fault';
  readonly remedy: string;
};

/** Whether keys.json is whole, and what an earlier damage to it may have lost. */
export async function checkKeys(folder: string, state: ReadonlyState): Promise<KeysFinding[]> {
  const file = join(folder, KEYS_FILE);
  const found = await readKeys(folder);
  const findings: KeysFinding[] = [];
  if (found !== undefined && found.damage !== null) {
    const remedy =
      'restart the gateway, which sets the file aside and makes a new one; then every user signs in again, and the ' +
      'password of the mail server, the PIN and the secrets of webhooks and uplinks have to be set again';
    findings.push({ file, what: `damaged: ${found.damage}`, weight: 'fault', remedy });
  }
  const { missing, copies } = await missingSecrets(folder, state);
  if (missing.length > 0) {
    const remedy = `set them again, then remove ${copies.map((name) => join(folder, name)).join(' ')}`;
    findings.push({ file, what: `was damaged; without a secret: ${missing.join(', ')}`, weight: 'fault', remedy });
  }
  return findings;
}
