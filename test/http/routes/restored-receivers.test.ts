import { createServer, type Server, type Socket } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Change } from '../../../src/schema/entry.js';
import type { UplinkView } from '../../../src/schema/uplinks/uplink.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { useApp } from '../../support/gateway/app.js';
import { eventually } from '../../support/gateway/eventually.js';

/** Takes connections and keeps what arrives. */
type Listener = { readonly port: number; readonly got: () => number; readonly stop: () => void };

async function listen(): Promise<Listener> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    count += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    got: () => count,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const SECRET = 'CANARY-a-secret-of-24-letters';
const MAIL = { secure: false, requireTls: false, user: 'depot' };

describe('secrets after a restore that names other receivers', () => {
  const app = useApp();
  let good: Listener;
  let evil: Listener;
  before(async () => {
    [good, evil] = [await listen(), await listen()];
  });
  after(() => {
    good.stop();
    evil.stop();
  });

  const uplinks = async (): Promise<readonly UplinkView[]> =>
    (await app.call('GET', '/api/uplinks')).body.uplinks as readonly UplinkView[];
  const smtp = (change: object) => app.call('PATCH', '/api/settings', { notifications: { email: { smtp: change } } });
  const health = async (): Promise<string> => JSON.stringify((await app.call('GET', '/api/health?detail=full')).body);
  const url = (port: number): string => `http://127.0.0.1:${port}/`;
  const uplink = (port: number): Change => ({
    kind: 'uplink',
    v: { name: 'center', type: 'rest', url: url(port), userName: 'depot' },
  });
  const hook = (port: number): Change => ({ kind: 'webhook', v: { name: 'hook', url: url(port), enabled: true } });
  const mailPort = (value: number): Change => ({ kind: 'setting', v: { key: 'notifications.email.smtp.port', value } });
  /** What a restored log has, while keys.json stays. */
  const restored = (port: number): Change[] => [uplink(port), hook(port), mailPort(port)];
  const keys = (): string => readFileSync(join(app.data(), 'keys.json'), 'utf8');

  before(async () => {
    expectSuccess(await app.call('PUT', '/api/uplinks/center', { ...uplink(good.port).v, apiKey: SECRET }));
    expectSuccess(await app.call('PUT', '/api/webhooks/hook', { url: url(good.port), secret: SECRET }));
    const email = {
      from: 'depot@example.org',
      smtp: { ...MAIL, host: '127.0.0.1', port: good.port, password: SECRET },
    };
    expectSuccess(await app.call('PATCH', '/api/settings', { notifications: { email } }));
  });

  it('the receiver of each secret is next to it', () => {
    const { receivers } = JSON.parse(keys()) as { receivers: Record<string, object> };
    expect(receivers['webhooks.hook']).to.deep.equal({ url: url(good.port) });
    expect(receivers['uplinks.center']).to.include({ type: 'rest', url: url(good.port), userName: 'depot' });
    const mail = receivers['notifications.email.smtp.password'];
    expect(mail).to.include({ host: '127.0.0.1', port: good.port, user: 'depot' });
  });

  it('no secret is used for another receiver, nothing connects there, and health names the one that it was entered for', async () => {
    await app.change(restored(evil.port));
    await eventually('the uplink is stopped', async () => (await uplinks())[0]?.state === 'stopped');
    const [center] = await uplinks();
    const sentence = (whom: string): string => `its secret was entered for ${whom}; enter it again`;
    expect(center).to.deep.include({ reason: sentence(`depot at http://127.0.0.1:${good.port}`) });
    expect(center?.secrets).to.deep.equal({ apiKey: false, tlsKey: false });
    const test = await app.call('POST', '/api/uplinks/center/test', {});
    expect(test.body.test).to.deep.include({ ok: false, message: center?.reason });
    const mail = await app.call('POST', '/api/settings/test', { channel: 'email', to: 'b@example.org' });
    expect(mail.body).to.deep.include({ result: 'failed', reason: sentence(`depot at 127.0.0.1:${good.port}`) });
    const posted = await app.call('POST', '/api/webhooks/hook/test');
    expect(posted.body.reason).to.equal(`webhook hook: ${sentence(`http://127.0.0.1:${good.port}`)}`);
    expect(await health()).to.include(sentence(`depot at http://127.0.0.1:${good.port}`));
    expect(await health()).to.include(sentence(`depot at 127.0.0.1:${good.port}`));
    expect((await app.call('GET', '/api/settings')).body.secrets).to.deep.include({
      'notifications.email.smtp.password': false,
    });
    expect(evil.got()).to.equal(0);
    expect(keys()).to.include(SECRET);
  });

  it('the restored addresses are kept only with the secrets entered again, and other settings are free', async () => {
    expectFailure(
      await app.call('PUT', '/api/uplinks/center', { ...uplink(evil.port).v, relay: true }),
      'validation_failed',
      /^\/apiKey is missing: a change of url takes it again$/,
    );
    expectFailure(
      await app.call('PUT', '/api/webhooks/hook', { url: url(evil.port) }),
      'validation_failed',
      /^\/secret is missing: a change of url takes it again$/,
    );
    expectSuccess(await app.call('PATCH', '/api/settings', { timeZone: 'Europe/Madrid' }));
    expect(evil.got()).to.equal(0);
  });

  it('a secret is used again with the address that it was entered for', async () => {
    expectSuccess(await app.call('PUT', '/api/uplinks/center', uplink(good.port).v));
    expectSuccess(await app.call('PUT', '/api/webhooks/hook', { url: url(good.port) }));
    expectSuccess(await smtp({ port: good.port }));
    const { body } = await app.call('GET', '/api/settings');
    expect(body.secrets).to.deep.include({ 'notifications.email.smtp.password': true });
    expect((await uplinks())[0]).to.deep.include({ secrets: { apiKey: true, tlsKey: false } });
    expect(await health()).not.to.include('enter it again');
  });

  it('a secret that is entered again, even the same one, is for the new receiver', async () => {
    await app.change(restored(evil.port));
    const other = await listen();
    expectSuccess(await app.call('PUT', '/api/uplinks/center', { ...uplink(other.port).v, apiKey: SECRET }));
    expectSuccess(await app.call('PUT', '/api/webhooks/hook', { url: url(other.port), secret: SECRET }));
    expectSuccess(await smtp({ port: other.port, password: SECRET }));
    await app.restart();
    expect(await health()).not.to.include('enter it again');
    await eventually('the mail server is asked', () => other.got() > 0);
    other.stop();
  });

  it('a file of an earlier version is bound to the present receivers by the first start', async () => {
    await app.stop();
    const { receivers, ...older } = JSON.parse(keys()) as { receivers: object };
    writeFileSync(join(app.data(), 'keys.json'), JSON.stringify(older));
    await app.restart();
    expect((JSON.parse(keys()) as { receivers: object }).receivers).to.deep.equal(receivers);
    await app.change(restored(evil.port));
    expect(await health()).to.include('enter it again');
    expect(evil.got()).to.equal(0);
  });
});
