import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { groupOf, userInput } from '../../support/api/examples.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';
import { deviceOf, fixAt } from '../../support/store/records.js';

describe('displays of a gateway', () => {
  const { logger, text } = createLogKeeper();
  const app = useApp({
    logger,
    seed: () =>
      Promise.resolve([
        { kind: 'device', v: deviceOf('bus') },
        { kind: 'device', v: deviceOf('van') },
        { kind: 'group', v: groupOf('north', ['bus']) },
      ]),
  });

  it('a display lists, renews and ends as documented, over a restart', async () => {
    const created = await app.call('POST', '/api/displays', { name: 'Gate', group: 'NORTH' });
    expectSuccess(created, 201);
    const key = String(created.body.key);
    expect(created.body.path).to.equal(`/#display=${key}`);
    const { id } = created.body.display as { id: string };
    const signedIn = await request(app.url(), 'POST', '/api/Auth/Token', { display: key });
    expect(signedIn.body.display).to.deep.equal({ id, name: 'Gate', group: 'north', deviceId: null });
    const headers = { authorization: `Bearer ${String(signedIn.body.token)}` };
    const devices = (): Promise<Sent> => request(app.url(), 'GET', '/api/devices', undefined, headers);
    expect(((await devices()).body.devices as { id: string }[]).map((one) => one.id)).to.deep.equal(['bus']);
    const conflict = await app.call('DELETE', '/api/groups/north');
    expectFailure(conflict, 'conflict', 'displays show the group (Gate): remove them first');
    const [listed] = (await app.call('GET', '/api/displays')).body.displays as { lastUsed: unknown }[];
    expect(listed)
      .to.deep.include({ name: 'Gate', lastUsed: '2026-11-21T08:00:00.000Z' })
      .and.not.have.any.keys('digest');
    await app.change([]);
    expectSuccess(await devices());
    expectSuccess(await app.call('DELETE', `/api/displays/${id}`));
    expectFailure(await devices(), 'token_invalid');
    expectFailure(await request(app.url(), 'POST', '/api/Auth/Token', { display: key }), 'invalid_credentials');
    expect(text()).not.to.include(key);
  });

  it('the stream of a display has records and devices of its scope only, and ends when the display is removed', async () => {
    const created = await app.call('POST', '/api/displays', { name: 'Yard', group: 'north' });
    const { body } = await request(app.url(), 'POST', '/api/Auth/Token', { display: created.body.key });
    const response = await fetch(`${app.url()}/api/events`, {
      headers: { authorization: `Bearer ${String(body.token)}` },
    });
    expect(response.status).to.equal(200);
    await app.call('POST', '/api/devices/van/locations', fixAt(1));
    await app.call('POST', '/api/users', userInput('newcomer'));
    await app.call('POST', '/api/devices/bus/locations', fixAt(2));
    await app.call('PATCH', '/api/devices/bus', { description: 'red' });
    await app.call('DELETE', `/api/displays/${(created.body.display as { id: string }).id}`);
    const events = [...(await response.text()).matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
    expect(events).to.deep.equal(['location', 'device']);
  });
});
