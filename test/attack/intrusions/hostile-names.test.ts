import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { fixAt } from '../../support/store/records.js';

const CHARACTERS = ['\x1b', '\x07', '\n', '\u009b', '\u202e', '\u2066'];
const CIRCLE = { type: 'circle', center: [5, 52], radius: 100 };
const RULE = /must be one line /;

describe('names with control characters', () => {
  const app = useApp();
  const post = (path: string, body: object): Promise<Sent> => app.call('POST', path, body);
  before(async () => {
    expectSuccess(await post('/api/devices', { id: 'bus' }), 201);
  });

  it('every name that a client gives is refused by its field', async () => {
    for (const char of CHARACTERS) {
      const name = `Bus${char}7`;
      for (const [path, body] of [
        ['/api/devices', { id: 'b2', name }],
        ['/api/devices/bus/alerts', { alert: { alerts: [name] } }],
        ['/api/devices/bus/alerts', { alert: { alertName: name } }],
        ['/api/zones', { name, shape: CIRCLE }],
        ['/api/groups', { name }],
        ['/api/notifications', { name, emails: ['a@depot.example'] }],
        ['/api/displays', { name }],
        ['/api/uploads', { kind: 'yard', name, size: 10 }],
      ] as const) {
        expectFailure(await post(path, body), 'validation_failed', RULE);
      }
      expectFailure(await app.call('PATCH', '/api/devices/bus', { name }), 'validation_failed', RULE);
    }
    expect((await app.call('GET', '/api/devices')).body.devices).to.have.lengthOf(1);
  });

  it('an alert that another gateway forwards gets them replaced, so that no alert is lost', async () => {
    const alert = { dateTime: fixAt(1).dateTime, alerts: ['SOS\x1b[31m\u202e'] };
    const sent = await post('/api/records', {
      ...{ store: 'north:abcdefgh', records: [{ id: 'north:abcdefgh:1', kind: 'alert', deviceId: 'bus', alert }] },
    });
    expectSuccess(sent, 201);
    expect(sent.body).to.deep.include({ accepted: 1, refused: [] });
    const { alerts } = (
      await app.call('GET', '/api/devices/bus/alerts?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z')
    ).body;
    expect(alerts).to.have.nested.property('[0].alerts[0]', 'SOS\ufffd[31m\ufffd');
  });
});
