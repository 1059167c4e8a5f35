import { expect } from 'chai';
import fc from 'fast-check';
import { checkShares, createOutboxTally, type Amount } from '../../../src/domain/messages/outbox-share.js';
import type { NewMessage } from '../../../src/schema/messages/message.js';
import { messageOf } from '../../support/channels/messages.js';

const BOUNDS: Amount = { count: 1_000, bytes: 1_000_000 };

const posted = (user: string, deviceId: string, chars = 20): NewMessage =>
  messageOf(deviceId, { cause: { user }, text: 'x'.repeat(chars) });
const alert = (deviceId: string, name: string, rule = 'all', chars = 100): NewMessage =>
  messageOf(deviceId, {
    cause: { rule, alert: { dateTime: '2026-11-22T08:00:00.000Z', alerts: [name] } },
    text: 'x'.repeat(chars),
  });

/** Queues each message that fits; the number of those accepted. */
function createQueue() {
  const tally = createOutboxTally();
  let accepted = 0;
  return {
    tally,
    offer(message: NewMessage): boolean {
      if (checkShares(message, BOUNDS, [tally]) !== undefined) return false;
      tally.add(String((accepted += 1)), message);
      return true;
    },
    /** Offers copies until one is refused; how many were accepted. */
    flood(message: NewMessage | ((index: number) => NewMessage)): number {
      const before = accepted;
      for (let index = 0; ; index++) {
        if (!this.offer(typeof message === 'function' ? message(index) : message)) return accepted - before;
      }
    },
    remove: (id: string) => {
      tally.remove(id);
    },
  };
}

describe('the shares of the outbox', () => {
  it('a user may have a fifth of what is open to posted messages, and another user has room next to them', () => {
    const queue = createQueue();
    expect(queue.flood(posted('ada', 'bus'))).to.equal(100);
    expect(queue.flood(posted('bob', 'van'))).to.be.within(60, 100);
  });

  it('a device cannot be used to get around the share of a user', () => {
    const queue = createQueue();
    const all = Array.from({ length: 30 }, (_, i) => queue.flood(posted(`user${i}`, 'bus')));
    // Each further user has room for the first message only: the share is that of the device.
    expect(all[0]).to.equal(100);
    expect(all.slice(1).every((count) => count <= 1)).to.equal(true);
  });

  it('posted messages never take more than half of the outbox', () => {
    const queue = createQueue();
    for (let i = 0; i < 600; i++) queue.flood(posted(`user${i}`, `device${i}`));
    expect(queue.tally.amountOf('posted').count).to.equal(500);
    expect(queue.offer(alert('bus', 'Door'))).to.equal(true);
  });

  it('a share counts bytes as well as messages', () => {
    const queue = createQueue();
    const count = queue.flood(posted('ada', 'bus', 10_000));
    expect(count).to.be.within(5, 10);
    expect(queue.tally.amountOf('user ada').bytes).to.be.at.most(BOUNDS.bytes * 0.1);
  });

  it('a device with invented alerts leaves room for the other alerts of the rule, and for its own SOS', () => {
    const queue = createQueue();
    expect(queue.flood((index) => alert('hostile', `A${index}`))).to.be.within(80, 90);
    expect(queue.flood((index) => alert('bus', `A${index}`))).to.be.within(70, 90);
    expect(queue.offer(alert('hostile', 'SOSButton'))).to.equal(true);
  });

  it('a rule that matches everything leaves room for another rule', () => {
    const queue = createQueue();
    for (let i = 0; i < 200; i++) queue.flood(alert(`device${i}`, 'Door', 'greedy'));
    expect(queue.tally.amountOf('rule greedy').count).to.be.within(390, 480);
    expect(queue.offer(alert('bus', 'Door', 'other'))).to.equal(true);
  });

  it('a fifth of the outbox is open to nothing but alerts that the API names', () => {
    const queue = createQueue();
    for (let i = 0; i < 300; i++) {
      queue.flood(posted(`user${i}`, `device${i}`));
      queue.flood(alert(`device${i}`, 'Door', `rule${i}`));
    }
    expect(queue.tally.amountOf('all').count).to.be.at.most(800);
    expect(queue.offer(alert('fresh', 'Door', 'fresh'))).to.equal(false);
    expect(queue.offer(alert('fresh', 'SOSButton', 'fresh'))).to.equal(true);
  });

  it('a message that left the queue frees its share', () => {
    const queue = createQueue();
    queue.flood(posted('ada', 'bus'));
    expect(queue.offer(posted('ada', 'bus'))).to.equal(false);
    queue.remove('1');
    queue.remove('1');
    expect(queue.offer(posted('ada', 'bus'))).to.equal(true);
  });

  it('a refusal names the owner and what they have waiting', () => {
    const queue = createQueue();
    queue.flood(posted('ada', 'bus'));
    const refusal = checkShares(posted('ada', 'bus'), BOUNDS, [queue.tally]);
    expect(refusal).to.deep.include({ owner: 'user' });
    expect(refusal?.waiting.count).to.equal(100);
  });

  it('no sequence of posts and alerts of one user and one device shuts out the first SOS of another device', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('post' as const), chars: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({
        kind: fc.constant('alert' as const),
        name: fc.oneof(
          fc.string({ minLength: 1, maxLength: 64 }),
          fc.constantFrom('SOSButton', 'GPSOff', 'BatteryLow'),
        ),
        chars: fc.integer({ min: 1, max: 1_024 }),
      }),
      fc.record({ kind: fc.constant('sent' as const), id: fc.integer({ min: 1, max: 400 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (steps, repeats) => {
        const queue = createQueue();
        for (let round = 0; round < repeats; round++) {
          for (const one of steps) {
            if (one.kind === 'post') queue.offer(posted('mallory', 'hostile', one.chars));
            else if (one.kind === 'alert') queue.offer(alert('hostile', one.name, 'everything', one.chars));
            else queue.remove(String(one.id));
          }
        }
        for (let recipient = 0; recipient < 3; recipient++) {
          expect(queue.offer(alert('victim', 'SOSButton', 'everything')), `recipient ${recipient}`).to.equal(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('hundreds of greedy devices leave room for the first SOS of one more', () => {
    const queue = createQueue();
    const names = ['SOSButton', 'GPSOff', 'BatteryLow', 'SpeedLimit'];
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 150; i++) queue.offer(alert(`device${i}`, names[round] ?? '', 'everything'));
    }
    expect(queue.offer(alert('victim', 'SOSButton', 'everything'))).to.equal(true);
  });
});
