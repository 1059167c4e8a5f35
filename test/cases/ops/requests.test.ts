import { gzipSync, deflateSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Answer } from '../../support/api/client.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { useApp } from '../../support/gateway/app.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { requestsOf, sendBytes, sendRequest, type Answered, type OpsRequest } from '../../support/cases/send-ops.js';

describe('requests of real clients', () => {
  const app = useApp();
  const target = () => ({ url: app.url(), token: app.admin().token });
  const send = (one: OpsRequest, headers: Record<string, string> = {}): Promise<Answered> =>
    sendRequest(target(), one, headers);
  const errorOf = ({ status, body }: Answered): string => `${status} ${String(body.error)}`;
  const device = (hex: string): OpsRequest => ({ request: 'POST /api/devices', hex });
  const devices = async (): Promise<number> =>
    ((await app.call('GET', '/api/devices')).body.devices as unknown[]).length;
  const responses = (text: string): string[] => text.split(/(?=HTTP\/1\.1 \d)/);

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'd1' });
  });

  it('K4a: a body that is not UTF-8 is refused with a reason, however it is transferred, and nothing is stored', async () => {
    const before = await devices();
    const latin1 = requestsOf(opsCase('K4a'));
    for (const one of latin1)
      expect(errorOf(await send(one))).to.match(
        /^400 the body cannot be read: byte 23 is not UTF-8, so send the text in UTF-8$/,
      );
    const [{ hex = '' } = { hex: '' }] = latin1;
    const bytes = Buffer.from(hex, 'hex');
    for (const [encoding, packed] of [
      ['gzip', gzipSync(bytes)],
      ['deflate', deflateSync(bytes)],
    ] as const)
      expect(errorOf(await send(device(packed.toString('hex')), { 'Content-Encoding': encoding }))).to.match(
        /^400 .*byte 23 is not UTF-8/,
      );
    const chunked = await new Promise<Answer>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${app.admin().token}`, 'Content-Type': 'application/json' };
      const request = httpRequest(`${app.url()}/api/devices`, { method: 'POST', headers }, (response) => {
        void json(response).then((body) => {
          resolve(body as Answer);
        });
      });
      request.on('error', reject);
      request.write(bytes.subarray(0, 20));
      request.end(bytes.subarray(20));
    });
    expect(chunked.error).to.match(/byte 23 is not UTF-8/);
    // Cut in a letter, an overlong form, half of a pair in bytes, UTF-16.
    for (const wrong of ['c3', 'c0af', 'eda080', 'f5808080'])
      expect(
        errorOf(await send(device(Buffer.from(`{"id":"u1","name":"a`).toString('hex') + wrong + '227d'))),
      ).to.match(/^400 .*byte 21 is not UTF-8/);
    const utf16 = Buffer.from('\ufeff{"id":"u2"}', 'utf16le').toString('hex');
    expect(errorOf(await send(device(utf16)))).to.match(/^400 .*byte 1 is not UTF-8/);
    expect(await devices()).to.equal(before);
    const real = { request: 'POST /api/devices', body: '{"id":"u3","name":"\ufffd"}' };
    expect((await send(real)).status, 'U+FFFD itself').to.equal(201);
  });

  it('K5a: half a character and U+0000 are refused with the field, so every answer can be read by every JSON reader', async () => {
    const [alert] = requestsOf(opsCase('K5a'));
    if (alert === undefined) throw new Error('no request');
    expect(errorOf(await send(alert))).to.equal(
      '400 /alert/text has half a character, \\ud800: send both halves of its pair',
    );
    const post = (body: string): Promise<Answered> => send({ request: 'POST /api/devices', body });
    expect(errorOf(await post('{"id":"k5a","name":"a\\udc00"}'))).to.match(/^400 \/name has half a character, \\udc00/);
    expect(errorOf(await post('{"id":"k5b","name":"\\udc00\\ud800"}'))).to.match(/^400 \/name has half a character/);
    expect(errorOf(await post('{"id":"k5c","name":"a\\u0000"}'))).to.equal(
      '400 /name must not have the character U+0000',
    );
    const location = '"dateTime":"2026-11-20T08:00:00Z","latitude":52,"longitude":5';
    const inAttributes = `{"location":{${location},"attributes":{"a\\uD800":1}}}`;
    expect(errorOf(await send({ request: 'POST /api/devices/d1/locations', body: inAttributes }))).to.match(
      /^400 .*half a character/,
    );
    expect((await post('{"id":"k5d","name":"\\ud83d\\ude9b \\\\ud800"}')).status, 'a pair, and a backslash').to.equal(
      201,
    );
    const { body } = await app.call('GET', '/api/records?kinds=alert');
    expect(JSON.stringify(body)).to.not.match(/\\ud[89a-f]/i);
  });

  it('K10a: every label of UTF-8, and of a part of it, is taken', async () => {
    for (const [index, one] of requestsOf(opsCase('K10a')).entries())
      expect((await send({ ...one, body: `{"id":"k10-${index}","name":"Müller Straße"}` })).status).to.equal(201);
    for (const [index, type] of [
      'application/json;charset=unicode-1-1-utf-8',
      'application/json; charset=us-ascii',
      'application/json; charset=ANSI_X3.4-1968',
      "application/json; charset='utf-8'",
      'application/json; Charset=UTF-8; x=y',
      'application/json;',
      'application/json; charset=',
    ].entries()) {
      const answer = await send({ request: 'POST /api/devices', contentType: type, body: `{"id":"k10a-${index}"}` });
      expect(errorOf(answer), type).to.match(/^201 /);
    }
    const gzip = gzipSync('{"id":"k10b"}').toString('hex');
    const packed = { ...device(gzip), contentType: 'application/json;charset=utf8;' };
    expect((await send(packed, { 'Content-Encoding': 'gzip' })).status).to.equal(201);
  });

  it('K10d: a refused content type names the header and its value', async () => {
    const errors: string[] = [];
    for (const one of requestsOf(opsCase('K10d'))) errors.push(errorOf(await send(one)));
    const needed = 'the body must be application/json in UTF-8';
    expect(errors).to.deep.equal([
      `415 the header Content-Type is missing: ${needed}`,
      `415 the header Content-Type is text/plain: ${needed}`,
      `415 the header Content-Type is application/x-www-form-urlencoded: ${needed}`,
    ]);
    const latin1 = await send({
      request: 'POST /api/devices',
      contentType: 'application/json; charset=iso-8859-1',
      body: '{}',
    });
    expect(errorOf(latin1)).to.equal(`415 the header Content-Type is application/json; charset=iso-8859-1: ${needed}`);
  });

  it('K15a: a plus sign of an offset that a query has as a space is repaired', async () => {
    const [one] = requestsOf(opsCase('K15a'));
    if (one === undefined) throw new Error('no request');
    expect(errorOf(await send(one))).to.equal('200 null');
    for (const range of [
      'from=2026-11-26T10:00:00+0100&to=2026-11-26T12:00:00.5+01:00',
      'from=2026-11-26 10:00:00+01:00&to=2026-11-26T12:00:00%2B01:00',
    ])
      expect(errorOf(await send({ request: `GET /api/devices/d1/locations?${range.replace(' ', '%20')}` }))).to.equal(
        '200 null',
      );
    const wrong = await send({
      request: 'GET /api/devices/d1/locations?from=2026-11-26T10:00+01:00&to=2026-11-26T12:00:00Z',
    });
    expect(errorOf(wrong)).to.match(/^400 query: \/from must be an ISO 8601 time with its zone, as RFC 3339 writes it/);
  });

  for (const [id, rule, status] of [
    ['K15p0', 'a time may have more digits of a second than are stored', 201],
    ['K15p1', 'the usual other forms of an offset and of the letters are taken', 201],
    ['K15p2', 'a time without a zone, a number and other forms of a date are refused', 400],
    ['K15p3', 'numbers as text, numbers that are none and bytes behind the body are refused', 400],
  ] as const) {
    it(`${id}: ${rule}`, async () => {
      for (const one of requestsOf(opsCase(id))) {
        const answer = await send(one);
        expect(answer.status, one.body ?? one.hex).to.equal(status);
        if (status === 400) expect(answer.body.error).to.match(/\S \S/);
      }
    });
  }

  it('K15p4: the ways of old and simple clients to send a request are answered', async () => {
    expect(opsCase('K15p4').input).to.have.nested.property('requests.length', 5);
    const port = app.port();
    const head = (lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
    const body = '{"id":"old-1"}';
    const auth = `Authorization: Bearer ${app.admin().token}`;
    const post = ['Content-Type:application/json', auth, `Content-Length: ${body.length}`];
    const one = await sendBytes(port, head(['POST /api/devices HTTP/1.0', ...post]) + body, () => false);
    expect(one).to.match(/^HTTP\/1\.1 201 /);
    const expecting = head(['POST /api/devices HTTP/1.1', 'Host:localhost', ...post, 'Expect: 100-continue']);
    expect(await sendBytes(port, expecting + body.replace('1', '2'), (text) => text.includes('old-2'))).to.match(
      /HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 201 /,
    );
    const health = head(['GET /api/health HTTP/1.1', 'Host:localhost']).repeat(3);
    const three = await sendBytes(port, health, (text) => responses(text).length === 3);
    expect(responses(three)).to.have.lengthOf(3);
    const behind = head(['POST /api/devices HTTP/1.1', 'Host:localhost', ...post]) + body.replace('1', '3') + '\r\n';
    const next = head(['GET /api/health HTTP/1.1', 'Host: localhost']);
    const both = await sendBytes(port, behind + next, (text) => responses(text).length === 2);
    expect(responses(both).map((text) => text.slice(9, 12))).to.deep.equal(['201', '200']);
  });

  it('K15p5: a byte order mark before the JSON is ignored, plain and compressed', async () => {
    const [{ hex = '' } = { hex: '' }] = requestsOf(opsCase('K15p5'));
    const named = (id: string): Buffer => Buffer.from(Buffer.from(hex, 'hex').toString().replace('bom1', id));
    expect((await send(device(named('bom1').toString('hex')))).status).to.equal(201);
    for (const [encoding, packed] of [
      ['gzip', gzipSync(named('bom2'))],
      ['deflate', deflateSync(named('bom3'))],
    ] as const)
      expect((await send(device(packed.toString('hex')), { 'Content-Encoding': encoding })).status).to.equal(201);
  });

  it('K15p6: the forms of an address and of a local name in Host are taken', async () => {
    for (const { host = '' } of requestsOf(opsCase('K15p6'))) {
      const answer = await sendBytes(
        app.port(),
        `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        () => false,
      );
      expect(answer, host).to.match(/^HTTP\/1\.1 200 /);
    }
  });

  it('K15p7: other methods, paths and headers are answered, and 405 has Allow', async () => {
    const answers: string[] = [];
    for (const text of opsCase('K15p7').input as readonly string[]) {
      const [, method = '', path = ''] = /^(\w+) (\S+)/.exec(text) ?? [];
      const headers = {
        Authorization: `Bearer ${app.admin().token}`,
        ...(text.includes('Accept') && { Accept: 'text/html' }),
      };
      const { status, headers: received } = await fetch(`${app.url()}${path}`, { method, headers });
      answers.push(`${method} ${status}${status === 405 ? ` ${String(received.has('Allow'))}` : ''}`);
    }
    expect(answers).to.deep.equal(['HEAD 200', 'OPTIONS 200', 'GET 200', 'GET 200', 'POST 405 true', 'GET 200']);
  });

  it('K18a: HTTP/1.1 without Host, or with two, gets 400 with a reason', async () => {
    const { hex = '' } = opsCase('K18a').input as { hex?: string };
    const closing = (text: string): boolean => text.endsWith('}');
    const none = await sendBytes(app.port(), Buffer.from(hex, 'hex'), closing);
    expect(none).to.match(
      /^HTTP\/1\.1 400 [\s\S]*"error":"the header Host is missing: HTTP\/1\.1 needs it, with the address of the gateway"/,
    );
    const two = await sendBytes(
      app.port(),
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\nhost: other\r\n\r\n',
      closing,
    );
    expect(two).to.match(/^HTTP\/1\.1 400 [\s\S]*"error":"the header Host occurs more than once: send it once, with/);
  });

  it('K22a: an API key as Bearer reads, and one of another gateway gets a reason that names it', async () => {
    const read = { request: 'GET /api/devices' };
    expect(errorOf(await send(read, { Authorization: `Bearer ${TEST_KEY}` }))).to.equal('200 null');
    expect(errorOf(await send(read, { Authorization: `Bearer ${'x'.repeat(43)}` }))).to.equal(
      '401 this is an API key of another gateway, or it was revoked',
    );
    expect(errorOf(await send(read, { Authorization: 'Bearer abc' }))).to.equal(
      '401 this is no token: send one of POST /api/Auth/Token, or an API key of this gateway',
    );
  });

  it('K22b: an unknown field that is a known one in other letters is named', async () => {
    const [one] = requestsOf(opsCase('K22b'));
    if (one === undefined) throw new Error('no request');
    expect(errorOf(await send(one))).to.equal('400 /Location is not a known field: write location, in these letters');
    for (const [request, body, error] of [
      [
        'POST /api/devices/d1/locations',
        '{"location":{"date_time":"2026-11-26T10:55:00Z","latitude":52.5,"longitude":13.4}}',
        '/location/date_time is not a known field: write dateTime',
      ],
      ['POST /api/devices/d1/alerts', '{"Alert":{"Alerts":["SOSButton"]}}', '/Alert is not a known field: write alert'],
      ['POST /api/devices', '{"ID":"x1"}', '/ID is not a known field: write id'],
      ['POST /api/zones', '{"Name":"x","Shape":{}}', '/Name is not a known field: write name'],
    ] as const)
      expect(errorOf(await send({ request, body })), body).to.contain(`400 ${error}`);
  });
});
