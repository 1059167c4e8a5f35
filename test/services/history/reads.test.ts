import { expect } from 'chai';
import { success, type Result } from '../../../src/errors.js';
import type { RefusalKind } from '../../../src/domain/refusals.js';
import { createReads, MAX_READS_OF_USER } from '../../../src/services/history/reads.js';
import { NO_REFUSALS } from '../../support/api/no-refusals.js';
import { userOf } from '../../support/api/users.js';

describe('createReads', () => {
  const [greedy, other] = [userOf('greedy'), userOf('other')];

  it('one query runs at a time, and the users take turns', async () => {
    const { history } = createReads({ refusals: NO_REFUSALS });
    const order: string[] = [];
    let running = 0;
    const query = (name: string) => async (): Promise<Result<string>> => {
      running += 1;
      expect(running).to.equal(1);
      await Promise.resolve();
      order.push(name);
      running -= 1;
      return success(name);
    };
    const results = await Promise.all([
      ...['g1', 'g2', 'g3'].map((name) => history(greedy, query(name))),
      history(other, query('o1')),
    ]);
    expect(results.every(({ ok }) => ok)).to.equal(true);
    expect(order).to.deep.equal(['g1', 'o1', 'g2', 'g3']);
  });

  it('a user with too many queries is refused, other users are not', async () => {
    const { history } = createReads({ refusals: NO_REFUSALS });
    let release = (): void => undefined;
    const blocked = new Promise<Result<number>>((resolve) => {
      release = () => {
        resolve(success(1));
      };
    });
    const first = history(greedy, () => blocked);
    await Promise.resolve();
    await Promise.resolve();
    const waiting = Array.from({ length: MAX_READS_OF_USER }, () => history(greedy, () => Promise.resolve(success(1))));
    const refused = await history(greedy, () => Promise.resolve(success(1)));
    expect(refused).to.include({ code: 'rate_limited', retryAfter: 1 });
    const served = history(other, () => Promise.resolve(success(2)));
    release();
    expect((await served).ok).to.equal(true);
    expect((await Promise.all([first, ...waiting])).every(({ ok }) => ok)).to.equal(true);
  });

  it('a query of a closed connection is not made', async () => {
    const noted: RefusalKind[] = [];
    const { history } = createReads({ refusals: { note: (kind) => noted.push(kind) } });
    let isGone = false;
    const done: string[] = [];
    const query = (name: string) => (): Promise<Result<string>> => {
      done.push(name);
      return Promise.resolve(success(name));
    };
    const gone = history(greedy, query('gone'), () => isGone);
    const stays = history(greedy, query('stays'), () => false);
    isGone = true;
    expect((await gone).ok).to.equal(false);
    expect(await stays).to.deep.equal(success('stays'));
    expect(done).to.deep.equal(['stays']);
    expect(noted).to.deep.equal(['read_abandoned']);
  });

  it('queries of closed connections make room for others', async () => {
    const { history } = createReads({ refusals: NO_REFUSALS });
    let isGone = false;
    const answer = (): Promise<Result<number>> => Promise.resolve(success(1));
    const gone = Array.from({ length: MAX_READS_OF_USER }, () => history(greedy, answer, () => isGone));
    isGone = true;
    expect((await history(greedy, answer)).ok).to.equal(true);
    expect((await Promise.all(gone)).every(({ ok }) => !ok)).to.equal(true);
  });

  it('a query that fails is followed by the next', async () => {
    const { history } = createReads({ refusals: NO_REFUSALS });
    const failed = history(greedy, () => Promise.reject(new Error('disk'))).catch((error: unknown) => String(error));
    expect(await failed).to.equal('Error: disk');
    expect((await history(greedy, () => Promise.resolve(success(1)))).ok).to.equal(true);
  });
});
