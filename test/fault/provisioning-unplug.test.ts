import { expect } from 'chai';
import { BENCHES, useInterruptedTrackers } from '../support/provisioning/interrupted-trackers.js';

describe('a tracker unplugged during its provisioning', function () {
  this.timeout(1_800_000);
  const { technician, startSession, resultOf, interruptEach } = useInterruptedTrackers();

  for (const bench of BENCHES) {
    it(`a ${bench.protocol} tracker unplugged at any message, with or without its power, is finished when it is back`, () =>
      interruptEach(bench, async (tracker, { step, turn, when }) => {
        tracker.onceHeard(step, () => {
          tracker.line.unplug();
          if (turn % 2 === 0) tracker.restart();
          tracker.line.replug();
        });
        const { id } = await startSession(tracker, turn);
        const { outcome, message } = await resultOf(id);
        await technician.end(id);
        expect(outcome, `${when}: ${message ?? ''}`).to.equal('verified');
      }));
  }
});
