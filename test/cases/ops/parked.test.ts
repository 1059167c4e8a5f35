import { expect } from 'chai';
import { opsCase } from '../../support/cases/ops-case.js';
import { useApp } from '../../support/gateway/app.js';

const MINUTE_MS = 60_000;

describe('zones around parked vehicles', () => {
  const app = useApp();

  let count = 0;
  type Place = { readonly dateTime: string };
  /** A device whose zone rules see the locations of a case. */
  async function openZone(zone: object, whens: readonly object[]): Promise<string> {
    const device = `parked-${(count += 1)}`;
    await app.call('POST', '/api/devices', { id: device });
    const created = await app.call('POST', '/api/zones', { name: device, shape: zone });
    for (const [index, own] of whens.entries())
      await app.call('POST', '/api/alertRules', {
        name: `${device} ${index}`,
        type: 'zone',
        devices: [device],
        zones: [created.body.id],
        ...own,
      });
    return device;
  }
  const post = async (device: string, locations: readonly Place[]): Promise<void> => {
    for (const location of locations) {
      const dateTime = location.dateTime.replace(/^\{now-([\d.]+)min\}$/, (_, minutes: string) =>
        new Date(app.clock.now() - Number(minutes) * MINUTE_MS).toISOString(),
      );
      expect(
        (await app.call('POST', `/api/devices/${device}/locations`, { location: { ...location, dateTime } })).status,
      ).to.equal(201);
    }
  };
  async function alertsOf(device: string): Promise<readonly string[]> {
    const range = `from=${new Date(app.clock.now() - 180 * MINUTE_MS).toISOString()}&to=${new Date(app.clock.now()).toISOString()}`;
    const { body } = await app.call('GET', `/api/devices/${device}/alerts?${range}`);
    return (body.alerts as { text: string }[]).map(({ text }) => text);
  }
  const inputOf = (id: string) =>
    opsCase(id).input as {
      readonly zone: object;
      readonly locations: readonly Place[];
      readonly then: readonly Place[];
    };
  const BOTH = [
    { kind: 'forbidden', when: 'both' },
    { kind: 'allowed', when: 'both' },
  ];
  const parked = inputOf('P133');

  it('P133: a zone that is made around a parked vehicle raises nothing', async () => {
    const device = await openZone(parked.zone, BOTH);
    await post(device, [...parked.locations, ...parked.then]);
    expect(await alertsOf(device)).to.deep.equal([]);
  });
  it('P134: fixes within the zone that arrive after one outside raise no second alert', async () => {
    const device = await openZone(parked.zone, [BOTH[0] ?? {}]);
    await post(device, inputOf('P134').locations);
    const texts = await alertsOf(device);
    expect(texts).to.have.lengthOf(1);
    expect(texts[0]).to.match(/^left /);
  });
  it('P135: a restart while a vehicle is in the zone raises nothing', async () => {
    const device = await openZone(parked.zone, BOTH);
    await post(device, parked.locations);
    expect(inputOf('P135').then).to.be.a('string');
    await app.restart();
    await post(device, [...parked.then, { ...parked.locations[0], dateTime: '{now-38min}' }]);
    expect(await alertsOf(device)).to.deep.equal([]);
  });
  it('P136: a vehicle that is far away after an hour of silence has left once', async () => {
    const device = await openZone(parked.zone, [BOTH[0] ?? {}]);
    await post(device, inputOf('P136').locations);
    const texts = await alertsOf(device);
    expect(texts).to.have.lengthOf(1);
    expect(texts[0]).to.match(/^left /);
  });
  it('K23c: an inexact fix whose middle is in a zone does not enter it', async () => {
    const { zone, locations } = inputOf('K23c');
    const device = await openZone(zone, [{ kind: 'forbidden' }]);
    await post(device, locations);
    expect(await alertsOf(device)).to.deep.equal([]);
  });
});
