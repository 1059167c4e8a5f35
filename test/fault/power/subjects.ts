import type { Subject } from './campaign.js';
import { inspectLowdb } from './inspect-lowdb.js';
import { inspectStore } from './inspect-store.js';

export const waypostStore: Subject = { program: './load.js', lying: false, inspect: inspectStore };

/** The controls: the suite must detect their faults, or it proves nothing. */
export const storeWithoutSync: Subject = { ...waypostStore, lying: true };
export const stockLowdb: Subject = { program: './lowdb-load.js', lying: false, inspect: inspectLowdb };
