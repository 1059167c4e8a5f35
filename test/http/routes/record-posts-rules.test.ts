import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { deviceOf, fixAt } from '../../support/store/records.js';

const STORE = 'north:abcdefgh';
const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

describe('alert rules and zones on records of other gateways', () => {
  const app = useApp({ seed: () => Promise.resolve([{ kind: 'device', v: deviceOf('bus') }]) });
  const post = (n: number, second: number, speed: number): Promise<unknown> =>
    app.call('POST', '/api/records', {
      store: STORE,
      records: [{ id: `${STORE}:${n}`, kind: 'location', deviceId: 'bus', location: { ...fixAt(second), speed } }],
    });
  const alerts = async (): Promise<Record<string, unknown>[]> =>
    (await app.call('GET', `/api/devices/bus/alerts?${DAY}`)).body.alerts as Record<string, unknown>[];

  it('a rule of this gateway raises its own alert, and late history raises none', async () => {
    const { body } = await app.call('POST', '/api/alertRules', { name: 'Fast', type: 'speed', limit: 20, all: true });
    await post(1, 1_000, 5);
    // The newest fix came first: this is what was before it.
    await post(2, 500, 30);
    await post(3, 600, 30);
    expect(await alerts()).to.deep.equal([]);
    await post(4, 1_001, 30);
    await post(5, 1_101, 30);
    const [raised, ...others] = await alerts();
    expect(others).to.deep.equal([]);
    expect(raised).to.include({ rule: body.id });
    expect(raised).not.to.have.property('gateway');
  });

  it('an alert that a rule of the sender raised is no contact with the device', async () => {
    const before = (await app.call('GET', '/api/devices/bus')).body.device;
    const alert = { dateTime: fixAt(2_000).dateTime, alerts: ['NoMovementTime'], rule: 'rule-there' };
    await app.call('POST', '/api/records', {
      store: STORE,
      records: [{ id: `${STORE}:9`, kind: 'alert', deviceId: 'bus', alert }],
    });
    expect((await app.call('GET', '/api/devices/bus')).body.device).to.deep.equal(before);
    expect((await alerts()).at(-1)).to.include({ rule: 'rule-there', gateway: 'north' });
  });
});
