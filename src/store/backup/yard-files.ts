import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from '../../disk/json-file.js';
import { readRegularFile } from '../../disk/regular-file.js';
import { readImageHeader } from '../../domain/image-header.js';
import { errnoOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { allOf, fieldsOf, formBy } from '../../schema/stored/form.js';
import { formOfSchema } from '../../schema/stored/form-of-schema.js';
import { yardSchema, type StoredYard } from '../../schema/system/yard.js';
import { lossMessages } from '../messages.js';
import { YARD_FILE, YARD_FOLDER } from './swap.js';

const TAG = /^[0-9a-f]{16}$/;
const yardForm = fieldsOf({
  yard: allOf(
    formOfSchema(yardSchema, ['corners']),
    fieldsOf({ tag: formBy('16 hexadecimal digits', (tag) => typeof tag === 'string' && TAG.test(tag)) }),
  ),
});

/** What yard.json of the folder `folder` has; undefined: there is none, or it is not used, which `onMisfit` gets to know. */
export async function readYard(
  folder: string,
  onMisfit: (wrong: string) => void = () => undefined,
): Promise<StoredYard | undefined> {
  const path = join(folder, YARD_FILE);
  const stored = await readJsonFile<{ readonly yard: StoredYard }>(path, yardForm, (wrong) => {
    onMisfit(`${path} is not used: ${wrong}; upload the picture of the yard again`);
  });
  return stored?.yard;
}

/** The name of the picture with this tag, which `readYard` has checked. */
export const pictureName = (tag: string): string => `picture-${tag}`;

export const tagOfPicture = (picture: Uint8Array): string =>
  createHash('sha256').update(picture).digest('hex').slice(0, 16);

/**
 * Removes the picture of the yard from an unpacked backup if its description is wrong. Undefined: it is, or there
 * is none; else why it was left out.
 */
export async function dropWrongYard(unpacked: string): Promise<GatewayMessage | undefined> {
  const folder = join(unpacked, YARD_FOLDER);
  const wrong = await findWrongYard(folder);
  if (wrong === undefined) return undefined;
  await rm(folder, { recursive: true, force: true });
  return lossMessages.yard({ problem: wrong });
}

async function findWrongYard(folder: string): Promise<GatewayMessage | undefined> {
  let wrong: GatewayMessage | undefined;
  const yard = await readYard(folder, () => (wrong = lossMessages.yardUnknown({ file: YARD_FILE })));
  if (yard === undefined) return wrong;
  const picture = await readRegularFile(join(folder, pictureName(yard.tag))).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (picture === undefined) return lossMessages.yardFileMissing();
  const header = readImageHeader(picture);
  const isSame = header?.type === yard.type && header.width === yard.width && header.height === yard.height;
  return isSame && tagOfPicture(picture) === yard.tag && picture.length === yard.bytes
    ? undefined
    : lossMessages.yardDiffers({ file: YARD_FILE });
}
