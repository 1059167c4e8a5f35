import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { FollowedRecord } from '../../../src/services/history/records.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { createTestChannel } from '../../support/channels/test-channel.js';
import { expectFailure } from '../../support/api/envelope.js';
import { deviceOf, fixAt } from '../../support/store/records.js';

const STORE = 'north:abcdefgh';
const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

type Posted = { accepted: number; duplicates: number; refused: { id: string; code: string; error: string }[] };

const fix = (n: number, { deviceId = 'bus', store = STORE, second = n } = {}): object => ({
  id: `${store}:${n}`,
  n,
  kind: 'location',
  deviceId,
  location: fixAt(second),
});
const alert = (n: number, { store = STORE, alerts = ['SOSButton'], rule = '' } = {}): object => ({
  id: `${store}:${n}`,
  n,
  kind: 'alert',
  deviceId: 'bus',
  alert: { id: String(n), dateTime: fixAt(n).dateTime, alerts, email: false, ...(rule !== '' && { rule }) },
});
const acknowledgement = (n: number, alertId: string, store = STORE): object => ({
  ...{ id: `${store}:${n}`, n, kind: 'acknowledgement', deviceId: 'bus', alertId },
  acknowledged: { by: { id: 'u1', name: 'Ana' }, at: '2026-11-21T07:59:00.000Z', note: 'called' },
});

describe('POST /api/records', () => {
  const email = createTestChannel();
  const app = useApp({
    channels: { email: email.channel },
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus') },
        { kind: 'device', v: deviceOf('van') },
        { kind: 'device', v: deviceOf('old', '2026-01-01T00:00:00.000Z') },
      ]),
  });
  const send = (records: readonly object[], store = STORE, headers?: Record<string, string>): Promise<Sent> =>
    app.call('POST', '/api/records', { store, records }, headers);
  async function post(...records: object[]): Promise<Posted> {
    const { status, body } = await send(records);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { accepted, duplicates, refused } = body as unknown as Posted;
    return { accepted, duplicates, refused };
  }
  const followed = async (kinds = 'location,alert'): Promise<FollowedRecord[]> =>
    (await app.call('GET', `/api/records?kinds=${kinds}`)).body.records as FollowedRecord[];
  const idsOf = async (): Promise<(string | undefined)[]> =>
    (await followed()).map((one) => ('source' in one ? one.source.id : undefined));

  it('records of several devices are stored with the gateway and the id that they come from', async () => {
    expect(await post(fix(10), fix(11, { deviceId: 'van' }), fix(12))).to.deep.equal({
      ...{ accepted: 3, duplicates: 0, refused: [] },
    });
    const [first] = await followed();
    expect(first).to.deep.include({ deviceId: 'bus', source: { gateway: 'north', id: `${STORE}:10` } });
    const { body } = await app.call('GET', `/api/devices/bus/locations?${DAY}`);
    expect(body.locations).to.deep.equal([
      { ...fixAt(10), gateway: 'north' },
      { ...fixAt(12), gateway: 'north' },
    ]);
    const last = (await app.call('GET', '/api/devices/bus/lastLocation')).body.lastLocation;
    expect(last).to.deep.equal({ ...fixAt(12), gateway: 'north' });
    const { device } = (await app.call('GET', '/api/devices/bus')).body;
    expect(device).to.deep.include({ source: { protocol: 'http', gateway: 'north' } });
  });

  it('each id is stored once, also after a restart', async () => {
    expect(await post(fix(10), fix(12), fix(13), fix(13))).to.deep.include({ accepted: 1, duplicates: 3 });
    await app.restart();
    expect(await post(fix(12), fix(13))).to.deep.include({ accepted: 0, duplicates: 2 });
    expect(await idsOf()).to.have.members([10, 11, 12, 13].map((n) => `${STORE}:${n}`));
  });

  it('a fix that two gateways received is stored once, and the newest fix of either is the last location', async () => {
    const south = { store: 'south:abcdefgh' };
    expect(await post(fix(900, { ...south, second: 12 }))).to.deep.include({ accepted: 0, duplicates: 1 });
    expect(await post(fix(901, { ...south, second: 60 }), fix(14))).to.deep.include({ accepted: 2, duplicates: 0 });
    const last = (await app.call('GET', '/api/devices/bus/lastLocation')).body.lastLocation;
    expect(last).to.deep.equal({ ...fixAt(60), gateway: 'south' });
  });

  it('records that cannot be stored are refused one by one, with the reason', async () => {
    const posted = await post(
      fix(20),
      fix(21, { deviceId: '..' }),
      fix(22, { deviceId: 'old' }),
      { ...fix(23), kind: 'restamp' },
      { ...fix(24), untrusted: true },
      { ...fix(25), location: { latitude: 91 } },
      { ...fix(26), kind: 'poem' },
      fix(27),
    );
    expect(posted.accepted).to.equal(2);
    const reasons = new Map(posted.refused.map(({ id, code, error }) => [id, `${code} ${error}`]));
    expect([...reasons.keys()]).to.have.members([21, 22, 23, 24, 25, 26].map((n) => `${STORE}:${n}`));
    expect(reasons.get(`${STORE}:21`)).to.equal('not_found device .. not found');
    expect(reasons.get(`${STORE}:22`)).to.match(/^device_expired /);
    expect(reasons.get(`${STORE}:23`)).to.contain('restamp');
    expect(reasons.get(`${STORE}:24`)).to.contain('/untrusted');
    expect(reasons.get(`${STORE}:25`)).to.match(/^validation_failed \/location/);
    expect(reasons.get(`${STORE}:26`)).to.contain('/kind');
  });

  it('fields of later versions are ignored', async () => {
    const location = { ...fixAt(28), gateway: 'far', mood: 'good' };
    expect(await post({ ...fix(28), color: 'red', location })).to.deep.include({ accepted: 1, refused: [] });
    const found = (await followed()).find((one) => 'source' in one && one.source.id === `${STORE}:28`);
    expect(found).to.deep.include({ location: { ...fixAt(28), gateway: 'north' } });
  });

  it('a compressed body is read within the limit of its unpacked size', async () => {
    const packed = (records: readonly object[]): Promise<Sent> =>
      app.call('POST', '/api/records', gzipSync(JSON.stringify({ store: STORE, records })), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
    expect((await packed([fix(30), fix(31)])).body).to.deep.include({ accepted: 2 });
    const large = { ...fix(32), padding: ' '.repeat(2 * 1024 * 1024) };
    expect((await packed([large])).status).to.equal(413);
  });

  it('a body that is not one of records is refused as a whole', async () => {
    for (const body of [
      { store: STORE },
      { records: [] },
      { store: 'north', records: [] },
      { store: STORE, records: [{ kind: 'location' }] },
      { store: STORE, records: [{ ...fix(1), id: 'seven' }] },
      { store: STORE, records: Array.from({ length: 1_001 }, (_, n) => fix(n)) },
    ]) {
      expectFailure(await app.call('POST', '/api/records', body), 'validation_failed');
    }
  });

  it('an alert is stored once, notifies by the rules of this gateway, and counts as one of the alerts that need a person', async () => {
    await app.call('POST', '/api/notifications', { name: 'Alarm', alerts: ['SOSButton'], emails: ['a@example.org'] });
    expect(await post(alert(40), alert(40))).to.deep.include({ accepted: 1, duplicates: 1 });
    expect(await post(alert(40))).to.deep.include({ accepted: 0, duplicates: 1 });
    const { body } = await app.call('GET', '/api/alerts?attention=true&acknowledged=false');
    expect(body.alerts).to.have.lengthOf(1);
    expect(body.alerts).to.have.nested.property('[0].gateway', 'north');
    const { messages } = (await app.call('GET', '/api/messages')).body;
    expect(messages).to.have.lengthOf(1);
  });

  it('an alert that a rule of the sender raised is another one than the same alert of the tracker', async () => {
    expect(await post(alert(41, { alerts: ['SpeedLimit'] }))).to.deep.include({ accepted: 1 });
    const ofRule = { ...alert(42, { alerts: ['SpeedLimit'], rule: 'r1' }) };
    expect(
      await post({
        ...ofRule,
        alert: { ...(alert(41) as { alert: object }).alert, alerts: ['SpeedLimit'], rule: 'r1' },
      }),
    ).to.deep.include({ accepted: 1 });
  });

  it('an acknowledgement is that of the alert with this id at the sender', async () => {
    expect(await post(acknowledgement(43, '40'))).to.deep.include({ accepted: 1, refused: [] });
    expect(await post(acknowledgement(43, '40'))).to.deep.include({ accepted: 0, duplicates: 1 });
    const { body } = await app.call('GET', `/api/devices/bus/alerts?${DAY}&alertName=SOSButton`);
    expect(body.alerts).to.have.nested.property('[0].acknowledged.by.name', 'Ana (north)');
    expect(body.alerts).to.have.nested.property('[0].acknowledged.at', '2026-11-21T07:59:00.000Z');
    const [record] = await followed('acknowledgement');
    expect(record).to.deep.include({
      source: { gateway: 'north', id: `${STORE}:43` },
      alertSource: { gateway: 'north', id: `${STORE}:40` },
    });
    const unknown = await post(acknowledgement(44, '3999'));
    expect(unknown.refused[0]).to.deep.include({ code: 'not_found' });
  });

  it('an alert and its acknowledgement may come in one request, from different generations', async () => {
    const later = 'north:hgfedcba';
    expect(await post(alert(45), acknowledgement(46, '45', later))).to.deep.include({ accepted: 2, refused: [] });
  });

  it('records that this gateway sent out come back as duplicates', async () => {
    const own = String((await app.call('GET', '/api/records')).body.store);
    const { status, body } = await send([fix(50, { store: own })], own);
    expect(status).to.equal(201);
    expect(body).to.deep.include({ accepted: 0, duplicates: 1 });
  });

  it('a number that comes with two contents is a conflict that names the command, and nothing is stored', async () => {
    const count = (await followed()).length;
    const sent = await send([fix(60), fix(13, { second: 1_000 })]);
    expectFailure(sent, 'conflict');
    expect(sent.body.error).to.contain('waypost uplink reset NAME --new-generation');
    expectFailure(await send([fix(61), fix(61, { second: 62 })]), 'conflict');
    expect(await followed()).to.have.lengthOf(count);
    expect((await send([fix(13, { store: 'north:aaaaaaaa', second: 1_000 })])).status).to.equal(201);
  });

  it('a sender with fewer entries than are here already gets a conflict before it sends', async () => {
    const ask = (newest: number): Promise<Sent> =>
      app.call('POST', '/api/records', { store: STORE, newest, records: [] });
    expect((await ask(1_000)).status).to.equal(201);
    expectFailure(await ask(5), 'conflict');
    expect((await ask(5)).body.error).to.contain('--new-generation');
  });

  it('exports name the gateway', async () => {
    const headers = { Authorization: `Bearer ${app.admin().token}` };
    for (const format of ['csv', 'ndjson', 'geojson']) {
      const response = await fetch(`${app.url()}/api/devices/bus/locations?${DAY}&format=${format}`, { headers });
      const text = await response.text();
      expect(text, format).to.contain('north');
      expect(text, format).to.contain('south');
    }
  });
});
