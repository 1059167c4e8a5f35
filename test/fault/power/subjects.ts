import type { Subject } from './campaign.js';
import { inspectAlerts } from './inspect-alerts.js';
import { inspectLowdb } from './inspect-lowdb.js';
import { inspectStore } from './inspect-store.js';

export const waypostStore: Subject = { program: './load.js', lying: false, inspect: inspectStore };
export const alertRules: Subject = { program: './alert-load.js', lying: false, inspect: inspectAlerts };

/** The controls: the suite must detect their faults, or it proves nothing. */
export const storeWithoutSync: Subject = { ...waypostStore, lying: true };
export const stockLowdb: Subject = { program: './lowdb-load.js', lying: false, inspect: inspectLowdb };
export const alertsApart: Subject = { ...alertRules, program: './alert-load-apart.js' };
