import { expect } from 'chai';
import fc from 'fast-check';
import { createLoginThrottle, type LoginThrottle } from '../../../src/services/accounts/login-throttle.js';
import { createTestClock, type TestClock } from '../../support/time/clock.js';

describe('createLoginThrottle', () => {
  let clock: TestClock;
  let throttle: LoginThrottle;
  const fail = (times: number, ...keys: string[]): void => {
    for (let i = 0; i < times; i++) throttle.onFailure(keys);
  };

  beforeEach(() => {
    clock = createTestClock();
    throttle = createLoginThrottle(() => clock.monotonic());
  });

  it('attempts need not wait until the tenth failure within a minute', () => {
    fail(9, 'a');
    expect(throttle.secondsToWait(['a'])).to.equal(0);
    fail(1, 'a');
    expect(throttle.secondsToWait(['a'])).to.equal(60);
    expect(throttle.secondsToWait(['b'])).to.equal(0);
  });

  it('the wait lasts until the oldest of ten failures is a minute ago, rounded up to whole seconds', () => {
    fail(1, 'a');
    clock.advance(20_000);
    fail(9, 'a');
    expect(throttle.secondsToWait(['a'])).to.equal(40);
    clock.advance(39_001);
    expect(throttle.secondsToWait(['a'])).to.equal(1);
    clock.advance(999);
    expect(throttle.secondsToWait(['a'])).to.equal(0);
    fail(1, 'a');
    expect(throttle.secondsToWait(['a'])).to.equal(20);
  });

  it('an attempt with several keys waits for the longest of their waits', () => {
    fail(10, 'a');
    clock.advance(10_000);
    fail(10, 'b');
    expect(throttle.secondsToWait(['a', 'b', 'c'])).to.equal(60);
    expect(throttle.secondsToWait(['a', 'c'])).to.equal(50);
    expect(throttle.secondsToWait([])).to.equal(0);
  });

  it('object members such as __proto__ are ordinary keys', () => {
    fail(10, '__proto__');
    expect(throttle.secondsToWait(['__proto__'])).to.be.greaterThan(0);
    expect(throttle.secondsToWait(['constructor'])).to.equal(0);
  });

  it('10,000 keys are remembered, and the key with the oldest last failure is forgotten first', () => {
    fail(10, 'first');
    fail(10, 'kept');
    for (let i = 0; i < 9_998; i++) throttle.onFailure([`name ${i}`]);
    expect(throttle.secondsToWait(['first'])).to.equal(60);
    fail(1, 'kept');
    throttle.onFailure(['one more']);
    expect(throttle.secondsToWait(['first'])).to.equal(0);
    expect(throttle.secondsToWait(['kept'])).to.equal(60);
  });

  it('a wait lasts at most a minute, and needs ten failures within the last minute', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30_000), { maxLength: 60 }), (gaps) => {
        const own = createTestClock();
        const attempted = createLoginThrottle(() => own.monotonic());
        const failures: number[] = [];
        for (const gap of gaps) {
          own.advance(gap);
          const recent = failures.filter((at) => at > own.monotonic() - 60_000).length;
          const wait = attempted.secondsToWait(['a']);
          expect(wait > 0).to.equal(recent >= 10);
          expect(wait).to.be.within(0, 60);
          if (wait > 0) continue;
          attempted.onFailure(['a']);
          failures.push(own.monotonic());
        }
      }),
    );
  });
});
