import { expect } from 'chai';
import { createReplay } from '../../src/domain/alert-rules/replay.js';
import { geodesicDistance } from '../../src/domain/zones/geodesic.js';
import { createZoneIndex } from '../../src/domain/zones/zone-index.js';
import type { RuleSettings } from '../../src/schema/alert-rules/alert-rule.js';
import type { Location } from '../../src/schema/records/location.js';
import type { Position } from '../../src/schema/zones/shape.js';
import { alertRuleOf, zoneOf } from '../support/store/zones.js';
import { positionOf, repeatForDay, standingStreams } from './standing.js';

/** A zone with its edge `meters` to the east of the position; negative: the position is inside. */
const zoneAt = ([longitude, latitude]: Position, meters: number) => {
  const center: Position = [longitude + 0.01, latitude];
  const radius = geodesicDistance([longitude, latitude], center) - meters;
  return zoneOf('yard', { shape: { type: 'circle', center, radius } });
};

function raise(fixes: readonly Location[], settings: RuleSettings, meters = 0): string[] {
  const [first] = fixes;
  if (first === undefined) return [];
  const alerts: string[] = [];
  const zone = zoneAt(positionOf(first), meters);
  const replay = createReplay({
    ...{ rule: alertRuleOf('rule', settings), timeZone: 'UTC' },
    zones: { index: createZoneIndex([zone]), nameOf: () => 'Yard' },
    onAlert: ({ name, text }) => alerts.push(`${name}: ${text}`),
  });
  for (const fix of repeatForDay(fixes)) replay.location(fix);
  return alerts;
}

const ZONE: RuleSettings = { type: 'zone', zones: ['yard'], kind: 'forbidden', when: 'both', minimumStay: 0 };

describe('alert rules for a receiver that stands for a day', () => {
  const streams = standingStreams();

  before(() => {
    console.log(`      ${streams.length} streams of receivers that stand, each repeated to 24 h`);
    expect(streams).to.have.length.greaterThan(5);
  });

  it('a receiver well inside or outside of a zone raises nothing', () => {
    for (const { source, fixes } of streams)
      for (const meters of [-100, 100]) expect(raise(fixes, ZONE, meters), `${source} ${meters}`).to.deep.equal([]);
  });

  it('a receiver on the edge of a zone never leaves it, and enters it at most once', () => {
    let entered = 0;
    for (const { source, fixes } of streams) {
      // Rounding decides on which side of the edge the first fix is.
      for (const meters of [-0.1, 0.1]) {
        const raised = raise(fixes, ZONE, meters);
        expect(raised.length, `${source} ${raised.join()}`).to.be.at.most(meters < 0 ? 0 : 1);
        expect(
          raised.filter((text) => text.includes('left')),
          source,
        ).to.deep.equal([]);
        entered += raised.length;
      }
    }
    console.log(`      on the edge, ${entered} of ${2 * streams.length} raised one alert`);
  });

  it('a receiver that stands is not fast, and raises exactly one alert without movement', () => {
    for (const { source, fixes } of streams) {
      expect(raise(fixes, { type: 'speed', limit: 5, minimumDuration: 0 }), source).to.deep.equal([]);
      const idle = raise(fixes, { type: 'idle', minutes: 10, radius: 50 });
      expect(idle, source).to.deep.equal(['NoMovementTime: no movement for 10 min']);
    }
  });
});
