import { crc32 } from 'node:zlib';
import { createZoneIndex, type ZoneIndex } from '../../domain/zones/zone-index.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { Entry } from '../../schema/entry.js';
import type { Zone } from '../../schema/zones/zone.js';
import type { Store } from '../../store/store.js';

/** An enabled rule. `revision`: another one after a change of the rule or of its zones. */
export type CompiledRule = { readonly rule: AlertRule; readonly revision: string };

/** Rules and zones as records need them. */
export type CompiledRules = {
  readonly index: ZoneIndex<Zone>;
  /** the rules that cover a device */
  readonly rulesOf: (deviceId: string) => readonly CompiledRule[];
  readonly hasSilent: boolean;
};

const CAUSES: ReadonlySet<Entry['kind']> = new Set([
  'zone',
  'zone-removed',
  'alert-rule',
  'alert-rule-removed',
  'group',
  'group-removed',
]);

/** The compiled rules, made again after a change of rules, zones or groups. */
export function createCompiledRules({ state, subscribe }: Pick<Store, 'state' | 'subscribe'>): () => CompiledRules {
  let compiled: CompiledRules | undefined;
  subscribe((entries) => {
    if (compiled !== undefined && entries.some(({ kind }) => CAUSES.has(kind))) compiled = undefined;
  });
  return () => (compiled ??= compile(state));
}

function compile({ zones, alertRules, groups }: Store['state']): CompiledRules {
  const rules = [...alertRules.values()]
    .filter(({ enabled }) => enabled)
    .map((rule) => {
      const devices = new Set([...rule.devices, ...rule.groups.flatMap((id) => groups.get(id)?.devices ?? [])]);
      return { rule, revision: revisionOf(rule, zones), devices };
    });
  const byDevice = new Map<string, readonly CompiledRule[]>();
  const forAll = rules.filter(({ rule }) => rule.all);
  return {
    index: createZoneIndex(zones.values()),
    hasSilent: rules.some(({ rule }) => rule.type === 'silent'),
    rulesOf(deviceId) {
      let own = byDevice.get(deviceId);
      if (own === undefined) {
        const covering = rules.filter(({ rule, devices }) => rule.all || devices.has(deviceId));
        // Most devices have the rules for all devices and no other.
        own = covering.length === forAll.length ? forAll : covering;
        byDevice.set(deviceId, own);
      }
      return own;
    },
  };
}

function revisionOf(rule: AlertRule, zones: Store['state']['zones']): string {
  const named = 'zones' in rule ? (rule.zones ?? []) : [];
  return crc32([rule, ...named.map((id) => zones.get(id))].map((one) => one?.lastModified ?? '').join()).toString(36);
}
