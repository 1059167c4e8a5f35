import { expect } from 'chai';
import type { Stop, Trip } from '../../../../src/schema/records/trips.js';
import { rowAt, toTimeline, totalsOf } from '../../../../src/web/pages/history/timeline.js';
import { NOW } from '../../support.js';

const MINUTE = 60_000;
const at = (minute: number): number => NOW + minute * MINUTE;
const span = (from: number, to: number) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
  openStart: false,
  openEnd: false,
});
const place = { latitude: 41, longitude: 2, zone: null };
const tripOf = (from: number, to: number, changes: Partial<Trip> = {}): Trip => ({
  ...span(from, to),
  duration: (to - from) * 60,
  distance: 1_000,
  maximumSpeed: 10,
  averageSpeed: 5,
  idleTime: 0,
  start: place,
  end: place,
  zoneVisits: [],
  ...changes,
});
const stopOf = (from: number, to: number): Stop => ({ ...span(from, to), ...place, duration: (to - from) * 60 });

const day = {
  trips: [tripOf(10, 20, { maximumSpeed: 12 }), tripOf(30, 45, { distance: 500 })],
  stops: [stopOf(0, 10), stopOf(20, 30)],
  gaps: [span(45, 90)],
  zoneVisits: [],
};

describe('the timeline of a range', () => {
  it('the timeline has trips, numbered stops and gaps in order of time', () => {
    const rows = toTimeline(day).map((row) => (row.kind === 'stop' ? `stop ${row.number}` : row.kind));
    expect(rows).to.deep.equal(['stop 1', 'trip', 'stop 2', 'trip', 'gap']);
  });

  it('the row of a moment is the later one of two that meet', () => {
    const rows = toTimeline(day);
    expect([-1, 5, 10, 44, 60, 91].map((minute) => rowAt(rows, at(minute)))).to.deep.equal([-1, 0, 1, 3, 4, -1]);
  });

  it('the totals count trips and stops, and no gaps', () => {
    expect(totalsOf(day)).to.deep.equal({
      distance: 1_500,
      driving: 25 * 60,
      standing: 20 * 60,
      maximumSpeed: 12,
      tripCount: 2,
      stopCount: 2,
    });
    expect(totalsOf({ trips: [], stops: [] })).to.deep.include({ distance: 0, maximumSpeed: undefined });
  });
});
