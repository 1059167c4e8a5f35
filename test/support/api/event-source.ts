import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventually } from '../gateway/eventually.js';

/** An event as a browser receives it; `lastEventId` is the id that it would reconnect with. */
type ReceivedEvent = { readonly type: string; readonly data: unknown; readonly lastEventId: string };

export type EventSourceOptions = {
  readonly token?: string;
  readonly lastEventId?: number | string;
  /** all events by default */
  readonly path?: string;
};

/** A reader of server-sent events (WHATWG HTML, 9.2.6) that reconnects only on request. */
export type TestEventSource = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly received: readonly ReceivedEvent[];
  /** comments and fields that are neither event, data nor id */
  readonly others: readonly string[];
  readonly lastEventId: () => string;
  /** bytes read so far */
  readonly bytes: () => number;
  readonly isOver: () => boolean;
  /** pauses and resumes reading */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
  /** resolves with the next event of the type after those already awaited */
  readonly next: (type: string) => Promise<ReceivedEvent>;
};

export async function openEvents(url: string, options: EventSourceOptions = {}): Promise<TestEventSource> {
  const { sent, response } = await connect(`${url}${options.path ?? '/api/events'}`, options);
  const received: ReceivedEvent[] = [];
  const others: string[] = [];
  let lastEventId = '';
  let text = '';
  let bytes = 0;
  let over = false;
  let awaited = 0;

  response.setEncoding('utf8').on('data', (chunk: string) => {
    bytes += chunk.length;
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    blocks.forEach(take);
  });
  for (const end of ['end', 'error', 'close']) response.on(end, () => (over = true));

  function take(block: string): void {
    let type = 'message';
    let data = '';
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      if (field === 'event') type = value;
      else if (field === 'data') data += value;
      else if (field === 'id') lastEventId = value;
      else others.push(line);
    }
    if (data !== '') received.push({ type, data: JSON.parse(data), lastEventId });
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    received,
    others,
    lastEventId: () => lastEventId,
    bytes: () => bytes,
    isOver: () => over,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => sent.destroy(),
    async next(type) {
      const index = (): number => received.findIndex((one, at) => at >= awaited && one.type === type);
      await eventually(`an event ${type}`, () => index() >= 0);
      awaited = index() + 1;
      const found = received[awaited - 1];
      if (found === undefined) throw new Error('it was there');
      return found;
    },
  };
}

function connect(
  url: string,
  { token, lastEventId }: EventSourceOptions,
): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      resolve({ sent, response });
    });
    sent.on('error', reject);
    sent.end();
  });
}
