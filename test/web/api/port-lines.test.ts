import { expect } from 'chai';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import type { ApiFailure } from '../../../src/web/api/client.js';
import { streamPortLines } from '../../../src/web/api/port-lines.js';
import { emptyLog, MAX_LINES, withLine, withPause, type LineLog } from '../../../src/web/pages/ports/line-log.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestBrowserClock } from '../support.js';

const lineOf = (count: number): PortLine => ({ at: '2026-11-22T08:00:00.000Z', kind: 'more', count });
const blockOf = (count: number): string => `event: line\ndata: ${JSON.stringify(lineOf(count))}\n\n`;
const countsIn = (lines: LineLog['lines']): number[] =>
  lines.map(({ line }) => (line.kind === 'more' ? line.count : NaN));

/** A gateway whose responses the test sets. */
function listen() {
  const clock = createTestBrowserClock();
  const asked: string[] = [];
  const lines: PortLine[] = [];
  const ends: ApiFailure[] = [];
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer: { response: () => Response } = {
    response: () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            writer = controller;
          },
        }),
      ),
  };
  const world = { answer, live: 0 };
  const begin = () =>
    streamPortLines(
      {
        open: (path, _headers, signal) => {
          asked.push(path);
          signal.addEventListener('abort', () => writer?.error(new Error('aborted')));
          return Promise.resolve(answer.response());
        },
        clock,
        path: '/dev/serial/by-id/x y',
      },
      {
        onLive: () => (world.live += 1),
        onLine: (line) => void lines.push(line),
        onEnd: (failure) => void ends.push(failure),
      },
    );
  const say = (text: string): void => writer?.enqueue(new TextEncoder().encode(text));
  return { begin, say, close: () => writer?.close(), clock, asked, lines, ends, world };
}

describe('the lines of a port', () => {
  it('the page receives line by line, and the end when the connection breaks', async () => {
    const { begin, say, close, asked, lines, ends, world } = listen();
    begin();
    await eventually('it is asked for', () => asked.length === 1);
    expect(asked).to.deep.equal(['/api/ports/lines?path=%2Fdev%2Fserial%2Fby-id%2Fx%20y']);
    say('retry: 3000\n\n');
    await eventually('it is live', () => world.live > 0);
    say(blockOf(1) + blockOf(2).slice(0, 20));
    say(blockOf(2).slice(20));
    await eventually('both came', () => lines.length === 2);
    expect(lines).to.deep.equal([lineOf(1), lineOf(2)]);
    close();
    await eventually('it is over', () => ends.length === 1);
    expect(ends[0]?.code).to.equal('unreachable');
  });

  it('the stream ends after 40 s without any data', async () => {
    const { begin, say, clock, ends, world } = listen();
    begin();
    say(': \n\n');
    await eventually('it is live', () => world.live > 0);
    clock.advance(39_000);
    expect(ends).to.deep.equal([]);
    clock.advance(2_000);
    await eventually('it is over', () => ends.length === 1);
  });

  it('a refusal has its reason, and a viewer who left gets no callback', async () => {
    const refused = listen();
    refused.world.answer.response = () => Response.json({ code: 'forbidden', error: 'no' }, { status: 403 });
    refused.begin();
    await eventually('it is refused', () => refused.ends.length === 1);
    expect(refused.ends[0]).to.deep.equal({ ok: false, code: 'forbidden', text: 'no' });
    const left = listen();
    left.begin()();
    await eventually('it was asked', () => left.asked.length === 1);
    expect([left.ends, left.lines]).to.deep.equal([[], []]);
  });
});

describe('the log of a port', () => {
  const many = (count: number, log = emptyLog, from = 0): LineLog =>
    Array.from({ length: count }, (_, n) => lineOf(from + n)).reduce(withLine, log);

  it('the newest line comes first, and the log is bounded', () => {
    expect(countsIn(many(3).lines)).to.deep.equal([2, 1, 0]);
    expect(many(MAX_LINES + 50).lines).to.have.lengthOf(MAX_LINES);
    expect(countsIn(many(MAX_LINES + 50).lines)[0]).to.equal(MAX_LINES + 49);
  });

  it('a paused log stands still and shows the missed lines when it continues', () => {
    const paused = many(2, withPause(many(3), true), 3);
    expect([countsIn(paused.lines), countsIn(paused.held)]).to.deep.equal([
      [2, 1, 0],
      [4, 3],
    ]);
    const on = withPause(paused, false);
    expect([countsIn(on.lines), on.held]).to.deep.equal([[4, 3, 2, 1, 0], []]);
    const numbers = many(2, on, 5).lines.map(({ number }) => number);
    expect(numbers).to.deep.equal([6, 5, 4, 3, 2, 1, 0]);
  });
});
