import { expect } from 'chai';
import { BENCHES, useInterruptedTrackers } from '../support/provisioning/interrupted-trackers.js';

describe('a gateway killed during provisioning', function () {
  this.timeout(1_800_000);
  const { technician, startSession, resultOf, interruptEach, serve, kill } = useInterruptedTrackers();

  for (const bench of BENCHES) {
    it(`a gateway killed at any message to a ${bench.protocol} tracker finishes it after its restart`, () =>
      interruptEach(bench, async (tracker, { step, turn, when }) => {
        const killed = new Promise<void>((resolve) => {
          tracker.onceHeard(step, () => {
            void kill().then(() => {
              resolve();
            });
          });
        });
        // Without a response, because the gateway was killed before it, the client looks up the running session.
        const started = await startSession(tracker, turn).catch(() => undefined);
        await killed;
        await serve(tracker);
        const id = started?.id ?? (await technician.underWay());
        const { outcome, message } = await resultOf(id);
        await technician.end(id);
        expect(['verified', 'unchanged'], `${when}: ${message ?? ''}`).to.include(outcome);
      }));
  }
});
