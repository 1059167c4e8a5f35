import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createEventStream } from '../../src/http/event-stream.js';
import type { FeedEvent } from '../../src/services/events/feed-event.js';
import { fixAt } from '../support/store/records.js';

const location = (id: number): FeedEvent => ({
  type: 'location',
  id,
  data: { deviceId: 'bus', location: { ...fixAt(id), warningTexts: ['two\nlines'] } },
});

describe('createEventStream', () => {
  it('events are written in the standard format, in order, with one line of data each', async () => {
    const stream = createEventStream();
    stream.send(location(7));
    stream.send({ type: 'gap', data: { from: 8, to: 9 } });
    stream.heartbeat();
    stream.send({ type: 'mark', id: 9 });
    const read = text(stream.readable);
    await stream.drained();
    stream.end();
    const [retry, first, ...rest] = (await read).split('\n\n');
    expect(retry).to.equal('retry: 3000');
    const [event, id, data = '', ...more] = first?.split('\n') ?? [];
    expect([event, id, more]).to.deep.equal(['event: location', 'id: 7', []]);
    expect(JSON.parse(data.replace('data: ', ''))).to.deep.equal(dataOf(location(7)));
    expect(rest).to.deep.equal(['event: gap\ndata: {"from":8,"to":9}', ': ', 'id: 9', '']);
  });

  it('a stream is full with a quarter of a megabyte buffered, and drained once it is read', async () => {
    const stream = createEventStream();
    let sent = 0;
    while (!stream.isFull()) stream.send(location(sent++));
    expect(sent).to.be.within(1_000, 2_000);
    let drained = false;
    const draining = stream.drained().then(() => (drained = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([stream.isFull(), stream.isDrained(), drained]).to.deep.equal([true, false, false]);
    stream.readable.resume();
    await draining;
    expect([stream.isFull(), stream.isDrained()]).to.deep.equal([false, true]);
  });

  it('a stream ends at once if the client does not read, and drained() resolves', async () => {
    const stream = createEventStream();
    let closed = false;
    stream.onClose(() => (closed = true));
    stream.send(location(1));
    const draining = stream.drained();
    stream.end();
    await draining;
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).to.equal(true);
    stream.send(location(2));
    expect(stream.readable.destroyed).to.equal(true);
  });
});

const dataOf = (event: FeedEvent): unknown => ('data' in event ? event.data : undefined);
