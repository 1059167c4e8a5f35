import { existsSync } from 'node:fs';
import { packageFile } from '../package.js';

/** A command of this program as it works where it is printed: a checkout has no `waypost` in the PATH. */
export const ownCommand = (words: string, isCheckout = existsSync(packageFile('.ci'))): string =>
  `${isCheckout ? 'npx ' : ''}waypost ${words}`;
