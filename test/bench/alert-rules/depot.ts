import type { RuleSettings } from '../../../src/schema/alert-rules/alert-rule.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Position, Shape } from '../../../src/schema/zones/shape.js';
import { createPrng } from '../../../src/simulator/prng.js';
import { createVehicle, DEPOT, type Vehicle } from '../../../src/simulator/vehicle.js';
import { deviceOf } from '../../support/store/records.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';

/** A depot whose vehicles drive in and out of zones: about a tenth of the area is zone. */

export const ZONES = 1_000;
export const VERTICES = 50;
export const DEVICES = 500;

/** degrees around the depot in which zones and routes are */
const SPREAD = { latitude: 0.15, longitude: 0.25 };
/** degrees of latitude: 50 to 400 m */
const RADIUS = { min: 0.000_45, max: 0.003_6 };

/** Decimal digits of a coordinate: 0.1 m. */
const round = (degrees: number): number => Number(degrees.toFixed(6));

/** A place at random around the depot; `offset`: degrees of longitude from it. */
function placeAt(random: () => number, offset = 0): Position {
  const away = (spread: number): number => (2 * random() - 1) * spread;
  return [round(DEPOT.longitude + offset + away(SPREAD.longitude)), round(DEPOT.latitude + away(SPREAD.latitude))];
}

/** A polygon around a place. */
function starAt([longitude, latitude]: Position, vertices: number, random: () => number): Shape {
  const radius = RADIUS.min + random() * (RADIUS.max - RADIUS.min);
  const ring = Array.from({ length: vertices }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / vertices;
    const reach = radius * (0.7 + 0.3 * random());
    return [round(longitude + 1.65 * reach * Math.cos(angle)), round(latitude + reach * Math.sin(angle))];
  });
  return { type: 'polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

type NamedShape = { readonly id: string; readonly shape: Shape };

/** `offset`: degrees of longitude from the depot; beyond its spread, no vehicle comes near. */
export function createZones(count: number, vertices: number, offset = 0, name = 'zone'): NamedShape[] {
  const random = createPrng(7);
  return Array.from({ length: count }, (_, index) => ({
    id: `${name}-${index}`,
    shape: starAt(placeAt(random, offset), vertices, random),
  }));
}

/** Twenty rules of all kinds for all devices; the zone rules name `named` zones each. */
export function createRules(zoneIds: readonly string[], named = 100): RuleSettings[] {
  const zones = (index: number): string[] => zoneIds.slice(index * named, (index + 1) * named);
  return [
    ...[0, 1, 2, 3].map((index): RuleSettings => ({
      ...{ type: 'zone', zones: zones(index), kind: 'forbidden', minimumStay: index * 2 },
    })),
    ...[4, 5].map((index): RuleSettings => ({
      ...{ type: 'zone', zones: zones(index), kind: 'allowed', when: 'both', minimumStay: 0 },
    })),
    { type: 'speed', limit: 13, minimumDuration: 10 },
    { type: 'speed', limit: 20, minimumDuration: 10 },
    { type: 'speed', limit: 25, minimumDuration: 30 },
    { type: 'speed', limit: 10, minimumDuration: 10, zones: zones(6) },
    { type: 'idle', minutes: 5, radius: 50 },
    { type: 'idle', minutes: 30, radius: 100 },
    { type: 'silent' },
    { type: 'noFix', minutes: 10 },
    { type: 'temperature', sensor: 'temperature', above: 8, hysteresis: 1, minimumDuration: 60 },
    { type: 'fuel', sensor: 'fuel', direction: 'down', percent: 10, minutes: 10 },
    { type: 'battery', percent: 20, hysteresis: 5 },
    { type: 'battery', percent: 50, hysteresis: 5 },
    { type: 'input', input: 1, on: true },
    { type: 'input', input: 2, on: false },
  ];
}

export const deviceIdOf = (device: number): string => `vehicle-${device}`;

/** The changes that make the depot in a store; without zones and rules where `hasRules` is false. */
export function depotChanges(hasRules: boolean): Change[] {
  const devices = Array.from({ length: DEVICES }, (_, device): Change => ({
    kind: 'device',
    v: deviceOf(deviceIdOf(device)),
  }));
  if (!hasRules) return devices;
  const zones = createZones(ZONES, VERTICES);
  const rules = createRules(zones.map(({ id }) => id));
  return [
    ...devices,
    ...zones.map(({ id, shape }): Change => ({ kind: 'zone', v: zoneOf(id, { shape }) })),
    ...rules.map((settings, index): Change => ({ kind: 'alert-rule', v: alertRuleOf(`rule-${index}`, settings) })),
  ];
}

/** Vehicles on routes of their own, all over the area of the zones. */
export function createVehicles(count: number): Vehicle[] {
  const random = createPrng(11);
  return Array.from({ length: count }, (_, index) => {
    const [longitude, latitude] = placeAt(random);
    return createVehicle({ seed: index + 1, around: { longitude, latitude } });
  });
}
