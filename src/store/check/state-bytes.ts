import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Size of the newest snapshot of the state; 0 before the first one. */
export const stateBytesOf = (folder: string): number =>
  statSync(join(folder, 'state.json'), { throwIfNoEntry: false })?.size ?? 0;
