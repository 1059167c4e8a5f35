import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { WaypostError } from '../../../src/errors.js';
import type { Entry } from '../../../src/schema/entry.js';
import { openFileAt } from '../../../src/disk/durable.js';
import { createLog, type Log } from '../../../src/store/log/log.js';
import type { RawSegment } from '../../../src/store/log/raw-segment.js';
import { recover } from '../../../src/store/log/recover.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';

type Call = 'open' | 'write' | 'sync' | 'truncate';

describe('createLog', () => {
  const folder = useFolder();
  /** calls in this set fail */
  const failing = new Set<Call>();
  const calls: Call[] = [];
  let stored: Entry[];
  let segments: RawSegment[];
  let log: Log;
  let clock: TestClock;

  const open: typeof openFileAt = async (path, flags) => {
    const call = <T>(name: Call, run: () => Promise<T>): Promise<T> => {
      calls.push(name);
      return failing.has(name) ? Promise.reject(Object.assign(new Error(`EIO: ${name}`), { code: 'EIO' })) : run();
    };
    const file = await call('open', () => openFileAt(path, flags));
    return {
      ...file,
      write: (bytes, position) => call('write', () => file.write(bytes, position)),
      sync: () => call('sync', () => file.sync()),
      truncate: (length) => call('truncate', () => file.truncate(length)),
    };
  };

  beforeEach(() => {
    failing.clear();
    calls.length = 0;
    stored = [];
    segments = [];
    mkdirSync(join(folder(), 'log'));
    clock = createTestClock();
    log = createLog({
      folder: join(folder(), 'log'),
      clock,
      segmentBytes: 1_000_000,
      next: 1,
      onStored: (entries) => void stored.push(...entries),
      onSegmentStarted: (started) => void segments.push(started),
      report: () => undefined,
      open,
    });
  });

  afterEach(async () => {
    await log.close();
    for (const segment of segments) await segment.close();
  });

  const add = (second: number): Promise<readonly Entry[]> => log.append([locationOf('bus', fixAt(second))]);
  const outcome = (append: Promise<unknown>): Promise<string> =>
    append.then(
      () => 'stored',
      (error: unknown) => (error instanceof WaypostError ? error.code : String(error)),
    );
  const recovered = async (): Promise<number[]> => {
    const tail: Entry[] = [];
    const { segments: found } = await recover(
      { path: join(folder(), 'log'), corruptSuffix: 'corrupt-test', report: () => undefined },
      { n: 0, keptFrom: null },
      (entries) => tail.push(...entries),
    );
    for (const segment of found) await segment.close();
    return tail.map(({ n }) => n);
  };

  /** Appends a location in each turn of the event loop. Each turn takes `ms`. */
  async function appendEachTurn(count: number, ms: number): Promise<void> {
    const appends: Promise<unknown>[] = [];
    for (let second = 0; second < count; second += 1) {
      // Before the append, so that the next one comes ahead of the log's turn.
      const turn = nextTurn();
      appends.push(add(second));
      await turn;
      clock.advance(ms);
    }
    await Promise.all(appends);
  }

  it('callers of the same moment share one sync', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, second) => add(second)));
    expect(calls.filter((call) => call === 'sync')).to.have.length(1);
    expect(stored).to.have.length(100);
  });

  it('callers of successive turns share one sync', async () => {
    await appendEachTurn(5, 0);
    expect(calls.filter((call) => call === 'sync')).to.have.length(1);
    expect(stored).to.have.length(5);
  });

  it('a group waits 5 ms at most for callers of further turns', async () => {
    await appendEachTurn(10, 2);
    expect(stored).to.have.length(10);
    expect(stored.filter(({ up }) => up === stored[0]?.up)).to.have.length(4);
  });

  it('a failed write changes nothing in memory, and writing resumes in the same segment', async () => {
    await add(1);
    failing.add('write');
    expect(await outcome(add(2))).to.equal('store_unavailable');
    expect(stored.map(({ n }) => n)).to.deep.equal([1]);
    expect(JSON.stringify(log.problem())).to.match(/EIO/);
    failing.clear();
    await add(3);
    expect(log.problem()).to.equal(null);
    expect(segments).to.have.length(1);
    expect(await recovered()).to.deep.equal([1, 2]);
  });

  it('a segment whose sync failed is never written to again', async () => {
    await add(1);
    failing.add('sync');
    expect(await outcome(add(2))).to.equal('store_unavailable');
    failing.clear();
    await add(3);
    expect(segments.map(({ first }) => first)).to.deep.equal([1, 2]);
    expect(await recovered()).to.deep.equal([1, 2]);
  });

  it('the number of the next segment voids what a failed write left in the previous one', async () => {
    await add(1);
    failing.add('sync').add('truncate');
    expect(await outcome(add(2))).to.equal('store_unavailable');
    failing.clear();
    await add(3);
    expect(readFileSync(join(folder(), 'log', '000000000001.jsonl'), 'utf8').split('\n')).to.have.length(3);
    expect(await recovered()).to.deep.equal([1, 2]);
    expect(stored.map((entry) => entry.kind === 'location' && entry.v.location)).to.deep.equal([fixAt(1), fixAt(3)]);
  });

  it('a new segment is started only when the log is ready for it, and appends wait until then', async () => {
    let release = (): void => undefined;
    const ready = new Promise<void>((resolve) => (release = resolve));
    const starts: number[] = [];
    const small = createLog({
      folder: join(folder(), 'log'),
      clock: createTestClock(),
      segmentBytes: 1,
      next: 1,
      ready: () => (starts.length === 0 ? Promise.resolve() : ready),
      onStored: (entries) => void stored.push(...entries),
      onSegmentStarted: (started) => {
        starts.push(started.first);
        segments.push(started);
      },
      report: () => undefined,
      open,
    });
    await small.append([locationOf('bus', fixAt(1))]);
    const second = small.append([locationOf('bus', fixAt(2))]);
    const closed = small.close();
    expect(starts).to.deep.equal([1]);
    release();
    await Promise.all([second, closed]);
    expect(starts).to.deep.equal([1, 2]);
    expect(stored.map(({ n }) => n)).to.deep.equal([1, 2]);
  });

  it('a probe resolves once earlier appends are stored, and writes nothing', async () => {
    const written = (): string => readFileSync(join(folder(), 'log', '000000000001.jsonl'), 'utf8');
    await add(1);
    const before = written();
    await log.probe();
    expect(written()).to.equal(before);
    expect(calls.filter((call) => call === 'sync')).to.have.length(2);
    const [, storedBefore] = await Promise.all([add(2), log.probe().then(() => stored.length)]);
    expect(storedBefore).to.equal(2);
    expect(
      calls.filter((call) => call === 'sync'),
      'one shared sync',
    ).to.have.length(3);
    expect(await recovered()).to.deep.equal([1, 2]);
  });

  it('a probe also resolves when the disk fails, and a successful one does not end the problem', async () => {
    await add(1);
    failing.add('write');
    expect(await outcome(add(2))).to.equal('store_unavailable');
    await log.probe();
    expect(JSON.stringify(log.problem())).to.match(/EIO/);
    failing.add('sync').add('open');
    await log.probe();
    await log.probe();
    failing.clear();
    await add(2);
    expect(log.problem()).to.equal(null);
    expect(await recovered()).to.deep.equal([1, 2]);
  });

  it('the first segment is started again if nothing in it counts', async () => {
    failing.add('sync').add('truncate');
    expect(await outcome(add(1))).to.equal('store_unavailable');
    failing.clear();
    await add(2);
    expect(await recovered()).to.deep.equal([1]);
  });

  it('appends fail while no segment can be started, and succeed as soon as one can', async () => {
    failing.add('open');
    expect(await outcome(add(1))).to.equal('store_unavailable');
    failing.clear();
    expect(await outcome(add(2))).to.equal('stored');
  });

  it('a closed log refuses every append', async () => {
    await log.close();
    expect(await outcome(add(1))).to.equal('store_unavailable');
  });
});
