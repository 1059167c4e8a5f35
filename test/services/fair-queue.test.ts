import { expect } from 'chai';
import { createFairQueue, type LaneBounds } from '../../src/services/fair-queue.js';

const ROOMY: LaneBounds = { max: 100, maxOfShare: 100 };

/** A queue whose tasks end one by one; `order` lists those that started. */
function createSteps(bounds: LaneBounds, others: LaneBounds = ROOMY) {
  const queue = createFairQueue({ main: bounds, other: others });
  const order: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const all: Promise<unknown>[] = [];
  const add = (name: string, lane: 'main' | 'other' = 'main', isGone = () => false): void => {
    const [share = ''] = name;
    const task = () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    all.push(queue.run(lane, { share, task, refuse: () => void refused.push(name), isGone }));
  };
  const finish = async (): Promise<readonly string[]> => {
    const ticks = async (): Promise<void> => {
      for (let i = 0; i < 9; i++) await Promise.resolve();
    };
    await ticks();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await ticks();
    }
    await Promise.all(all);
    return order;
  };
  return { add, finish, refused, order };
}

describe('createFairQueue', () => {
  it('one task runs at a time, in the order of the calls of one share', async () => {
    const steps = createSteps(ROOMY);
    for (const name of ['a1', 'a2', 'a3']) steps.add(name);
    await Promise.resolve();
    await Promise.resolve();
    expect(steps.order).to.deep.equal(['a1']);
    expect(await steps.finish()).to.deep.equal(['a1', 'a2', 'a3']);
  });

  it('shares take turns, so the second waits for two tasks of the first at most', async () => {
    const steps = createSteps(ROOMY);
    for (let i = 0; i < 5; i++) steps.add(`a${i}`);
    for (const name of ['b0', 'b1', 'c0']) steps.add(name);
    expect(await steps.finish()).to.deep.equal(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it('the two lanes take turns', async () => {
    const steps = createSteps(ROOMY);
    for (let i = 0; i < 4; i++) steps.add(`a${i}`);
    for (let i = 0; i < 3; i++) steps.add(`x${i}`, 'other');
    expect(await steps.finish()).to.deep.equal(['a0', 'x0', 'a1', 'x1', 'a2', 'x2', 'a3']);
  });

  it('a share has a bound of its own', async () => {
    const steps = createSteps({ max: 10, maxOfShare: 2 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b0']) steps.add(name);
    expect(steps.refused).to.deep.equal(['a2', 'a3']);
    expect(await steps.finish()).to.deep.equal(['a0', 'b0', 'a1']);
  });

  it('the newest task of the greediest share gives way in a full lane', async () => {
    const steps = createSteps({ max: 4, maxOfShare: 4 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) steps.add(name);
    for (const name of ['b0', 'c0', 'd0', 'd1', 'e0']) steps.add(name);
    expect(steps.refused).to.deep.equal(['a4', 'a3', 'a2', 'a1', 'd1', 'e0']);
    expect(await steps.finish()).to.deep.equal(['a0', 'b0', 'c0', 'd0']);
  });

  it('tasks whose client has gone give way to any other', async () => {
    const steps = createSteps({ max: 2, maxOfShare: 2 });
    let isGone = false;
    steps.add('a0');
    steps.add('a1', 'main', () => isGone);
    steps.add('b0', 'main', () => isGone);
    steps.add('c0');
    isGone = true;
    steps.add('d0');
    expect(steps.refused).to.deep.equal(['a1', 'c0', 'b0']);
    expect(await steps.finish()).to.deep.equal(['a0', 'd0']);
  });

  it('a failing task rejects only for its caller, and the next task runs', async () => {
    const queue = createFairQueue({ main: ROOMY });
    const turn = { share: 'a', refuse: () => 'refused' };
    const failing = queue.run('main', { ...turn, task: () => Promise.reject(new Error('not today')) });
    const next = queue.run('main', { ...turn, task: () => Promise.resolve('fine') });
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: not today');
    expect(await next).to.equal('fine');
  });
});
