import { expect } from 'chai';
import { failure, success, type Result } from '../../src/errors.js';
import { createEditQueue, MAX_EDITS_OF_USER, withCall, type Call } from '../../src/services/edits.js';
import type { RefusalKind } from '../../src/domain/refusals.js';
import { userOf } from '../support/api/users.js';

const client = { via: 'password', address: '192.168.1.20' } as const;

/** An edit queue that is busy until `release`. */
function createBusyQueue() {
  const noted: RefusalKind[] = [];
  const note = (kind: RefusalKind): void => {
    noted.push(kind);
  };
  const { edits, exclusive } = createEditQueue({ refusals: { note } });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  void exclusive(() => released);
  const done: string[] = [];
  const edit = (name: string, own: Partial<Call> = {}): Promise<Result<string>> => {
    const user = userOf(name);
    const call: Call = { isGone: () => false, isConfirmed: () => true, current: () => success(user), client, ...own };
    return edits(withCall(user, call), (current) => {
      done.push(current.name);
      return Promise.resolve(success(current.name));
    });
  };
  return {
    edit,
    exclusive,
    noted,
    done,
    release: () => {
      release();
    },
  };
}

describe('the queue of edits', () => {
  it('600 edits of one user delay the edit of another by two at most, and beyond the share are refused', async () => {
    const { edit, done, noted, release } = createBusyQueue();
    const many = Array.from({ length: 600 }, () => edit('greedy'));
    const other = edit('other');
    release();
    expect(await other).to.deep.equal(success('other'));
    expect(done.indexOf('other')).to.be.at.most(2);
    const refused = (await Promise.all(many)).filter((result) => !result.ok);
    expect(refused).to.have.lengthOf(600 - MAX_EDITS_OF_USER);
    expect(refused[0]).to.include({ code: 'rate_limited', retryAfter: 1 });
    expect(noted.filter((kind) => kind === 'edit_share')).to.have.lengthOf(600 - MAX_EDITS_OF_USER);
  });

  it('an edit of a closed connection is not made', async () => {
    const { edit, done, noted, release } = createBusyQueue();
    let isGone = false;
    const gone = edit('gone', { isGone: () => isGone });
    const stays = edit('stays');
    isGone = true;
    release();
    expect((await gone).ok).to.equal(false);
    expect(await stays).to.deep.equal(success('stays'));
    expect(done).to.deep.equal(['stays']);
    expect(noted).to.deep.equal(['edit_abandoned']);
  });

  it('the rights of the caller are those of the moment when the turn comes', async () => {
    const { edit, done, release } = createBusyQueue();
    let isEnded = false;
    const ended = failure('token_invalid', 'the token is no longer valid');
    const refused = edit('reader', { current: () => (isEnded ? ended : success(userOf('reader'))) });
    const renamed = edit('other', { current: () => success(userOf('renamed')) });
    isEnded = true;
    release();
    expect(await refused).to.deep.equal(ended);
    expect(await renamed).to.deep.equal(success('renamed'));
    expect(done).to.deep.equal(['renamed']);
  });

  it('a change of the gateway waits for one edit of users at most, and is never refused', async () => {
    const { edit, exclusive, done, release } = createBusyQueue();
    const edits = Array.from({ length: 10 }, (_, i) => edit(`user-${i}`));
    const own = Array.from({ length: 300 }, () => exclusive(() => Promise.resolve(done.push('gateway'))));
    release();
    await Promise.all([...edits, ...own]);
    expect(done.indexOf('gateway')).to.be.at.most(1);
    expect(done.filter((name) => name === 'gateway')).to.have.lengthOf(300);
    expect(done.slice(0, 20).filter((name) => name !== 'gateway')).to.have.lengthOf(10);
  });
});
