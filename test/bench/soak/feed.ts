import { request, type ClientRequest } from 'node:http';

/** Reads the event stream as a page of the dashboard does: it connects again, and resumes after the last event. */

export type Feed = {
  readonly setToken: (token: string) => void;
  /** how many events of each type came */
  readonly events: () => Readonly<Record<string, number>>;
  readonly connected: () => number;
  readonly close: () => void;
};

/** as in `web/api/feed-client` */
const NO_EVENT_ID = '999999999999999';
const REACH = 10_000;
const RETRY_MS = 50;

export function openFeed(url: string, firstToken: string): Feed {
  const events = new Map<string, number>();
  let token = firstToken;
  let lastId = NO_EVENT_ID;
  let connected = 0;
  let sent: ClientRequest | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function take(line: string): void {
    if (line.startsWith('id: ')) lastId = line.slice(4);
    else if (line.startsWith('event: ')) events.set(line.slice(7), (events.get(line.slice(7)) ?? 0) + 1);
  }

  function again(): void {
    if (isClosed || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect();
    }, RETRY_MS);
  }

  function connect(): void {
    const headers = { Authorization: `Bearer ${token}`, 'Last-Event-ID': lastId };
    sent = request(`${url}/api/events?reach=${REACH}`, { headers, agent: false }, (answer) => {
      if (answer.statusCode === 200) connected += 1;
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (text + chunk).split('\n');
        text = lines.pop() ?? '';
        lines.forEach(take);
      });
      answer.on('error', () => undefined).on('close', again);
    });
    sent.on('error', again);
    sent.end();
  }

  connect();
  return {
    setToken(next) {
      token = next;
    },
    events: () => Object.fromEntries(events),
    connected: () => connected,
    close() {
      isClosed = true;
      clearTimeout(retry);
      sent?.destroy();
    },
  };
}
