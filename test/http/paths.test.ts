import { expect } from 'chai';
import { useApp } from '../support/gateway/app.js';
import { request } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';

describe('paths and methods', () => {
  const app = useApp();
  const bare = (method: string, path: string): Promise<Response> =>
    fetch(app.url() + path, { method, headers: { Authorization: `Bearer ${app.admin().token}` } });
  const allowed = (headers: Headers): string[] => (headers.get('Allow') ?? '').split(', ').sort();

  before(() => app.call('POST', '/api/devices', { id: 'Bus.1' }));

  it('an unknown path is a 404 for every method, also without a token', async () => {
    for (const path of [
      '/nowhere',
      '/api',
      '/api/nowhere',
      '/api/devices/Bus.1/nowhere',
      '/api//devices',
      '/__proto__',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND', 'OPTIONS']) {
        const answer = await request(app.url(), method, path);
        expectFailure(answer, 'not_found');
        expect(answer.headers.get('Allow'), `${method} ${path}`).to.equal(null);
      }
    }
  });

  it('a method that a path does not support is a 405 with the allowed methods', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const answer = await app.call(method, '/api/devices');
      expectFailure(answer, 'method_not_allowed');
      expect(allowed(answer.headers)).to.deep.equal(['GET', 'HEAD', 'POST']);
    }
    const token = await app.call('GET', '/api/Auth/Token');
    expectFailure(token, 'method_not_allowed');
    expect(allowed(token.headers)).to.deep.equal(['POST']);
  });

  it('the case of a path is ignored, except in ids', async () => {
    for (const path of ['/api/devices', '/API/DEVICES', '/Api/Devices']) expectSuccess(await app.call('GET', path));
    expectSuccess(await app.call('GET', '/API/devices/Bus.1/LASTLOCATION'));
    expectFailure(await app.call('GET', '/api/devices/bus.1'), 'not_found', 'device bus.1 not found');
  });

  it('an id is decoded, and an undecodable id is not found', async () => {
    expectSuccess(await app.call('GET', '/api/devices/%42us%2E1'));
    for (const id of ['%E0%A4%A', '%00', '%2e%2e%2f', 'Bus.1%20', 'x'.repeat(5000)]) {
      expectFailure(await app.call('GET', `/api/devices/${id}`), 'not_found');
    }
  });

  it('HEAD is answered like GET without the body', async () => {
    const [head, get] = [await bare('HEAD', '/api/devices'), await bare('GET', '/api/devices/none')];
    expect(head.status).to.equal(200);
    expect(head.headers.get('Content-Type')).to.match(/^application\/json/);
    expect(await head.text()).to.equal('');
    await get.text();
    expect((await bare('HEAD', '/api/devices/none')).status).to.equal(get.status);
    const anyone = await fetch(`${app.url()}/api/devices`, { method: 'HEAD' });
    expect(anyone.status).to.equal(401);
    expect(anyone.headers.get('WWW-Authenticate')).to.equal('Bearer');
    expect((await bare('HEAD', '/api/Auth/Token')).status).to.equal(405);
  });

  it('OPTIONS lists the methods and does nothing else', async () => {
    const answer = await bare('OPTIONS', '/api/devices');
    expect(answer.status).to.equal(200);
    expect(allowed(answer.headers)).to.deep.equal(['GET', 'HEAD', 'POST']);
    expect(await answer.text()).to.equal('');
  });

  it('no other site may call without CORS configuration', async () => {
    const answer = await fetch(`${app.url()}/api/health`, { headers: { Origin: 'http://evil.example' } });
    await answer.text();
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });
});
