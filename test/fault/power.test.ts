import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';
import { campaign, describeOutcome, inspect, type Outcome, type Subject } from './power/campaign.js';
import { cutsOf } from './power/cuts.js';
import { EMPTY_DISK } from './power/disk.js';
import { record } from './power/recording.js';
import { compileShim } from './power/shim.js';
import { alertRules, alertsApart, stockLowdb, storeWithoutSync, waypostStore } from './power/subjects.js';
import { verdict } from './power/verdict.js';

const STATES = Number(process.env.WAYPOST_POWER_STATES ?? 400);
const ALERT_STATES = Math.ceil(STATES / 4);
const CONTROL_STATES = 120;

describe('a power cut', () => {
  const folder = useFolder();

  async function run(name: string, subject: Subject, states: number): Promise<Outcome> {
    const shim = await compileShim(folder());
    const outcome = await campaign({ shim, subject, states, acknowledgements: 40 });
    console.log(describeOutcome(name, outcome));
    return outcome;
  }

  it(`a power cut at ${STATES} points loses nothing acknowledged, cuts no batch and invents nothing`, async function () {
    this.timeout(this.timeout() + STATES * 200);
    const { bad, examples, acknowledged, backups } = await run('the store', waypostStore, STATES);
    expect(examples.slice(0, 10)).to.deep.equal([]);
    expect(bad).to.equal(0);
    expect(acknowledged).to.be.greaterThan(200);
    expect(backups).to.be.greaterThan(5);
  });

  it(`after a power cut at ${ALERT_STATES} points, the alerts, rules and visits are exactly those of the stored records`, async function () {
    this.timeout(this.timeout() + ALERT_STATES * 400);
    const { bad, examples, acknowledged } = await run('alert rules', alertRules, ALERT_STATES);
    expect(examples.slice(0, 10)).to.deep.equal([]);
    expect(bad).to.equal(0);
    expect(acknowledged).to.be.greaterThan(200);
  });

  it('the suite detects alerts that are stored after their records', async () => {
    const { faults } = await run('alerts apart', alertsApart, CONTROL_STATES / 2);
    expect(faults.get('lost')).to.be.greaterThan(CONTROL_STATES / 20);
  });

  it('a power cut after a kill between a write and its sync loses nothing that the next start has shown', async () => {
    const shim = await compileShim(folder());
    for (let killedAfter = 20; killedAfter < 26; killedAfter++) {
      const killed = { acknowledgements: 30, firstSequence: 1, seed: 1, killedAfter };
      const next = { acknowledgements: 3, firstSequence: 2001, seed: 2 };
      const log = await record({
        shim,
        program: waypostStore.program,
        lying: false,
        start: EMPTY_DISK,
        runs: [killed, next],
      });
      const shown = cutsOf({ start: EMPTY_DISK, notes: [], log, seed: 1, draws: 0 }).filter(
        ({ model, notes }) => model === 'strict' && notes.filter(({ what }) => what === 'found').length === 2,
      );
      for (const cut of shown.slice(0, 3)) {
        expect(
          verdict(await inspect(waypostStore, cut), cut.notes),
          `killed after ${killedAfter} changes`,
        ).to.deep.equal([]);
      }
    }
  });

  it('the suite detects a disk that does not sync: the same store loses what it acknowledged', async () => {
    const { faults } = await run('no sync', storeWithoutSync, CONTROL_STATES);
    expect(faults.get('lost')).to.be.greaterThan(CONTROL_STATES / 10);
    expect(faults.get('backup')).to.be.greaterThan(CONTROL_STATES / 10);
  });

  it('the suite detects stock lowdb, which loses records or does not start', async () => {
    const { faults } = await run('stock lowdb', stockLowdb, CONTROL_STATES);
    expect(faults.get('lost')).to.be.greaterThan(CONTROL_STATES / 10);
    expect(faults.get('does not start')).to.be.greaterThan(CONTROL_STATES / 10);
  });
});
