import type { Migration } from './migration.js';

/** In their order: the first leads from version 1 to 2. One file beside this one, and one line here, for each. */
export const migrations: readonly Migration[] = [];

/** The version of the store that this Waypost reads and writes. */
export const FORMAT = 1 + migrations.length;
