import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { messageOf } from '../../src/errors.js';
import { lockFolder } from '../../src/store/lock.js';
import { movePreviousData } from '../../src/store/previous-data.js';
import { useFolder } from '../support/store/folder.js';

const NOW = '2026-11-26T12:00:00.000Z';
const SEGMENT = 'log/000000000001.jsonl';

describe('data of a version that kept them in its package', () => {
  const folder = useFolder();
  const from = (): string => join(folder(), 'lib', 'node_modules', 'waypost', 'data');
  const to = (): string => join(folder(), 'home', '.local', 'state', 'waypost');
  const move = (...others: readonly string[]): Promise<string | undefined> =>
    movePreviousData({ from: [from(), ...others], to: to(), now: NOW });

  function fill(data: string, text = 'entries'): void {
    mkdirSync(join(data, 'log'), { recursive: true });
    writeFileSync(join(data, SEGMENT), text);
    writeFileSync(join(data, 'keys.json'), '{}', { mode: 0o600 });
  }
  const read = (data: string): string => readFileSync(join(data, SEGMENT), 'utf8');

  it('they are moved once, with everything in their folder', async () => {
    fill(from());
    expect(await move()).to.equal(from());
    expect(read(to())).to.equal('entries');
    expect(statSync(join(to(), 'keys.json')).mode & 0o777).to.equal(0o600);
    expect(existsSync(from())).to.equal(false);
    expect(await move()).to.equal(undefined);
  });

  it('nothing happens without such data', async () => {
    expect(await move()).to.equal(undefined);
    mkdirSync(from(), { recursive: true });
    writeFileSync(join(from(), 'lock'), '{}');
    expect(await move()).to.equal(undefined);
    expect(existsSync(to())).to.equal(false);
  });

  it('a data folder that a failed start left empty is no obstacle', async () => {
    fill(from());
    mkdirSync(to(), { recursive: true });
    writeFileSync(join(to(), 'lock'), '{}');
    await move();
    expect(read(to())).to.equal('entries');
  });

  it('data in both places stop the start with a sentence that names both', async () => {
    fill(from());
    fill(to(), 'newer');
    const refused = await move().catch(messageOf);
    expect(refused).to.equal(
      `${from()} and ${to()} both have data of a gateway: choose one with --data, or move the others away`,
    );
    expect([read(from()), read(to())]).to.deep.equal(['entries', 'newer']);
  });

  it('data of two previous versions are not mixed', async () => {
    const other = join(folder(), 'other');
    fill(from());
    fill(other);
    expect(await move(other).catch(messageOf)).to.include(`${from()} and ${other} both have data`);
    expect(existsSync(to())).to.equal(false);
  });

  it('data that a running gateway uses stay where they are', async () => {
    fill(from());
    const lock = await lockFolder(from(), NOW);
    try {
      expect(await move().catch(messageOf)).to.include('is in use by another Waypost');
      expect(read(from())).to.equal('entries');
    } finally {
      await lock.release();
    }
  });

  it('a move that cannot be made names the command that makes it', async () => {
    fill(from());
    mkdirSync(join(folder(), 'home'));
    writeFileSync(join(folder(), 'home', '.local'), 'a file');
    expect(await move().catch(messageOf)).to.include(`run sudo mv -T ${from()} ${to()} && sudo chown -R`);
    expect(read(from())).to.equal('entries');
  });

  it('a move to another disk goes on after a crash at its end', async () => {
    fill(from());
    const { dev, ino } = statSync(from());
    mkdirSync(join(to(), '..'), { recursive: true });
    cpSync(from(), `${to()}.moving`, { recursive: true });
    writeFileSync(join(`${to()}.moving`, 'moved-from.json'), JSON.stringify({ from: from(), dev, ino }));
    renameSync(`${to()}.moving`, to());
    expect(await move()).to.equal(undefined);
    expect(existsSync(from())).to.equal(false);
    expect(existsSync(join(to(), 'moved-from.json'))).to.equal(false);
    expect(read(to())).to.equal('entries');
  });

  it('new data in the previous place are not taken for those that were copied', async () => {
    fill(to());
    writeFileSync(join(to(), 'moved-from.json'), JSON.stringify({ from: from(), dev: 1, ino: 1 }));
    fill(from(), 'newer');
    expect(await move().catch(messageOf)).to.include('both have data');
    expect(read(from())).to.equal('newer');
  });

  it('the data arrive whole on another disk', async () => {
    const memory = '/dev/shm';
    if (!existsSync(memory) || statSync(memory).dev === statSync(folder()).dev) return;
    const target = join(memory, `waypost-test-${process.pid}`, 'waypost');
    fill(from());
    try {
      // A part of an interrupted copy is no data.
      fill(`${target}.moving`, 'part');
      expect(await movePreviousData({ from: [from()], to: target, now: NOW })).to.equal(from());
      expect(read(target)).to.equal('entries');
      expect(existsSync(from())).to.equal(false);
      expect(existsSync(`${target}.moving`)).to.equal(false);
    } finally {
      rmSync(join(target, '..'), { recursive: true, force: true });
    }
  });
});
