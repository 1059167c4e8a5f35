import { expect } from 'chai';
import { english } from '../../../src/messages/english.js';
import type { Holder } from '../../../src/serial/linux/holders.js';
import { createConflictFinder } from '../../../src/serial/port/port-conflicts.js';
import { openVirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { join } from 'node:path';
import { useFolder } from '../../support/store/folder.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const gpsd: Holder = { pid: 612, name: 'gpsd', command: '/usr/sbin/gpsd', user: 'gpsd', sure: true };

function createFinder(holders: Readonly<Record<string, readonly Holder[]>>) {
  const { timers, advance } = createTestTimers();
  const scans: (readonly string[])[] = [];
  const findConflict = createConflictFinder({
    timers,
    findHoldersByPath(paths) {
      scans.push(paths);
      return Promise.resolve(new Map(Object.entries(holders)));
    },
  });
  return { findConflict, advance, scans };
}

describe('createConflictFinder', () => {
  const folder = useFolder();

  it('a conflict names the other program and the fix, and one scan serves all ports that open together', async () => {
    const { findConflict, advance, scans } = createFinder({ '/dev/null': [gpsd] });
    const conflicts = Promise.all([findConflict('/dev/null'), findConflict('/dev/zero')]);
    await advance(1_000);
    const [first, second] = await conflicts;
    expect(first && english(first)).to.match(
      /^gpsd \(pid 612, user gpsd\) also reads this port, and each program receives a part .*gpsd\.socket/,
    );
    expect(second).to.equal(null);
    expect(scans).to.deep.equal([['/dev/null', '/dev/zero']]);
  });

  it('a program that only may have the port open is not a conflict', async () => {
    const { findConflict, advance } = createFinder({ '/dev/null': [{ ...gpsd, sure: false }] });
    const conflict = findConflict('/dev/null');
    await advance(1_000);
    expect(await conflict).to.equal(null);
  });

  it('a pseudo-terminal is a conflict only with a well-known reader, because its creator also has it open', async () => {
    const line = openVirtualPort(join(folder(), 'line'));
    const creator: Holder = { ...gpsd, pid: 7, name: 'node', command: 'node main.js' };
    for (const [holders, expected] of [
      [[creator], null],
      [[creator, gpsd], /^gpsd \(pid 612/],
    ] as const) {
      const { findConflict, advance } = createFinder({ [line.path]: holders });
      const conflict = findConflict(line.path);
      await advance(1_000);
      const found = await conflict;
      if (expected === null) expect(found).to.equal(null);
      else expect(found && english(found)).to.match(expected);
    }
    line.close();
  });
});
