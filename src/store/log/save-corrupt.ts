import { basename } from 'node:path';
import { replaceFile } from '../../disk/durable.js';
import type { GatewayMessage } from '../../messages/message.js';
import { lossMessages } from '../messages.js';
import type { Damage } from './scan.js';

/** The end of the names of files saved as corrupt at `now` (ISO 8601). */
export const corruptSuffix = (now: string): string => `corrupt-${now.replaceAll(':', '')}`;

/**
 * Describes damaged bytes and saves them next to their file, as `<file>.<suffix>`. If that fails, the valid bytes are
 * still used. `read`: returns the bytes of a damage. Without a suffix nothing is saved: the caller only inspects the folder.
 */
export async function saveCorruptBytes(
  path: string,
  read: (damage: Damage) => Buffer | Promise<Buffer>,
  damages: readonly Damage[],
  suffix: string | undefined,
): Promise<GatewayMessage[]> {
  if (damages.length === 0) return [];
  const row = suffix === undefined ? undefined : await save(`${path}.${suffix}`, readAll(damages, read));
  return damages.map(({ offset, length }) => {
    const range = { file: basename(path), from: offset, to: offset + length - 1 };
    return row?.(range) ?? lossMessages.damaged(range);
  });
}

/** Reads damage from bytes in memory. */
export const damageIn =
  (bytes: Buffer) =>
  ({ offset, length }: Damage): Buffer =>
    bytes.subarray(offset, offset + length);

async function* readAll(
  damages: readonly Damage[],
  read: (damage: Damage) => Buffer | Promise<Buffer>,
): AsyncGenerator<Buffer> {
  for (const damage of damages) yield read(damage);
}

type DamagedRange = { readonly file: string; readonly from: number; readonly to: number };

const save = (file: string, damaged: AsyncIterable<Buffer>): Promise<(range: DamagedRange) => GatewayMessage> =>
  replaceFile(file, damaged).then(
    () => (range) => lossMessages.damagedSaved({ ...range, copy: basename(file) }),
    () => (range) => lossMessages.damagedNotSaved(range),
  );
