import { expect } from 'chai';
import { createLogTail, MAX_TAIL_CHARS, MAX_TAIL_LINES } from '../../../src/log-tail.js';
import type { LogLine } from '../../../src/schema/system/log-line.js';
import { createLogLines } from '../../../src/services/system/log-lines.js';
import { timers } from '../../../src/time/clock.js';
import { userOf } from '../../support/api/users.js';

const lineOf = (level: number, msg: string, more: object = {}): string =>
  `${JSON.stringify({ level, time: '2026-11-21T08:00:00.000Z', msg, ...more })}\n`;

describe('the lines of the application log', () => {
  const refusals = { note: () => undefined };
  const setUp = () => {
    const tail = createLogTail();
    const readSecrets = (): Promise<string[]> => Promise.resolve(['mail-password']);
    return { tail, logLines: createLogLines({ tail, readSecrets, timers, refusals }) };
  };

  it('lines of a level and the more severe ones are listed, without secrets', async () => {
    const { tail, logLines } = setUp();
    tail.add(lineOf(30, 'sent to +34 600 000 001'));
    tail.add(lineOf(50, 'login failed', { reply: 'not mail-password', code: 5 }));
    tail.add(lineOf(20, 'detail'));
    const lines = await logLines.list({ level: 'info', limit: 10 });
    expect(lines.map(({ n, level, text, fields }) => [n, level, text, fields])).to.deep.equal([
      [1, 'info', 'sent to (removed)', ''],
      [2, 'error', 'login failed', 'reply=not (removed) code=5'],
    ]);
    expect(await logLines.list({ level: 'debug', limit: 1 })).to.have.lengthOf(1);
  });

  it('the last 1,000 lines are kept, and at most 512 KiB of them', async () => {
    const { tail, logLines } = setUp();
    for (let n = 1; n <= 5_000; n += 1) tail.add(lineOf(30, `line ${n}`));
    const lines = await logLines.list({ level: 'debug', limit: 1_000 });
    expect(lines).to.have.lengthOf(MAX_TAIL_LINES);
    expect(lines.at(-1)).to.include({ n: 5_000, text: 'line 5000' });
    for (let n = 0; n < 1_000; n += 1) tail.add(lineOf(30, 'x'.repeat(100_000)));
    const kept = tail.lines();
    expect(kept.reduce((sum, { text }) => sum + text.length, 0)).to.be.at.most(MAX_TAIL_CHARS);
    expect(kept.length).to.be.above(50);
  });

  it('a stream has the new lines, names how many a slow client missed, and ends with the gateway', async () => {
    const { tail, logLines } = setUp();
    const got: LogLine[] = [];
    let full = false;
    let ended = false;
    const receiver = {
      heartbeat: () => undefined,
      isFull: () => full,
      end: () => (ended = true),
      send: ({ data }: { data: LogLine }) => void got.push(data),
    };
    const caller = () => userOf('admin', { privileges: ['admin'] });
    const subscribed = await logLines.subscribe({ level: 'warn', receiver, caller, address: '192.0.2.1' });
    expect(subscribed.ok).to.equal(true);
    tail.add(lineOf(40, 'first'));
    tail.add(lineOf(30, 'below the level'));
    full = true;
    tail.add(lineOf(40, 'missed'));
    full = false;
    tail.add(lineOf(50, 'last'));
    expect(got.map(({ text, skipped }) => [text, skipped])).to.deep.equal([
      ['first', 0],
      ['last', 1],
    ]);
    logLines.stop();
    expect(ended).to.equal(true);
    tail.add(lineOf(50, 'after the end'));
    expect(got).to.have.lengthOf(2);
  });
});
