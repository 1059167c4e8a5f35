import { expect } from 'chai';
import type { RecordResult, SendResult, Sink } from '../../../src/uplinks/sink.js';
import {
  alertAt,
  createTestSink,
  recordAt,
  startSink,
  STORE,
  type TestSinkOptions,
} from '../../support/uplinks/rest-sink.js';
import { batches, json, outcomesOf, useScriptedServer, type Answering } from '../../support/uplinks/scripted-server.js';

const reasonOf = (result: RecordResult | undefined): string => (result?.outcome === 'refused' ? result.reason : '');

describe('the REST uplink', () => {
  const server = useScriptedServer();
  let sink: Sink | undefined;
  afterEach(() => sink?.stop());

  async function connect(options: Partial<TestSinkOptions> = {}): Promise<Sink> {
    sink = createTestSink({ url: server.url(), ...options });
    await startSink(sink);
    return sink;
  }
  const send = (to: Sink, count = 2): Promise<SendResult> =>
    to.send(
      'history',
      Array.from({ length: count }, (_, n) => recordAt(n + 1)),
    );
  const tokenCalls = (): number => server.received.filter(({ path }) => path === '/api/Auth/Token').length;

  describe('to another gateway', () => {
    it('records are sent in one compressed batch with the id of the store', async () => {
      const records = Array.from({ length: 100 }, (_, n) => recordAt(n + 1));
      server.answerBy({ '/api/records': batches(json(201, { accepted: 100, duplicates: 0, refused: [] })) });
      const to = await connect();
      expect(to.status()).to.deep.include({ connected: true, reason: null });
      expect(to.lanes).to.deep.equal(['alerts', 'live', 'history']);
      expect(outcomesOf(await to.send('history', records))).to.deep.equal(Array(100).fill('accepted'));
      const last = server.received.at(-1);
      expect(last?.body).to.deep.equal({ store: STORE, records });
      expect(last?.headers).to.include({ 'content-encoding': 'gzip', authorization: 'Bearer a-token' });
      expect(last?.bytes).to.be.below(JSON.stringify(records).length / 5);
      expect(server.received[1]?.body).to.deep.equal({ store: STORE, newest: 1_000_000, records: [] });
    });

    it('each record has its outcome', async () => {
      const refused = [{ id: `${STORE}:2`, code: 'not_found', error: 'device bus not found' }];
      server.answerBy({ '/api/records': batches(json(201, { accepted: 1, duplicates: 1, refused })) });
      const sent = await send(await connect(), 3);
      expect(outcomesOf(sent)).to.deep.equal(['repeated', 'refused', 'accepted']);
      expect(reasonOf(sent.results[1])).to.equal('device bus not found');
    });

    it('an answer that does not name what became of each record counts as none', async () => {
      const to = await connect();
      for (const body of [
        {},
        { accepted: 1, duplicates: 0, refused: [] },
        { accepted: 2, duplicates: 0, refused: [7] },
      ]) {
        server.answerBy({ '/api/records': batches(json(201, body)) });
        const sent = await send(to);
        expect(outcomesOf(sent)).to.deep.equal(['unknown', 'unknown']);
        expect(sent.pause).to.include({ kind: 'retry' });
      }
    });

    it('the status decides what is done with the batch', async () => {
      const error = { success: false, error: 'because' };
      for (const [status, kind] of [
        [400, 'refused'],
        [403, 'stop'],
        [409, 'stop'],
        [413, 'too-large'],
        [422, 'refused'],
        [429, 'retry'],
        [500, 'retry'],
        [503, 'retry'],
      ] as const) {
        server.answerBy({ '/api/records': batches(json(status, error)) });
        const sent = await send(await connect());
        await sink?.stop();
        expect(sent.pause?.kind, String(status)).to.equal(kind);
        expect(sent.pause?.reason, String(status)).to.contain('because');
        expect(outcomesOf(sent)).to.deep.equal(['unknown', 'unknown']);
      }
    });

    it('Retry-After is passed on, in seconds or as a date', async () => {
      for (const [header, ms] of [
        ['7', 7_000],
        ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
      ] as const) {
        server.answerBy({ '/api/records': batches(json(429, { error: 'slow down' }, { 'Retry-After': header })) });
        const sent = await send(await connect());
        await sink?.stop();
        expect(sent.pause).to.include({ kind: 'retry', retryAfter: ms });
      }
    });

    it('numbers that the far side has already stop the uplink, with the command of the far side', async () => {
      const error = 'run `waypost uplink reset NAME --new-generation`';
      server.answerBy({ '/api/records': json(409, { success: false, code: 'conflict', error }) });
      expect((await connect()).status()).to.deep.include({ connected: false, reason: error });
    });
  });

  describe('the token', () => {
    it('a token is renewed before it ends, and lanes at the same time share it', async () => {
      let now = Date.parse('2026-11-21T12:00:00Z');
      const expires = new Date(now + 100_000).toISOString();
      server.answerBy({
        '/api/Auth/Token': json(200, { token: 'short', expires }),
        '/api/records': batches(json(201, { accepted: 2, duplicates: 0, refused: [] })),
      });
      const to = await connect({ options: { now: () => now } });
      now += 79_000;
      await send(to);
      expect(tokenCalls()).to.equal(1);
      now += 2_000;
      await Promise.all([send(to), send(to), send(to)]);
      expect(tokenCalls()).to.equal(2);
    });

    it('a token is replaced once when it is refused, and a second refusal stops the uplink', async () => {
      let refusals = 1;
      const stored = json(201, { accepted: 2, duplicates: 0, refused: [] });
      server.answerBy({
        '/api/records': batches((one, response) => {
          refusals -= 1;
          (refusals >= 0 ? json(401, { success: false, error: 'token expired' }) : stored)(one, response);
        }),
      });
      const to = await connect();
      expect(outcomesOf(await send(to))).to.deep.equal(['accepted', 'accepted']);
      expect(tokenCalls()).to.equal(2);
      refusals = 99;
      expect((await send(to)).pause).to.include({ kind: 'stop' });
      expect(tokenCalls()).to.equal(3);
    });

    it('a sign-in that is refused names the user and what to set', async () => {
      server.answerBy({ '/api/Auth/Token': json(401, { success: false, error: 'invalid credentials' }) });
      const { connected, reason } = (await connect()).status();
      expect(connected).to.equal(false);
      expect(reason).to.contain('admin').and.to.contain('apiKey').and.to.contain('invalid credentials');
      expect(tokenCalls()).to.equal(1);
    });
  });

  describe('to the public service', () => {
    const LOCATIONS = '/api/devices/bus/locations';

    it('each location is one call, as its documentation shows, and there is no lane for alerts', async () => {
      server.answerBy({ [LOCATIONS]: json(200, { success: true, locations: [] }) });
      const to = await connect();
      expect(to.lanes).to.deep.equal(['live', 'history']);
      expect(to.status().connected).to.equal(true);
      expect(to.status().reason).to.contain('no call that stores alerts');
      expect(outcomesOf(await send(to))).to.deep.equal(['accepted', 'accepted']);
      const { location } = recordAt(1) as { location: { dateTime: string } };
      const calls = server.received.filter(({ path }) => path === LOCATIONS);
      expect(calls.map(({ body }) => body)).to.have.lengthOf(2);
      expect(calls[0]?.body).to.deep.equal({ from: location.dateTime, to: location.dateTime, location });
      const refused = await to.send('alerts', [alertAt(5)]);
      expect(outcomesOf(refused)).to.deep.equal(['refused']);
    });

    it('it is recognized by any answer that knows no records, also in HTML', async () => {
      for (const answering of [
        json(404, {}),
        json(405, {}),
        json(400, {}),
        ((_one, response) => {
          response.writeHead(404, { 'Content-Type': 'text/html' });
          response.end('<h1>Not found</h1>');
        }) satisfies Answering,
      ]) {
        server.answerBy({ '/api/records': answering });
        const to = await connect();
        await to.stop();
        expect(to.lanes).to.deep.equal(['live', 'history']);
      }
    });

    it('a device that is unknown there refuses its own locations, and the others go on', async () => {
      server.answerBy({
        [LOCATIONS]: json(200, { success: true }),
        '/api/devices/van/locations': json(404, { success: false, error: 'no such device' }),
      });
      const sent = await (await connect()).send('history', [recordAt(1), recordAt(2, 'van'), recordAt(3)]);
      expect(outcomesOf(sent)).to.deep.equal(['accepted', 'refused', 'accepted']);
      expect(reasonOf(sent.results[1])).to.equal('no such device');
      expect(sent.pause).to.equal(undefined);
    });

    it('429 ends the batch, and the next calls keep a distance that shrinks', async () => {
      let calls = 0;
      server.answerBy({
        [LOCATIONS]: (one, response) => {
          calls += 1;
          (calls === 2 ? json(429, { error: 'limit' }) : json(200, { success: true }))(one, response);
        },
      });
      const to = await connect({ speed: 10 });
      expect(to.limits.records).to.equal(50);
      const sent = await send(to, 5);
      expect(outcomesOf(sent)).to.deep.equal(['accepted']);
      expect(sent.pause).to.include({ kind: 'retry' });
      expect(to.limits.records).to.equal(20);
      expect(outcomesOf(await send(to, 5))).to.deep.equal(Array(5).fill('accepted'));
    });

    it('after a lost connection, locations that are stored there are found and not sent again', async () => {
      const { location } = recordAt(2) as { location: object };
      server.answerBy({ [LOCATIONS]: json(200, { success: true, locations: [location] }) });
      const to = await connect();
      const found = await to.findRepeated?.('history', undefined, [recordAt(1), recordAt(2), recordAt(3)]);
      expect(found).to.deep.equal({ repeated: new Set([`${STORE}:2`]) });
    });
  });
});
