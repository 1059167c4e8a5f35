import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';
import { deviceOf, fixAt } from '../../support/store/records.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('tickets for event streams', () => {
  const { logger, text } = createLogKeeper();
  const app = useApp({
    logger,
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      ...(await usersWithKey(userOf('driver', { deviceId: 'bus' }))),
    ],
  });
  const open = (ticket: unknown, headers = {}): Promise<Response> =>
    fetch(`${app.url()}/api/events?ticket=${String(ticket)}`, { headers });
  async function ticketOf(userName: string): Promise<string> {
    const client = await signIn(app.url(), { userName, apiKey: TEST_KEY });
    const { status, body } = await client.call('POST', '/api/events/ticket');
    expect(status).to.equal(201);
    expect(Date.parse(String(body.expires))).to.equal(app.clock.now() + 60_000);
    return String(body.ticket);
  }

  it('a ticket opens one stream with the scope of its user, and is in no log', async () => {
    const ticket = await ticketOf('driver');
    const stream = await open(ticket);
    expect(stream.headers.get('Content-Type')).to.match(/^text\/event-stream/);
    const again = await open(ticket);
    expect(again.status).to.equal(401);
    expect(((await again.json()) as { code: string }).code).to.equal('token_invalid');
    await app.call('POST', '/api/devices/van/locations', fixAt(1));
    await app.call('POST', '/api/devices/bus/locations', fixAt(2));
    // Ends the stream.
    await app.call('PATCH', '/api/users/id-of-driver', { disabled: true });
    const events = [...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(events).to.deep.equal(['location']);
    await app.call('PATCH', '/api/users/id-of-driver', { disabled: false });
    expect(text()).to.include('/api/events').and.not.include(ticket);
  });

  it('a ticket with after resumes a stream, as a page does after a disconnect', async () => {
    await app.call('POST', '/api/devices/bus/locations', fixAt(3));
    await app.call('POST', '/api/devices/bus/locations', fixAt(4));
    const stream = await open(`${await ticketOf('driver')}&after=0`);
    await app.call('PATCH', '/api/users/id-of-driver', { disabled: true });
    const events = [...(await stream.text()).matchAll(/^event: location\nid: (\d+)$/gm)];
    expect(events.length).to.be.at.least(2);
    await app.call('PATCH', '/api/users/id-of-driver', { disabled: false });
  });

  it('a ticket ends after a minute, and is no token', async () => {
    const ticket = await ticketOf('driver');
    app.clock.advance(60_000);
    expect((await open(ticket)).status).to.equal(401);
    expect((await open('')).status).to.equal(401);
    const headers = { authorization: `Bearer ${await ticketOf('driver')}` };
    expectFailure(await request(app.url(), 'GET', '/api/devices', undefined, headers), 'invalid_credentials');
  });
});
