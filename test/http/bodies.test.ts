import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp, type Sent } from '../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';

describe('a request body', () => {
  const app = useApp({ config: { http: { bodyLimit: 20_000 } } });
  let sent = 0;
  /** a device that no other test creates */
  const fresh = (): string => JSON.stringify({ id: `d${(sent += 1)}` });
  const post = (body?: string | Uint8Array, headers?: Record<string, string>): Promise<Sent> =>
    app.call('POST', '/api/devices', body, headers);
  const typed = (type: string, body = fresh()): Promise<Sent> => post(body, { 'Content-Type': type });
  const encoded = (encoding: string, body: Uint8Array): Promise<Sent> => post(body, { 'Content-Encoding': encoding });

  it('a body with a JSON media type in UTF-8 is accepted', async () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/merge-patch+json',
    ]) {
      expectSuccess(await typed(type), 201);
    }
  });

  it('a body with another media type or none is refused', async () => {
    for (const type of [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/vnd.api+json',
      'application/foo+json',
      'json',
      '',
    ]) {
      expectFailure(await typed(type), 'unsupported_media_type');
    }
    expectFailure(await post(new TextEncoder().encode(fresh()), { 'Content-Type': '' }), 'unsupported_media_type');
  });

  it('a body in another charset is refused', async () => {
    for (const charset of ['utf-7', 'utf-16', 'utf-16le', 'iso-8859-1', 'x'.repeat(100)]) {
      expectFailure(await typed(`application/json; charset=${charset}`), 'unsupported_media_type');
    }
  });

  it('a compressed body is accepted', async () => {
    expectSuccess(await encoded('gzip', gzipSync(fresh())), 201);
    expectSuccess(await encoded('deflate', deflateSync(fresh())), 201);
    expectSuccess(await encoded('br', brotliCompressSync(fresh())), 201);
    expectSuccess(await encoded('identity', Buffer.from(fresh())), 201);
  });

  it('a body that cannot be decompressed is a 400', async () => {
    const compressed = { gzip: gzipSync(fresh()), deflate: deflateSync(fresh()), br: brotliCompressSync(fresh()) };
    for (const [encoding, body] of Object.entries(compressed)) {
      for (const broken of [Buffer.from('not compressed at all'), body.subarray(0, body.length - 3)]) {
        expectFailure(await encoded(encoding, broken), 'validation_failed', /^the body cannot be read: /);
      }
    }
  });

  it('an unknown content encoding is refused', async () => {
    expectFailure(await encoded('zstd2', Buffer.from('x')), 'unsupported_media_type');
    expectFailure(await encoded('gzip, gzip', gzipSync(gzipSync(fresh()))), 'unsupported_media_type');
  });

  it('a body over the limit is a 413, compressed or not, and the connection closes', async () => {
    const large = JSON.stringify({ id: 'large', description: ' '.repeat(20_000) });
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    for (const answer of [
      await post(large),
      await encoded('gzip', bomb.subarray(0, 19_000)),
      await post('['.repeat(20_001)),
    ]) {
      expectFailure(answer, 'payload_too_large');
      expect(answer.headers.get('Connection')).to.equal('close');
    }
    expectSuccess(await post(fresh()), 201);
  });

  it('a body up to the limit is accepted', async () => {
    const body = fresh();
    expectSuccess(await post(body + ' '.repeat(20_000 - body.length)), 201);
    expectFailure(await post(`${fresh()}${' '.repeat(20_000)}`), 'payload_too_large');
  });

  it('a body that arrives in pieces is read whole, also where one ends within a letter', async () => {
    const body = Buffer.from(JSON.stringify({ id: 'in-pieces', name: 'Büß' }));
    const headers = {
      Authorization: `Bearer ${app.admin().token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    const request = httpRequest(`${app.url()}/api/devices`, { method: 'POST', headers });
    request.setNoDelay(true);
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    for (const byte of body) await new Promise((sent) => request.write(Uint8Array.of(byte), sent));
    request.end();
    const [answer] = await answered;
    expect(answer.statusCode).to.equal(201);
    expect(((await json(answer)) as { name: string }).name).to.equal('Büß');
  });

  it('a body that is not JSON, or not an object, is a 400', async () => {
    for (const body of ['{', '{"id":}', "{'id':1}", '{"id":"x"} x', 'id=x', '"x"', '5', 'null', 'true']) {
      expectFailure(await post(body), 'validation_failed');
    }
    expectFailure(await post('[]'), 'validation_failed', 'the body must be object');
  });

  it('a byte order mark before the JSON is ignored', async () => {
    expectSuccess(await post(`\uFEFF${fresh()}`), 201);
  });

  it('an empty body lacks every field, and a body without a media type is refused', async () => {
    expectFailure(await post(''), 'validation_failed', '/id is missing');
    expectFailure(await post(undefined, { 'Content-Type': 'application/json' }), 'validation_failed', '/id is missing');
    expectFailure(await post(), 'unsupported_media_type');
  });

  it('a body cannot change a prototype', async () => {
    for (const body of [
      '{"id":"p1","__proto__":{"name":"x"}}',
      '{"id":"p2","\\u005f_proto__":{"name":"x"}}',
      '{"id":"p3","tags":{"__proto__":"x"}}',
      '{"id":"p4","constructor":{"prototype":{"name":"x"}}}',
    ]) {
      expectFailure(await post(body), 'validation_failed');
    }
    expect(({} as { name?: unknown }).name).to.equal(undefined);
  });

  it('deep nesting and the names of inherited properties are refused', async () => {
    const deep = '['.repeat(6_000) + ']'.repeat(6_000);
    const bodies = [deep, `{"id":"x","tags":{"a":${deep}}}`, `{"id":"deep","usage":${deep}}`];
    for (const body of bodies) expectFailure(await post(body), 'validation_failed', /nested deeper than 32/);
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expectFailure(await post(`{"id":"x","tags":{"${name}":"1"}}`), 'validation_failed');
      expectFailure(await post(`{"id":"x","usage":[{"${name}":{}}]}`), 'validation_failed');
    }
    expectSuccess(await post(`{"id":"deep","usage":${'['.repeat(20)}${']'.repeat(20)}}`), 201);
  });

  it('a number that overflows is refused', async () => {
    const answer = await app.call(
      'POST',
      '/api/devices/x/locations',
      '{"dateTime":"2026-11-21T08:00:00Z","latitude":1e999,"longitude":0}',
    );
    expectFailure(answer, 'validation_failed', /^\/latitude must be/);
  });

  it('the body of a call without a token is not read', async () => {
    const answer = await fetch(`${app.url()}/api/devices`, { method: 'POST', body: 'x'.repeat(30_000) });
    expect(answer.status).to.equal(401);
    expect(await answer.json()).to.include({ code: 'token_missing' });
  });
});
