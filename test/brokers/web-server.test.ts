import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { timers as realTimers, type Timers } from '../../src/time/clock.js';
import type { Sink } from '../../src/uplinks/sink.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { createTestMqttSink } from '../support/uplinks/mqtt-sink.js';
import { createTestNatsSink } from '../support/uplinks/nats-sink.js';
import { startNatsServer, useNatsServers } from '../support/uplinks/nats-server.js';
import { recordAt } from '../support/uplinks/rest-sink.js';
import { outcomesOf } from '../support/uplinks/scripted-server.js';

const PAGE = '<!doctype html><title>Router</title><p>Sign in</p>';
/** Waits pass this much faster, and are kept. */
const SPEED = 50;
/** Shorter ones are waits within one attempt. */
const MIN_RETRY_MS = 1_000;
const ATTEMPTS = 4;

/** A web server on the port where a broker is expected; it gives up a client that asks nothing, with a page. */
describe('a web server on the port of a broker', () => {
  const folder = useFolder();
  const own = useNatsServers();
  let server: Server;
  let connections = 0;
  let sink: Sink | undefined;

  async function listen(answersSilence: boolean): Promise<number> {
    connections = 0;
    const limits = answersSilence ? { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 } : {};
    server = createServer({ ...limits }, (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(PAGE);
    });
    server.on('connection', () => (connections += 1));
    server.on('clientError', (_error, socket) => {
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n`;
      if (socket.writable) socket.end(head + PAGE);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
  afterEach(async () => {
    await sink?.stop();
    sink = undefined;
    await close();
  });

  /** Timers that keep the waits between attempts. */
  function countedTimers(): { readonly timers: Timers; readonly waits: number[] } {
    const waits: number[] = [];
    const after = (ms: number, run: () => void): (() => void) => {
      waits.push(ms);
      return realTimers.after(ms / SPEED, run);
    };
    return { timers: { now: realTimers.now, after }, waits };
  }

  async function expectPatience(started: Sink, waits: readonly number[]): Promise<void> {
    const sent = await started.send('history', [recordAt(1), recordAt(2)]);
    expect(outcomesOf(sent), 'nothing counts as sent').to.deep.equal(['unknown', 'unknown']);
    expect(sent.pause).to.have.property('kind', 'retry');
    await eventually('it has tried again', () => connections >= ATTEMPTS);
    const between = waits.filter((ms) => ms >= MIN_RETRY_MS).length;
    expect(between, 'a wait follows each attempt').to.be.at.least(connections - 1);
    expect(started.status().connected).to.equal(false);
  }

  it('MQTT: the reason names that no broker answers, the records wait, and no attempt follows at once', async () => {
    const { timers, waits } = countedTimers();
    const port = await listen(true);
    sink = createTestMqttSink(`mqtt://127.0.0.1:${port}`, {}, { timers });
    sink.start(() => undefined);
    await eventually('the first attempt ends', () => sink?.status().reason !== 'not connected yet');
    expect(sink.status().reason).to.match(/127\.0\.0\.1:\d+ does not answer as a broker of MQTT 5 .*: check the url$/);
    await expectPatience(sink, waits);
  });

  it('NATS: the reason names that no NATS server answers, the records wait, and arrive once one is there', async () => {
    const { timers, waits } = countedTimers();
    const port = await listen(true);
    sink = createTestNatsSink({ url: `nats://127.0.0.1:${port}`, options: { timers } });
    sink.start(() => undefined);
    await eventually('the first attempt ends', () => sink?.status().reason !== null);
    expect(sink.status().reason).to.contain('what answers there is not a NATS server: check host and port of the url');
    await expectPatience(sink, waits);
    await close();
    await own(startNatsServer({ folder: folder(), port }));
    await eventually('it connects by itself', () => sink?.status().connected === true);
    expect(outcomesOf(await sink.send('history', [recordAt(1), recordAt(2)]))).to.deep.equal(['accepted', 'accepted']);
  });

  it('NATS: a server that waits in silence for a request is named as none of NATS', async () => {
    const port = await listen(false);
    sink = createTestNatsSink({ url: `nats://127.0.0.1:${port}`, options: { testing: true } });
    sink.start(() => undefined);
    await eventually('the attempt ends', () => sink?.status().reason !== null);
    expect(sink.status().reason).to.contain('no NATS server answered there in time: check host and port of the url');
  });
});
