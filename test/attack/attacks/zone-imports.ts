import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const ZONES = BOUNDS.zones.max;

/** Points of GeoJSON with long names; `first` makes the names differ. */
const fileOf = (first: string): object => ({
  type: 'FeatureCollection',
  features: Array.from({ length: ZONES }, (_, n) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [n / 10_000, 0] },
    properties: { radius: 5, name: `${first} ${n} ${'x'.repeat(100)}` },
  })),
});

/** A user imports as many zones as there may be, then others for which there is no room. */
export const zoneImports: Attack = {
  title: `imports of ${ZONES} zones, again and again`,
  by: 'user',
  async run(target) {
    const tally = createTally();
    const { token } = target.dispatcher;
    await repeatFor(target.seconds, 1, async (turn) => {
      tally.add(
        await callOnce(target, { method: 'POST', path: '/api/zones/import', body: fileOf(`zone ${turn}`), token }),
      );
    });
    return tally.counts();
  },
  async verify({ admin }) {
    const { body } = await admin.call('GET', '/api/zones');
    expect(body.zones).to.have.lengthOf(ZONES);
  },
};
