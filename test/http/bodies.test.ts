import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp, type Sent } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/envelope.js';

describe('the body of a request', () => {
  const app = useApp({ config: { http: { bodyLimit: 20_000 } } });
  let sent = 0;
  /** a device that no other test has made */
  const fresh = (): string => JSON.stringify({ id: `d${(sent += 1)}` });
  const post = (body?: string | Uint8Array, headers?: Record<string, string>): Promise<Sent> =>
    app.call('POST', '/api/devices', body, headers);
  const typed = (type: string, body = fresh()): Promise<Sent> => post(body, { 'Content-Type': type });
  const packed = (encoding: string, body: Uint8Array): Promise<Sent> => post(body, { 'Content-Encoding': encoding });

  it('is JSON in UTF-8, by its type', async () => {
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

  it('is refused when its type is another, or it has none', async () => {
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

  it('is refused in another charset', async () => {
    for (const charset of ['utf-7', 'utf-16', 'utf-16le', 'iso-8859-1', 'x'.repeat(100)]) {
      expectFailure(await typed(`application/json; charset=${charset}`), 'unsupported_media_type');
    }
  });

  it('may be packed', async () => {
    expectSuccess(await packed('gzip', gzipSync(fresh())), 201);
    expectSuccess(await packed('deflate', deflateSync(fresh())), 201);
    expectSuccess(await packed('br', brotliCompressSync(fresh())), 201);
    expectSuccess(await packed('identity', Buffer.from(fresh())), 201);
  });

  it('is a 400 when it can not be unpacked', async () => {
    const packers = { gzip: gzipSync(fresh()), deflate: deflateSync(fresh()), br: brotliCompressSync(fresh()) };
    for (const [encoding, body] of Object.entries(packers)) {
      for (const broken of [Buffer.from('not packed at all'), body.subarray(0, body.length - 3)]) {
        expectFailure(await packed(encoding, broken), 'validation_failed', /^the body cannot be read: /);
      }
    }
  });

  it('is refused in a packing nobody knows', async () => {
    expectFailure(await packed('zstd2', Buffer.from('x')), 'unsupported_media_type');
    expectFailure(await packed('gzip, gzip', gzipSync(gzipSync(fresh()))), 'unsupported_media_type');
  });

  it('is a 413 when it is too large, packed or not, and the connection ends', async () => {
    const large = JSON.stringify({ id: 'large', description: ' '.repeat(20_000) });
    const bomb = gzipSync(Buffer.alloc(10_000_000, ' '));
    for (const answer of [
      await post(large),
      await packed('gzip', bomb.subarray(0, 19_000)),
      await post('['.repeat(20_001)),
    ]) {
      expectFailure(answer, 'payload_too_large');
      expect(answer.headers.get('Connection')).to.equal('close');
    }
    expectSuccess(await post(fresh()), 201);
  });

  it('is taken up to the limit', async () => {
    const body = fresh();
    expectSuccess(await post(body + ' '.repeat(20_000 - body.length)), 201);
    expectFailure(await post(`${fresh()}${' '.repeat(20_000)}`), 'payload_too_large');
  });

  it('is a 400 when it is no JSON, or one that is no object', async () => {
    for (const body of ['{', '{"id":}', "{'id':1}", '{"id":"x"} x', 'id=x', '"x"', '5', 'null', 'true']) {
      expectFailure(await post(body), 'validation_failed');
    }
    expectFailure(await post('[]'), 'validation_failed', 'the body must be object');
  });

  it('may begin with a byte order mark', async () => {
    expectSuccess(await post(`\uFEFF${fresh()}`), 201);
  });

  it('is demanded: an empty one lacks every field, and one without a type is none', async () => {
    expectFailure(await post(''), 'validation_failed', '/id is missing');
    expectFailure(await post(undefined, { 'Content-Type': 'application/json' }), 'validation_failed', '/id is missing');
    expectFailure(await post(), 'unsupported_media_type');
  });

  it('can not reach the prototype of anything', async () => {
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

  it('may not be nested without end, nor have names that objects inherit from', async () => {
    const deep = '['.repeat(6_000) + ']'.repeat(6_000);
    const bodies = [deep, `{"id":"x","tags":{"a":${deep}}}`, `{"id":"deep","usage":${deep}}`];
    for (const body of bodies) expectFailure(await post(body), 'validation_failed', /nested deeper than 32/);
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expectFailure(await post(`{"id":"x","tags":{"${name}":"1"}}`), 'validation_failed');
      expectFailure(await post(`{"id":"x","usage":[{"${name}":{}}]}`), 'validation_failed');
    }
    expectSuccess(await post(`{"id":"deep","usage":${'['.repeat(20)}${']'.repeat(20)}}`), 201);
  });

  it('may hold no number that is none', async () => {
    const answer = await app.call(
      'POST',
      '/api/devices/x/locations',
      '{"dateTime":"2026-11-21T08:00:00Z","latitude":1e999,"longitude":0}',
    );
    expectFailure(answer, 'validation_failed', /^\/latitude must be/);
  });

  it('is not read of one who has no token', async () => {
    const answer = await fetch(`${app.url()}/api/devices`, { method: 'POST', body: 'x'.repeat(30_000) });
    expect(answer.status).to.equal(401);
    expect(await answer.json()).to.include({ code: 'token_missing' });
  });
});
