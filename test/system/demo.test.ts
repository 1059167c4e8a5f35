import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { startDemo, type Demo } from '../support/gateway/demo.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { killAll } from '../support/gateway/waypost.js';

describe('the commands printed by the demo', () => {
  const folder = useFolder();
  let demo: Demo;

  /** The output of the commands, typed into a shell as printed. */
  const type = (): Record<string, unknown>[] =>
    execFileSync('bash', ['-c', demo.script], { encoding: 'utf8' })
      .split(/(?<=\})(?=\{"success")/)
      .map((answer) => JSON.parse(answer) as Record<string, unknown>);

  beforeEach(async () => {
    demo = await startDemo(folder());
  });
  afterEach(killAll);

  it('the printed commands list the devices, the locations of a vehicle and the state of the ports', async () => {
    await eventually('bus-1 is somewhere', () => type()[0]?.lastLocation instanceof Object);
    const [last, history, devices, ports, ...more] = type();
    expect(more).to.deep.equal([]);
    expect(last?.lastLocation).to.include.keys('dateTime', 'latitude', 'longitude', 'speed', 'course');
    expect(history?.locations).to.deep.include(last?.lastLocation).and.not.be.empty;
    expect(devices?.devices).to.have.length(4);
    expect(ports?.ports).to.have.length(6);
    for (const answer of [last, history, devices, ports]) expect(answer).to.include({ success: true });
  });
});
