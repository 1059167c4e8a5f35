import type { AlertRule, RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import type { Zone } from '../../../src/schema/zones/zone.js';

const STAMPS = { creation: '2026-11-21T08:00:00.000Z', lastModified: '2026-11-21T08:00:00.000Z' };

/** A circle around the first fix of `fixAt`. */
export const zoneOf = (id: string, own: Partial<Zone> = {}): Zone => ({
  ...{ id, name: id, description: '', home: false, ...STAMPS },
  shape: { type: 'circle', center: [5, 52.5], radius: 100 },
  ...own,
});

/** An enabled rule for all devices. */
export const alertRuleOf = (
  id: string,
  settings: RuleSettings = { type: 'speed', limit: 25, minimumDuration: 10 },
): AlertRule => ({
  ...{ id, name: id, enabled: true, attention: false, devices: [], groups: [], all: true, ...STAMPS },
  ...settings,
});
