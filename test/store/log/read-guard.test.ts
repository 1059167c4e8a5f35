import { expect } from 'chai';
import { english } from '../../../src/messages/english.js';
import { messageOf, WaypostError } from '../../../src/errors.js';
import type { RecordChange } from '../../../src/domain/records/record.js';
import { guardReads, isFileFault } from '../../../src/store/log/read-guard.js';
import { createLossLog, type ArrivalQuery, type Segment } from '../../../src/store/log/segment.js';
import { createUnreadableSegment } from '../../../src/store/log/unreadable-segment.js';
import { fixAt } from '../../support/store/records.js';

const QUERY: ArrivalQuery = { from: 3, to: 7, wants: () => true, limit: 10, maxBytes: 1_000 };
const RECORD: RecordChange = {
  kind: 'location',
  v: { deviceId: 'bus', location: fixAt(0), source: { protocol: 'http' } },
};
const errno = (code: string): Error => Object.assign(new Error(`${code}: of a test, read`), { code });

describe('guardReads', () => {
  /** A segment whose reads fail with `state.error`, if there is one. */
  function createBench() {
    const state = { error: undefined as Error | undefined, reads: 0, now: 0, takesMs: 0 };
    const answer = async <T>(value: T): Promise<T> => {
      await Promise.resolve();
      state.reads += 1;
      state.now += state.takesMs;
      if (state.error !== undefined) throw state.error;
      return value;
    };
    const open = (): Promise<Segment> => Promise.reject(new Error());
    const inner: Segment = {
      ...createUnreadableSegment({ from: 1, to: 9, bytes: 1, open, onOpened: () => undefined }),
      readArrivals: () => answer({ entries: [], bytes: 0, to: 7, lost: [] }),
      hasRecord: () => answer(true),
      verify: () => answer(null),
    };
    const { losses, report, withdraw } = createLossLog();
    const segment = guardReads(inner, 'one.jsonl', { report, repeats: { monotonic: () => state.now, withdraw } });
    return { state, losses, segment };
  }

  it('a failing file is a gap and has no record, its loss has name, reason and numbers, and is withdrawn once all was read', async () => {
    const { state, losses, segment } = createBench();
    state.error = errno('EIO');
    expect((await segment.readArrivals(QUERY)).lost).to.deep.equal([{ from: 3, to: 7 }]);
    expect(await segment.hasRecord(RECORD)).to.equal(false);
    const loss = 'one.jsonl cannot be read (the disk is failing: EIO: of a test, read): entries 1 to 9 are missing';
    expect(losses.map((one) => english(one))).to.deep.equal([`${loss} until it can`]);
    state.error = undefined;
    expect((await segment.readArrivals(QUERY)).lost).to.deep.equal([]);
    expect(losses).to.have.length(1);
    await segment.verify?.(0);
    expect(losses).to.deep.equal([]);
  });

  it('a short loose contact is no gap: the first failure is tried again', async () => {
    const { state, losses, segment } = createBench();
    state.error = errno('EIO');
    setTimeout(() => (state.error = undefined), 100);
    expect((await segment.readArrivals(QUERY)).lost).to.deep.equal([]);
    expect(losses).to.deep.equal([]);
  });

  it('readers wait for a slow failing disk at most a tenth of the time', async function () {
    const { state, segment } = createBench();
    Object.assign(state, { error: errno('EIO'), takesMs: 5_000 });
    await segment.readArrivals(QUERY);
    const { reads } = state;
    for (let second = 0; second < 49; second += 1) {
      state.now += 1_000;
      await segment.readArrivals(QUERY);
    }
    expect(state.reads).to.equal(reads);
    state.now += 2_000;
    await segment.readArrivals(QUERY);
    expect(state.reads).to.equal(reads + 1);
  });

  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM']) {
    it(`${code} is no fault of the file: the read is refused, to be tried again, and nothing counts as lost`, async () => {
      const { state, losses, segment } = createBench();
      state.error = errno(code);
      for (const read of [() => segment.readArrivals(QUERY), () => segment.hasRecord(RECORD)]) {
        const thrown = await Promise.resolve(read()).catch((error: unknown) => error);
        expect(thrown).to.be.instanceOf(WaypostError);
        expect(messageOf(thrown)).to.match(
          new RegExp(`^the store cannot be read at present \\((?:.*: )?${code}: .*\\): try again$`),
        );
      }
      expect(losses).to.deep.equal([]);
    });
  }

  it('a fault of the program is thrown', () => {
    for (const error of [new Error('x'), errno('EBADF'), errno('ERR_OUT_OF_RANGE'), new WaypostError('conflict', 'x')])
      expect(isFileFault(error), messageOf(error)).to.equal(false);
    for (const code of ['EIO', 'ENOENT', 'EACCES', 'EISDIR', 'ELOOP', 'ENOTREG', 'Unknown system error -117'])
      expect(isFileFault(errno(code)), code).to.equal(true);
  });
});
