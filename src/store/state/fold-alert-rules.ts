import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimRuleStates, trimVisits } from './trim-state.js';

/** Rules are evaluated before an entry is written: the fold only stores what came of it. */

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export function onRuleState(state: State, { v: { rule, deviceId, state: next } }: EntryOf<'rule-state'>): void {
  if (!state.devices.has(deviceId) || !state.alertRules.has(rule)) return;
  state.ruleStates.set(deviceId, { ...state.ruleStates.get(deviceId), [rule]: next });
  trimRuleStates(state);
}

export function onRuleRemoved({ alertRules, ruleStates }: State, { v }: EntryOf<'alert-rule-removed'>): void {
  alertRules.delete(v.id);
  removeFromEach(ruleStates, v.id);
}

export function onZoneVisit(state: State, { v: { deviceId, zone, dateTime, isInside } }: EntryOf<'zone-visit'>): void {
  const { zoneVisits } = state;
  if (isInside && state.devices.has(deviceId) && state.zones.has(zone)) {
    zoneVisits.set(deviceId, { ...zoneVisits.get(deviceId), [zone]: dateTime });
    trimVisits(state);
  } else if (!isInside) removeFrom(zoneVisits, deviceId, zone);
}

export function onZoneRemoved({ zones, zoneVisits }: State, { v }: EntryOf<'zone-removed'>): void {
  zones.delete(v.id);
  removeFromEach(zoneVisits, v.id);
}

function removeFromEach<Value>(byDevice: Map<string, Readonly<Record<string, Value>>>, id: string): void {
  for (const deviceId of [...byDevice.keys()]) removeFrom(byDevice, deviceId, id);
}

function removeFrom<Value>(byDevice: Map<string, Readonly<Record<string, Value>>>, deviceId: string, id: string): void {
  const all = byDevice.get(deviceId);
  if (all === undefined || !Object.hasOwn(all, id)) return;
  const left = Object.fromEntries(Object.entries(all).filter(([own]) => own !== id));
  if (Object.keys(left).length === 0) byDevice.delete(deviceId);
  else byDevice.set(deviceId, left);
}
