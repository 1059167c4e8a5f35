import { createZoneIndex } from '../../../src/domain/zones/zone-index.js';
import { createVehicles, createZones, VERTICES } from './depot.js';

/**
 * Prints, as JSON by the number of zones, how long the zones of a fix are looked for: `node … index-cost.js FIXES ROUNDS`.
 * Ten zones are near the vehicles, all others far away. The counts take turns.
 */
export type IndexCosts = Readonly<Record<string, number>>;

const COUNTS = [10, 100, 1_000, 2_000];
/** degrees of longitude */
const FAR_AWAY = 5;
const [fixes = 1, rounds = 1] = process.argv.slice(2).map(Number);

const near = createZones(10, VERTICES);
const far = createZones(Math.max(...COUNTS), VERTICES, FAR_AWAY, 'far');
const indexes = COUNTS.map((count) => createZoneIndex([...near, ...far.slice(0, count)]));
const begin = Date.UTC(2026, 10, 20, 8);
const positions = createVehicles(100).flatMap((vehicle) =>
  Array.from({ length: Math.ceil(fixes / 100) }, (_, second) => {
    const { longitude, latitude } = vehicle.fixAt(begin + second * 1_000);
    return [longitude, latitude] as const;
  }),
);

const fastest = COUNTS.map(() => Infinity);
for (let round = 0; round < rounds; round += 1) {
  for (const [at, index] of indexes.entries()) {
    const start = process.hrtime.bigint();
    for (const position of positions) index.containing(position);
    const ns = Number(process.hrtime.bigint() - start) / positions.length;
    fastest[at] = Math.min(fastest[at] ?? Infinity, ns);
  }
}
process.stdout.write(`${JSON.stringify(Object.fromEntries(COUNTS.map((count, at) => [count, fastest[at]])))}\n`);
