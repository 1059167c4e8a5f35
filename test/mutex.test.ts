import { expect } from 'chai';
import { createMutex } from '../src/mutex.js';

describe('turns', () => {
  it('are taken one after the other, in the order they were asked for', async () => {
    const exclusive = createMutex();
    const steps: string[] = [];
    const task = (name: string, ticks: number) => async () => {
      steps.push(`${name} begins`);
      for (let i = 0; i < ticks; i++) await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([exclusive(task('a', 9)), exclusive(task('b', 1)), exclusive(task('c', 0))]);
    expect(results).to.deep.equal(['a', 'b', 'c']);
    expect(steps).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('go on after one that fails, whose failure is its caller’s alone', async () => {
    const exclusive = createMutex();
    const failing = exclusive(() => Promise.reject(new Error('not today')));
    const next = exclusive(() => Promise.resolve('fine'));
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: not today');
    expect(await next).to.equal('fine');
  });
});
