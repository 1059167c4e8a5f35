import { expect } from 'chai';
import type { Answer } from '../../support/api/client.js';
import { expectSuccess } from '../../support/api/envelope.js';
import { useApp } from '../../support/gateway/app.js';

const RANGE = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

describe('alerts by the name that a user gave, and those that are active', () => {
  const app = useApp();
  const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 7) + second * 1_000).toISOString();
  const drive = (second: number, speed: number, own: object = {}) =>
    app.call('POST', '/api/devices/bus/locations', {
      dateTime: at(second),
      latitude: 52.5,
      longitude: 5,
      speed,
      ...own,
    });
  const last = async (): Promise<Answer> =>
    (await app.call('GET', '/api/devices/bus/lastLocation')).body.lastLocation as Answer;
  const found = async (alertName: string): Promise<unknown[]> => {
    const { body } = await app.call(
      'GET',
      `/api/devices/bus/alerts?${RANGE}&alertName=${encodeURIComponent(alertName)}`,
    );
    const all = await app.call('GET', `/api/alerts?${RANGE}&alertName=${encodeURIComponent(alertName)}`);
    expect(all.body.alerts, alertName).to.have.lengthOf((body.alerts as unknown[]).length);
    const posted = await app.call('POST', '/api/devices/bus/alerts', {
      ...{ from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z', alertName },
    });
    expect(posted.body.alerts).to.deep.equal(body.alerts);
    return (body.alerts as { dateTime: string }[]).map(({ dateTime }) => dateTime);
  };

  let rule = '';
  before(async () => {
    expectSuccess(await app.call('POST', '/api/devices', { id: 'bus' }), 201);
    const created = await app.call('POST', '/api/alertRules', {
      ...{ name: 'Speeding Alert', type: 'speed', limit: 20, minimumDuration: 0, all: true, attention: true },
    });
    rule = String(created.body.id);
  });

  it('the last location has the alerts of the rules that are violated, until they are not', async () => {
    await drive(0, 5);
    expect(await last()).to.not.have.any.keys('alerts', 'alertTexts', 'hasCriticalAlert');
    await drive(10, 30);
    expect(await last()).to.deep.include({
      ...{ speed: 30, alerts: ['SpeedLimit'], alertTexts: ['Speeding Alert'], hasCriticalAlert: true },
    });
    await drive(20, 31, { alerts: ['posted', 'SpeedLimit'], alertTexts: ['own'] });
    expect(await last()).to.deep.include({ alerts: ['posted', 'SpeedLimit'], alertTexts: ['own', 'Speeding Alert'] });
    await drive(30, 5);
    const slow = await last();
    expect(slow).to.not.have.any.keys('alerts', 'alertTexts');
    expect(slow).to.include({ hasCriticalAlert: true });
    const { body } = await app.call('GET', `/api/alerts?attention=true&acknowledged=false&limit=10`);
    for (const { id } of body.alerts as { id: string }[])
      expectSuccess(await app.call('POST', `/api/alerts/${id}/acknowledge`, {}));
    expect(await last()).to.not.have.any.keys('hasCriticalAlert');
  });

  it('a rule that was changed or disabled is not violated until the next record', async () => {
    await drive(40, 30);
    expect(await last()).to.deep.include({ alerts: ['SpeedLimit'] });
    app.clock.advance(1_000);
    await app.call('PATCH', `/api/alertRules/${rule}`, { limit: 50 });
    expect(await last()).to.not.have.any.keys('alerts', 'alertTexts');
    await app.call('PATCH', `/api/alertRules/${rule}`, { limit: 20, enabled: false });
    await drive(50, 31);
    expect(await last()).to.not.have.any.keys('alerts', 'alertTexts');
  });

  it('a query finds alerts by their name, by that of their rule in any case, or by their whole text', async () => {
    await app.call('POST', '/api/devices/bus/alerts', {
      alert: { dateTime: at(100), alerts: ['High Speed'], text: 'Late shift' },
    });
    expect(await found('Speeding Alert')).to.deep.equal([at(10), at(40)]);
    expect(await found('speeding alert')).to.deep.equal([at(10), at(40)]);
    expect(await found('SpeedLimit')).to.include.members([at(10), at(40)]);
    expect(await found('late shift')).to.deep.equal([at(100)]);
    expect(await found('High Speed')).to.include(at(100));
    expect(await found('Late')).to.deep.equal([]);
  });

  it('a rule of an unknown type is refused with the field and the types', async () => {
    const { body } = await app.call('POST', '/api/alertRules', { name: 'Hard', all: true, type: 'harsh' });
    expect(body.error).to.match(
      /^\/type must be one of zone, speed, idle, silent, noFix, temperature, fuel, battery, input$/,
    );
  });
});
