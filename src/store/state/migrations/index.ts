import type { Migration } from './migration.js';
import { stateFieldNames } from './state-field-names.js';

/** In order: the first leads from version 1 to 2. A migration is one file in this folder and one line here. */
export const migrations: readonly Migration[] = [stateFieldNames];

/** The version of the store format that this Waypost reads and writes. */
export const FORMAT = 1 + migrations.length;
