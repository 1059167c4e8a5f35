import { expect } from 'chai';
import { emptyDevice, withDevice, withLocation, type DeviceState } from '../../../src/web/live/device-state.js';
import { nearestOf, placeMarkers, type PlacedMarkers } from '../../../src/web/map/place-markers.js';
import { deviceView, fix, NOW } from '../support.js';

const SIZE = { width: 800, height: 600 };

/** A view whose center is at 0° N 0° E. */
const viewAt = (zoom: number) => {
  const size = 256 * 2 ** zoom;
  return {
    ...SIZE,
    zoom,
    x: (point: { readonly x: number }) => (point.x - 0.5) * size + SIZE.width / 2,
    y: (point: { readonly y: number }) => (point.y - 0.5) * size + SIZE.height / 2,
  };
};
const deviceAt = (id: string, latitude: number, longitude: number, needsAttention = false): DeviceState => ({
  ...withLocation(withDevice(emptyDevice(id), deviceView(id)), { ...fix(0), latitude, longitude }, NOW),
  needsAttention,
});
const place = (all: readonly DeviceState[], zoom: number, apart: readonly string[] = []): PlacedMarkers =>
  placeMarkers(all, { view: viewAt(zoom), now: NOW, apart: new Set(apart) });

describe('the markers of the map', () => {
  const yard = Array.from({ length: 12 }, (_, index) => deviceAt(`bus-${index}`, 0.0001 + index * 1e-5, 0.0001));

  it('devices that lie on top of each other become one cluster with their number', () => {
    const { markers, clusters } = place([...yard, deviceAt('far', 1, 1)], 8);
    expect(clusters.map(({ count, state }) => ({ count, state }))).to.deep.equal([{ count: 12, state: 'stopped' }]);
    expect(markers.map(({ tracked }) => tracked.id)).to.deep.equal(['far']);
  });

  it('a cluster shows the most important state of its devices', () => {
    const { clusters } = place([...yard, deviceAt('sos', 0.0001, 0.0001, true)], 8);
    expect(clusters[0]).to.include({ count: 13, state: 'attention' });
  });

  it('a selected device, a few devices and a yard from close by are not clustered', () => {
    const { markers, clusters } = place(yard, 8, ['bus-3']);
    expect(markers.map(({ tracked }) => tracked.id)).to.deep.equal(['bus-3']);
    expect(clusters[0]?.count).to.equal(11);
    expect(place(yard.slice(0, 2), 8).markers).to.have.lengthOf(2);
    expect(place(yard, 17)).to.deep.include({ clusters: [] });
  });

  it('a device outside the view is not placed, and the nearest one within a finger is found', () => {
    const { markers } = place([deviceAt('here', 0, 0), deviceAt('there', 60, 120)], 8);
    expect(markers).to.have.lengthOf(1);
    expect(nearestOf(markers, { x: 410, y: 305 })?.tracked.id).to.equal('here');
    expect(nearestOf(markers, { x: 420, y: 320 })).to.equal(undefined);
  });
});
