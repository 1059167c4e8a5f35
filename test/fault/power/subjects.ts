import type { Subject } from './campaign.js';
import { inspectLowdb } from './inspect-lowdb.js';
import { inspectStore } from './inspect-store.js';

export const ours: Subject = { program: './load.js', lying: false, inspect: inspectStore };

/** The controls: what must be found out, or the suite proves nothing. */
export const withoutSync: Subject = { ...ours, lying: true };
export const stockLowdb: Subject = { program: './lowdb-load.js', lying: false, inspect: inspectLowdb };
