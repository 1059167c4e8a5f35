import { expect } from 'chai';
import { EXAMPLE_TIME } from '../support/cases/case-gateway.js';
import { checksOf } from '../support/cases/expectations.js';
import { renderWrite } from '../support/cases/render-write.js';
import { runCase } from '../support/cases/run-case.js';
import { readSerialCases } from '../support/cases/serial-case.js';

describe('inputs of trackers and receivers', () => {
  const cases = readSerialCases();

  for (const serialCase of cases) {
    const { id, protocol, class: kind, what, expected } = serialCase;
    it(`${id} (${protocol}, ${kind}): ${what}`, async () => {
      const checks = checksOf(expected, protocol);
      const outcome = await runCase(serialCase);
      for (const check of checks) check(outcome);
    });
  }

  it('the templates give the bytes of the examples', () => {
    const times = { t: EXAMPLE_TIME, now: EXAMPLE_TIME };
    const withExample = cases.filter(({ example }) => example !== undefined);
    for (const { id, input, example } of withExample) {
      const rendered = input.map((write) =>
        renderWrite(write, times).toString(write.hex === undefined ? 'latin1' : 'hex'),
      );
      expect(rendered, id).to.deep.equal(example);
    }
    expect(withExample).to.not.be.empty;
  });
});
