import { checksOf } from '../support/cases/expectations.js';
import { startLiveGateway, type LiveGateway } from '../support/cases/live-run.js';
import { readSerialCases } from '../support/cases/serial-case.js';
import type { CaseOutcome } from '../support/cases/case-outcome.js';
import { killAll } from '../support/gateway/waypost.js';
import { useFolder } from '../support/store/folder.js';

/** Receivers that state the time of each write, on a machine whose clock is right. */
const cases = readSerialCases().filter(
  ({ input, configuration }) =>
    configuration.port !== undefined &&
    configuration.clock === undefined &&
    input.every(({ text = '' }) => text.includes('{now') || text.startsWith('$GPGSA')),
);

describe('inputs of receivers at a gateway process, by the real clock', function () {
  this.timeout(600_000);
  const folder = useFolder();
  const outcomes = new Map<string, Promise<CaseOutcome>>();
  let gateway: LiveGateway | undefined;

  after(async () => {
    await gateway?.stop();
    killAll();
  });

  for (const { id, protocol, class: kind, what, expected } of cases) {
    it(`${id} (${protocol}, ${kind}): ${what}`, async () => {
      gateway ??= await startLiveGateway(folder(), cases);
      // All at the same time, because they wait for most of theirs.
      const { run } = gateway;
      if (outcomes.size === 0) for (const one of cases) outcomes.set(one.id, run(one));
      const outcome = await outcomes.get(id);
      if (outcome === undefined) throw new Error(`${id} has not run`);
      for (const check of checksOf(expected, protocol)) check(outcome);
    });
  }
});
