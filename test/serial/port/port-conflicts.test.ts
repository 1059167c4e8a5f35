import { expect } from 'chai';
import type { Holder } from '../../../src/serial/linux/holders.js';
import { createConflictFinder } from '../../../src/serial/port/port-conflicts.js';
import { openVirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { join } from 'node:path';
import { useFolder } from '../../support/folder.js';
import { createTestTimers } from '../../support/test-timers.js';

const gpsd: Holder = { pid: 612, name: 'gpsd', command: '/usr/sbin/gpsd', user: 'gpsd', sure: true };

function shared(holders: Readonly<Record<string, readonly Holder[]>>) {
  const { timers, advance } = createTestTimers();
  const walks: (readonly string[])[] = [];
  const findConflict = createConflictFinder({
    timers,
    findHoldersByPath(paths) {
      walks.push(paths);
      return Promise.resolve(new Map(Object.entries(holders)));
    },
  });
  return { sharing: findConflict, advance, walks };
}

describe('a port that is shared', () => {
  const folder = useFolder();

  it('says with whom, and what to do; those opened together are looked at in one walk', async () => {
    const { sharing: findConflict, advance, walks } = shared({ '/dev/null': [gpsd] });
    const told = Promise.all([findConflict('/dev/null'), findConflict('/dev/zero')]);
    await advance(1_000);
    const [first, second] = await told;
    expect(first).to.match(
      /^gpsd \(pid 612, user gpsd\) reads this port too, and each of you gets a part .*gpsd\.socket/,
    );
    expect(second).to.equal(null);
    expect(walks).to.deep.equal([['/dev/null', '/dev/zero']]);
  });

  it('is not what only may be', async () => {
    const { sharing: findConflict, advance } = shared({ '/dev/null': [{ ...gpsd, sure: false }] });
    const told = findConflict('/dev/null');
    await advance(1_000);
    expect(await told).to.equal(null);
  });

  it('is no pseudo-terminal, which its maker holds as well', async () => {
    const { sharing: findConflict, advance, walks } = shared({});
    const line = openVirtualPort(join(folder(), 'line'));
    const told = findConflict(line.path);
    await advance(1_000);
    expect(await told).to.equal(null);
    line.close();
    expect(walks).to.deep.equal([]);
  });
});
