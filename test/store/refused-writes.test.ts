import { expect } from 'chai';
import { english } from '../../src/messages/english.js';
import type { GatewayMessage } from '../../src/messages/message.js';
import { ioMessages } from '../../src/store/messages.js';
import { createLog, type Log } from '../../src/store/log/log.js';
import { openFileAt } from '../../src/disk/durable.js';
import { createTestClock } from '../support/time/clock.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';

const sentenceOf = (problem: GatewayMessage | null): string | null => problem && english(problem);

describe('writes that the disk refuses', () => {
  const folder = useFolder();
  const problems: (string | null)[] = [];
  let failing: { readonly call: 'write' | 'sync' | 'open'; readonly code: string } | undefined;
  let room: GatewayMessage | null = null;

  const fail = (call: 'write' | 'sync' | 'open'): void => {
    if (failing?.call === call) throw Object.assign(new Error(`${failing.code}: ${call}`), { code: failing.code });
  };
  const open: typeof openFileAt = async (path, flags) => {
    fail('open');
    const file = await openFileAt(path, flags);
    return {
      ...file,
      async write(bytes, position) {
        fail('write');
        await file.write(bytes, position);
      },
      async sync() {
        fail('sync');
        await file.sync();
      },
    };
  };
  const createTestLog = (problem?: GatewayMessage): Log =>
    createLog({
      ...{ folder: folder(), clock: createTestClock(), segmentBytes: 1_000_000, next: 1, open, problem },
      onStored: () => undefined,
      onSegmentStarted: () => undefined,
      report: () => undefined,
      noRoom: () => room,
      onProblem: (one) => problems.push(sentenceOf(one)),
    });
  const appendTo = (log: Log): Promise<string> =>
    log.append([locationOf('bus', fixAt(1))]).then(
      () => 'stored',
      () => 'refused',
    );

  beforeEach(() => {
    problems.length = 0;
    failing = undefined;
    room = null;
  });

  for (const [call, code, words] of [
    ['write', 'ENOSPC', /^the disk is full/],
    ['sync', 'EIO', /^the disk is failing/],
    ['open', 'EROFS', /^the disk is read-only/],
  ] as const) {
    it(`${code} of ${call} is reported once when it begins and once when it ends`, async () => {
      const log = createTestLog();
      failing = { call, code };
      for (let count = 0; count < 5; count += 1) expect(await appendTo(log)).to.equal('refused');
      failing = undefined;
      for (let count = 0; count < 5; count += 1) expect(await appendTo(log)).to.equal('stored');
      expect(problems).to.have.length(2);
      expect(problems[0]).to.match(words);
      expect(problems[1]).to.equal(null);
      await log.close();
    });
  }

  it('a log that must leave room refuses at once, and a probe or the end of the problem needs no room', async () => {
    room = ioMessages.full();
    const log = createTestLog();
    expect([sentenceOf(log.problem()), problems]).to.deep.equal(['the disk is full', ['the disk is full']]);
    expect(await appendTo(log)).to.equal('refused');
    await log.probe();
    room = null;
    expect(log.problem()).to.equal(null);
    expect(await appendTo(log)).to.equal('stored');
    expect(problems).to.deep.equal(['the disk is full', null]);
    await log.close();
  });

  it('a disk that is read-only at the start is a problem until a write succeeds', async () => {
    const log = createTestLog(ioMessages.readOnly());
    expect(sentenceOf(log.problem())).to.match(/read-only/);
    await log.probe();
    expect(sentenceOf(log.problem())).to.match(/read-only/);
    expect(await appendTo(log)).to.equal('stored');
    expect(log.problem()).to.equal(null);
    await log.close();
  });
});
