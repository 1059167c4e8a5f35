import { crc32 } from 'node:zlib';
import { createEvaluator, type RuleEvaluator } from '../../domain/alert-rules/index.js';
import { namedDevices, namedZones } from '../../domain/alert-rules/named-ids.js';
import { PLACE_TYPES } from '../../domain/alert-rules/rule-record.js';
import { msOf } from '../../domain/clock/instant.js';
import { createZoneIndex, type ZoneIndex } from '../../domain/zones/zone-index.js';
import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { RuleState } from '../../schema/alert-rules/rule-progress.js';
import type { Entry } from '../../schema/entry.js';
import type { Zone } from '../../schema/zones/zone.js';
import type { Store } from '../../store/store.js';

/** An enabled rule. `revision`: of `revisionOf`. */
type CompiledRule = RuleEvaluator & { readonly revision: string };

type States = Readonly<Record<string, RuleState>>;

/** The rules that cover a device; devices with the same rules share it. */
export type RuleSet = {
  readonly rules: readonly CompiledRule[];
  /**
   * indexes of the rules that are evaluated with each location, with one whose fix does not count, with each report
   * without a fix, and by the clock
   */
  readonly located: readonly number[];
  readonly ofValues: readonly number[];
  readonly noFix: readonly number[];
  readonly silent: readonly number[];
};

/** The state of each rule, in their order; undefined: none yet, or one of before the rule was changed. */
type Progresses = readonly (RuleState | undefined)[];

/** Rules and zones as records need them. */
export type CompiledRules = {
  readonly index: ZoneIndex<Zone>;
  readonly rulesOf: (deviceId: string) => RuleSet;
  readonly progressOf: (deviceId: string, states: States) => Progresses;
  /** when the newest of the rules of the type `silent` was changed, ms since 1970; undefined: there is none */
  readonly silentSince: number | undefined;
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
      return { ...createEvaluator(rule), revision: revisionOf(rule, zones), devices: namedDevices(rule, groups) };
    });
  const silent = rules.filter(({ rule }) => rule.type === 'silent');
  const byDevice = new Map<string, DeviceRules>();
  const forAll = createRuleSet(rules.filter(({ rule }) => rule.all));

  function find(deviceId: string): DeviceRules {
    let own = byDevice.get(deviceId);
    if (own === undefined) {
      const covering = rules.filter(({ rule, devices }) => rule.all || devices.has(deviceId));
      // Most devices have the rules for all devices and no other.
      const set = covering.length === forAll.rules.length ? forAll : createRuleSet(covering);
      byDevice.set(deviceId, (own = { set, states: undefined, progress: [] }));
    }
    return own;
  }

  return {
    index: createZoneIndex(zones.values()),
    silentSince: silent.length === 0 ? undefined : Math.max(...silent.map(({ rule }) => msOf(rule.lastModified))),
    rulesOf: (deviceId) => find(deviceId).set,
    progressOf(deviceId, states) {
      const own = find(deviceId);
      if (own.states !== states) {
        own.states = states;
        own.progress = own.set.rules.map(({ rule, revision }) => {
          const state = states[rule.id];
          return state?.revision === revision ? state : undefined;
        });
      }
      return own.progress;
    },
  };
}

/** States are replaced, never changed, and most records change none: so they are looked up once. */
type DeviceRules = { readonly set: RuleSet; states: States | undefined; progress: Progresses };

function createRuleSet(rules: readonly CompiledRule[]): RuleSet {
  const indexesOf = (isMeant: (type: AlertRule['type']) => boolean): number[] =>
    rules.flatMap(({ rule }, index) => (isMeant(rule.type) ? [index] : []));
  return {
    rules,
    located: indexesOf((type) => type !== 'silent'),
    ofValues: indexesOf((type) => !PLACE_TYPES.has(type) && type !== 'silent'),
    noFix: indexesOf((type) => type === 'noFix'),
    silent: indexesOf((type) => type === 'silent'),
  };
}

/** Another one after a change of the rule or of its zones. */
export function revisionOf(rule: AlertRule, zones: Store['state']['zones']): string {
  return crc32(
    [rule, ...namedZones(rule).map((id) => zones.get(id))].map((one) => one?.lastModified ?? '').join(),
  ).toString(36);
}
