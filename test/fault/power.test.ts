import { expect } from 'chai';
import { useFolder } from '../support/folder.js';
import { campaign, describeOutcome, type Outcome, type Subject } from './power/campaign.js';
import { compileShim } from './power/shim.js';
import { ours, stockLowdb, withoutSync } from './power/subjects.js';

const STATES = Number(process.env.WAYPOST_POWER_STATES ?? 400);
const CONTROL_STATES = 120;

describe('a power cut', () => {
  const folder = useFolder();

  async function run(name: string, subject: Subject, states: number): Promise<Outcome> {
    const shim = await compileShim(folder());
    const outcome = await campaign({ shim, subject, states, acknowledgements: 40 });
    console.log(describeOutcome(name, outcome));
    return outcome;
  }

  it(`at ${STATES} places loses nothing acknowledged, cuts no batch, invents nothing`, async function () {
    this.timeout(60_000 + STATES * 200);
    const { bad, examples, acknowledged } = await run('the store', ours, STATES);
    expect(examples.slice(0, 10)).to.deep.equal([]);
    expect(bad).to.equal(0);
    expect(acknowledged).to.be.greaterThan(200);
  });

  it('is told from a good one: the same store on a disk that does not sync loses what it acknowledged', async () => {
    const { faults } = await run('no sync', withoutSync, CONTROL_STATES);
    expect(faults.get('lost')).to.be.greaterThan(CONTROL_STATES / 10);
  });

  it('is told from a good one: lowdb as it comes loses records or does not start', async () => {
    const { faults } = await run('stock lowdb', stockLowdb, CONTROL_STATES);
    expect(faults.get('lost')).to.be.greaterThan(CONTROL_STATES / 10);
    expect(faults.get('does not start')).to.be.greaterThan(CONTROL_STATES / 10);
  });
});
