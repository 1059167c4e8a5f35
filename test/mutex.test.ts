import { expect } from 'chai';
import { createMutex } from '../src/mutex.js';

describe('createMutex', () => {
  it('tasks run one after the other, in the order of the calls', async () => {
    const exclusive = createMutex();
    const steps: string[] = [];
    const task = (name: string, ticks: number) => async () => {
      steps.push(`${name} starts`);
      for (let i = 0; i < ticks; i++) await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([exclusive(task('a', 9)), exclusive(task('b', 1)), exclusive(task('c', 0))]);
    expect(results).to.deep.equal(['a', 'b', 'c']);
    expect(steps).to.deep.equal(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it('a failing task rejects only for its caller, and the next task runs', async () => {
    const exclusive = createMutex();
    const failing = exclusive(() => Promise.reject(new Error('not today')));
    const next = exclusive(() => Promise.resolve('fine'));
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: not today');
    expect(await next).to.equal('fine');
  });
});
