import { expect } from 'chai';
import type { DeviceAlertView } from '../../../src/schema/records/alert.js';
import type { FollowedAcknowledgement } from '../../../src/schema/records/followed-record.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { openEvents } from '../../support/api/event-source.js';
import { groupOf } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const at = (second: number): string => fixAt(second).dateTime;
const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';
const BADGE = '/api/alerts?attention=true&acknowledged=false';

describe('acknowledging an alert', () => {
  const app = useApp({
    config: { attention: ['SOSButton', 'Fire'] },
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      { kind: 'group', v: groupOf('north', ['bus']) },
      ...(await usersWithKey(
        userOf('operator', { group: 'north', privileges: ['messages'] }),
        userOf('reader'),
        userOf('poster', { privileges: ['ingest'] }),
      )),
    ],
  });
  let second = 0;
  /** Calls of the administrator, or of another user. */
  async function as(userName: string) {
    const { token } = await signIn(app.url(), { userName, apiKey: TEST_KEY });
    const headers = { Authorization: `Bearer ${token}` };
    const call = (method: string, path: string, body?: object): Promise<Sent> =>
      request(app.url(), method, path, body, headers);
    return { token, call };
  }
  async function raise(deviceId: string, ...alerts: string[]): Promise<DeviceAlertView> {
    second += 1;
    const { body } = await app.call('POST', `/api/devices/${deviceId}/alerts`, { dateTime: at(second), alerts });
    return { ...(body.alerts as DeviceAlertView[])[0], deviceId } as DeviceAlertView;
  }
  const idsOf = ({ body }: Pick<Sent, 'body'>): string[] => (body.alerts as DeviceAlertView[]).map(({ id }) => id);
  const badge = async (
    client: { call: (method: string, path: string) => Promise<Sent> } = app,
    query = '',
  ): Promise<string[]> => idsOf(await client.call('GET', BADGE + query));
  const alertOf = ({ body }: Pick<Sent, 'body'>): DeviceAlertView => body.alert as DeviceAlertView;

  it('the badge counts the alerts that need a person, until they are acknowledged, also after a restart', async () => {
    const [sos, ignition, fire] = [
      await raise('bus', 'SOS'),
      await raise('bus', 'IgnitionOn'),
      await raise('van', 'Fire'),
    ];
    expect(sos).to.include({ attention: true, acknowledged: null });
    expect(ignition).not.to.have.property('attention');
    expect(await badge()).to.deep.equal([fire.id, sos.id]);
    expect(await badge(await as('operator'))).to.deep.equal([sos.id]);
    const { body } = await app.call('GET', `${BADGE}&limit=1`);
    expect([idsOf({ body }), body.next]).to.deep.equal([[fire.id], fire.id]);
    expect(await badge(app, `&limit=1&cursor=${String(body.next)}`)).to.deep.equal([sos.id]);

    const done = await app.call('POST', `/api/alerts/${sos.id}/acknowledge`, { note: 'called the driver' });
    expectSuccess(done);
    const now = new Date(app.clock.now()).toISOString();
    const acknowledged = { by: alertOf(done).acknowledged?.by, at: now, note: 'called the driver' };
    expect(alertOf(done)).to.deep.equal({ ...sos, acknowledged });
    expect(acknowledged.by).to.include({ name: 'admin' });
    expect(await badge()).to.deep.equal([fire.id]);
    await app.change([]);
    expect(await badge()).to.deep.equal([fire.id]);
    const { body: own } = await app.call('GET', `/api/devices/bus/alerts?${DAY}`);
    const stored = own.alerts as DeviceAlertView[];
    expect(stored.map((alert) => alert.acknowledged)).to.deep.equal([acknowledged, null]);
  });

  it('the first acknowledgement counts: a later one is answered with it, and of several at once one is stored', async () => {
    const operator = await as('operator');
    const { id } = await raise('bus', 'SOSButton');
    const all = await Promise.all([
      operator.call('POST', `/api/alerts/${id}/acknowledge`, { note: 'mine' }),
      app.call('POST', `/api/alerts/${id}/acknowledge`, { note: 'too late' }),
      app.call('POST', `/api/alerts/${id}/acknowledge`),
    ]);
    for (const one of all) expectSuccess(one);
    const [first] = all;
    expect(all.map((one) => alertOf(one).acknowledged)).to.deep.equal(all.map(() => alertOf(first).acknowledged));
    const { body } = await app.call('GET', '/api/records?kinds=acknowledgement');
    const records = (body.records as FollowedAcknowledgement[]).filter(({ alertId }) => alertId === id);
    expect(records).to.have.lengthOf(1);
    expect(records[0]).to.deep.include({
      kind: 'acknowledgement',
      deviceId: 'bus',
      acknowledged: alertOf(first).acknowledged,
    });
  });

  it('any alert can be acknowledged, by its visible device and with the privilege messages only', async () => {
    const [ignition, hidden] = [await raise('bus', 'IgnitionOn'), await raise('van', 'SOSButton')];
    const operator = await as('operator');
    expectSuccess(await operator.call('POST', `/api/alerts/${ignition.id}/acknowledge`));
    expectFailure(await operator.call('POST', `/api/alerts/${hidden.id}/acknowledge`), 'not_found');
    for (const name of ['reader', 'poster']) {
      const refused = await (await as(name)).call('POST', `/api/alerts/${hidden.id}/acknowledge`);
      expectFailure(refused, 'forbidden', /messages/);
    }
    const created = await app.call('POST', '/api/displays', { name: 'Gate' });
    const { body } = await request(app.url(), 'POST', '/api/Auth/Token', { display: created.body.key });
    const headers = { authorization: `Bearer ${String(body.token)}` };
    expect(idsOf(await request(app.url(), 'GET', BADGE, undefined, headers))).to.include(hidden.id);
    expectFailure(await request(app.url(), 'POST', `/api/alerts/${hidden.id}/acknowledge`, {}, headers), 'forbidden');
    expect(await badge()).to.include(hidden.id);
  });

  it('an id that names no alert is 404, and a body that is no note is refused', async () => {
    const { id } = await raise('bus', 'SOSButton');
    for (const wrong of ['1', '999999999', '0', '-1', '1.5', 'x', '99999999999999999999']) {
      expectFailure(await app.call('POST', `/api/alerts/${wrong}/acknowledge`), 'not_found');
    }
    for (const [body, error] of [
      [{ note: 'x'.repeat(257) }, /note/],
      [{ note: 5 }, /note/],
      [{ text: 'x' }, /text/],
    ] as const) {
      expectFailure(await app.call('POST', `/api/alerts/${id}/acknowledge`, body), 'validation_failed', error);
    }
    const note = '✓'.repeat(256);
    expect(alertOf(await app.call('POST', `/api/alerts/${id}/acknowledge`, { note })).acknowledged).to.include({
      note,
    });
  });

  it('the event has the alert with its acknowledgement, also for a client that resumes before it', async () => {
    const operator = await as('operator');
    const source = await openEvents(app.url(), { token: operator.token });
    const [alert, hidden] = [await raise('bus', 'SOSButton', 'Fire'), await raise('van', 'SOSButton')];
    const raised = await source.next('alert');
    expect(raised.data).to.deep.include({ deviceId: 'bus' }).and.to.have.nested.property('alert.attention', true);
    await app.call('POST', `/api/alerts/${hidden.id}/acknowledge`);
    const done = await app.call('POST', `/api/alerts/${alert.id}/acknowledge`, { note: 'n' });
    const view = Object.fromEntries(Object.entries(alertOf(done)).filter(([name]) => name !== 'deviceId'));
    const event = await source.next('alert');
    expect(event.data).to.deep.equal({ deviceId: 'bus', alert: view });
    source.close();
    const again = await openEvents(app.url(), { token: operator.token, lastEventId: raised.lastEventId });
    expect((await again.next('alert')).data).to.deep.equal(event.data);
    again.close();
  });

  it('the list is filtered by attention and acknowledgement in any range', async () => {
    const list = async (filters: string): Promise<DeviceAlertView[]> =>
      (await app.call('GET', `/api/alerts?${DAY}${filters}`)).body.alerts as DeviceAlertView[];
    const all = await list('');
    expect(await list('&attention=true')).to.deep.equal(all.filter(({ attention }) => attention === true));
    expect(await list('&attention=false')).to.deep.equal(all.filter(({ attention }) => attention !== true));
    expect(await list('&acknowledged=true')).to.deep.equal(all.filter(({ acknowledged }) => acknowledged !== null));
    expect(await list('&acknowledged=false')).to.deep.equal(all.filter(({ acknowledged }) => acknowledged === null));
    expect((await list('&attention=true&acknowledged=false')).map(({ id }) => id)).to.deep.equal(await badge());
    expectFailure(await app.call('GET', `${BADGE}&cursor=x`), 'validation_failed', /cursor/);
    expectFailure(await app.call('GET', '/api/alerts?attention=true'), 'validation_failed', /from/);
    expectFailure(await app.call('GET', '/api/alerts?attention=yes'), 'validation_failed', /attention/);
  });

  it('a client cannot mark an alert as one that needs a person, or as acknowledged', async () => {
    const alert = { dateTime: at(900), alerts: ['IgnitionOn'], attention: true, acknowledged: { note: 'x' } };
    const { body } = await app.call('POST', '/api/devices/bus/alerts', { alert });
    expect((body.alerts as DeviceAlertView[])[0])
      .to.include({ acknowledged: null })
      .and.not.to.have.property('attention');
  });
});
