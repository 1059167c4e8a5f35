import { expect } from 'chai';
import { createFeedClient } from '../../../src/web/api/feed-client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestBrowserClock } from '../support.js';

/** Responds like the gateway, one prepared stream per request; `asked` holds the event ids of the reconnects. */
function createScript(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const open = (_path: string, headers: Readonly<Record<string, string>>): Promise<Response> => {
    asked.push(headers['Last-Event-ID'] ?? '');
    const answer = answers.shift();
    return answer === undefined ? Promise.reject(new TypeError('nobody answers')) : Promise.resolve(answer());
  };
  return { asked, open };
}
const streamOf = (text: string) => () => new Response(text);

describe('the feed', () => {
  it('the client starts with the current state and reconnects where the stream broke off', async () => {
    const clock = createTestBrowserClock();
    const { asked, open } = createScript(
      streamOf(
        'event: location\ndata: {"deviceId":"a"}\n\nid: 7\n\nevent: location\nid: 8\ndata: {"deviceId":"b"}\n\n',
      ),
      streamOf('event: gap\ndata: {"from":9,"to":20}\n\nid: 20\n\n'),
    );
    const feed = createFeedClient({ open, clock, random: () => 0.5 });
    const received: [string, boolean][] = [];
    let gaps = 0;
    feed.on('location', ({ deviceId }, hasId) => received.push([deviceId, hasId]));
    feed.on('gap', () => gaps++);
    feed.start();
    feed.start();
    await eventually('it has broken off', () => feed.state.value === 'waiting');
    expect(received).to.deep.equal([
      ['a', false],
      ['b', true],
    ]);
    clock.advance(1_000);
    await eventually(
      'it has broken off again',
      () => asked.length === 2 && feed.state.value === 'waiting' && gaps === 1,
    );
    clock.advance(1_000);
    await eventually('it has asked again', () => asked.length === 3);
    expect(asked).to.deep.equal(['999999999999999', '8', '20']);
    feed.stop();
  });

  it('the client waits longer after each failed attempt, or as long as the gateway asks', async () => {
    const clock = createTestBrowserClock();
    const { asked, open } = createScript(() => new Response('', { status: 429, headers: { 'Retry-After': '30' } }));
    const feed = createFeedClient({ open, clock, random: () => 0.5 });
    feed.start();
    await eventually('it was refused', () => feed.state.value === 'waiting');
    clock.advance(29_999);
    expect(asked).to.have.lengthOf(1);
    clock.advance(1);
    expect(asked).to.have.lengthOf(2);
    feed.stop();
  });

  it('the seconds without any data are counted from the 12th on, and the connection is given up after 20', async () => {
    const clock = createTestBrowserClock();
    let send: (text: string) => void = () => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => {
          controller.enqueue(new TextEncoder().encode(text));
        };
      },
    });
    const { asked, open } = createScript(() => new Response(stream));
    let signal: AbortSignal | undefined;
    const feed = createFeedClient({
      open: (path, headers, given) => {
        signal = given;
        return open(path, headers);
      },
      clock,
      random: () => 0.5,
    });
    feed.start();
    send('id: 5\n\n');
    await eventually('it is live', () => feed.state.value === 'live');
    clock.advance(11_999);
    expect(feed.silentSeconds.value).to.equal(undefined);
    clock.advance(1);
    expect(feed.silentSeconds.value).to.equal(12);
    for (let second = 13; second <= 15; second += 1) {
      clock.advance(1_000);
      expect(feed.silentSeconds.value).to.equal(second);
    }
    send(':\n\n');
    await eventually('a heartbeat came', () => feed.silentSeconds.value === undefined);
    clock.advance(19_999);
    expect([feed.silentSeconds.value, signal?.aborted]).to.deep.equal([12, false]);
    clock.advance(1);
    expect(signal?.aborted).to.equal(true);
    feed.stop();
    expect(feed.silentSeconds.value).to.equal(undefined);
    expect(asked).to.have.lengthOf(1);
  });

  it('a stopped client emits nothing, and a new start begins with the current state', async () => {
    const clock = createTestBrowserClock();
    const { asked, open } = createScript(streamOf('id: 5\n\n'));
    const feed = createFeedClient({ open, clock, random: () => 0.5 });
    feed.start();
    await eventually('it has broken off', () => feed.state.value === 'waiting');
    feed.stop();
    clock.advance(100_000);
    expect(asked).to.have.lengthOf(1);
    expect(feed.state.value).to.equal('off');
    feed.start();
    expect(asked).to.deep.equal(['999999999999999', '999999999999999']);
    feed.stop();
  });
});
