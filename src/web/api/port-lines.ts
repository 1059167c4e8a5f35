import type { PortLine } from '../../schema/port-line.js';
import type { BrowserClock } from '../browser-clock.js';
import { failureOf, type Api, type CallFailure } from './client.js';
import { readBlocks } from './read-blocks.js';

export type LineListener = {
  /** the port is listened to from now on */
  readonly onLive: () => void;
  readonly onLine: (line: PortLine) => void;
  /** Nothing more comes: it broke off, or was refused. */
  readonly onEnd: (failure: CallFailure) => void;
};

export type PortLinesOptions = {
  readonly open: Api['open'];
  readonly clock: Pick<BrowserClock, 'after'>;
  readonly path: string;
};

/** Listens to what passes on a port; gives back what ends it, and then nothing is told any more. */
export function listenToPort({ open, clock, path }: PortLinesOptions, listener: LineListener): () => void {
  const own = new AbortController();
  let over = false;

  async function read(): Promise<CallFailure> {
    const response = await open(`/api/ports/lines?path=${encodeURIComponent(path)}`, {}, own.signal);
    if (!response.ok || response.body === null) return failureOf(response);
    await readBlocks({
      body: response.body,
      clock,
      own,
      onBlocks(blocks) {
        if (over) return;
        listener.onLive();
        for (const { event, data } of blocks) {
          if (event === 'line' && data !== '') listener.onLine(JSON.parse(data) as PortLine);
        }
      },
    });
    return unreachable;
  }

  read()
    .catch(() => unreachable)
    .then((failure) => {
      own.abort();
      if (!over) listener.onEnd(failure);
    })
    .catch(() => undefined);

  return () => {
    over = true;
    own.abort();
  };
}

const unreachable: CallFailure = { ok: false, code: 'unreachable', message: '' };
