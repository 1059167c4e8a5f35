import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SerialDevice } from '../../../src/serial/linux/discovery.js';
import type { WatchDirectory } from '../../../src/serial/linux/directory-watcher.js';
import type { Timers as AllTimers } from '../../../src/time/timers.js';
import { watchDevices, type DeviceWatcher } from '../../../src/serial/linux/device-watcher.js';
import { createDeviceTree } from '../../support/device-tree.js';
import { eventually } from '../../support/eventually.js';
import { useFolder } from '../../support/folder.js';

type Timers = Pick<AllTimers, 'after'>;

/** Timers that are as patient as they are told; the safety net never comes due in these tests unless it is wanted. */
const hurried = (waits: Readonly<Record<number, number>>): Timers => ({
  after(ms, run) {
    const wait = waits[ms];
    if (wait === undefined) return () => undefined;
    const timer = setTimeout(run, wait);
    return () => {
      clearTimeout(timer);
    };
  },
});
const onEventsAlone = hurried({ 200: 20 });
const onLooksAlone = hurried({ 2_000: 5 });
const noInotify: WatchDirectory = () => {
  throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
};

describe('watch on serial devices', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  let changes: (readonly SerialDevice[])[] = [];
  let watch: DeviceWatcher | undefined;
  const last = (): string => (changes.at(-1) ?? []).map(({ path }) => path.slice(tree.roots.dev.length + 1)).join();

  function start(parts: Partial<Parameters<typeof watchDevices>[0]>): void {
    watch = watchDevices({ systemPaths: tree.roots, onChange: (devices) => changes.push(devices), ...parts });
  }

  beforeEach(() => {
    tree = createDeviceTree(folder());
    changes = [];
  });
  afterEach(() => watch?.stop());

  it('tells at the start what is there', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    start({ timers: onEventsAlone });
    await eventually('it is told', () => last() === 'ttyUSB0');
  });

  it('tells what comes and goes, each once, with the links made meanwhile', async () => {
    start({ timers: onEventsAlone });
    await eventually('the start is told', () => changes.length === 1);
    tree.plugUsb({ name: 'ttyUSB0' });
    tree.link('by-id/usb-mine', 'ttyUSB0');
    await eventually('it is told', () => last() === 'ttyUSB0');
    expect(changes.at(-1)?.[0]?.byId).to.equal(join(tree.roots.dev, 'serial/by-id/usb-mine'));
    tree.unplug('ttyUSB0');
    await eventually('its end is told', () => last() === '');
    expect(changes).to.have.length(3);
  });

  it('hears a link that comes late, also in a folder that was made anew', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    start({ timers: onEventsAlone });
    await eventually('the start is told', () => changes.length === 1);
    for (let round = 0; round < 3; round += 1) {
      mkdirSync(join(tree.roots.dev, 'serial/by-id'), { recursive: true });
      tree.link(`by-id/usb-${round}`, 'ttyUSB0');
      await eventually('the name is told', () => changes.at(-1)?.[0]?.byId?.endsWith(`usb-${round}`) === true);
      tree.link(`by-id/usb--late${round}`, 'ttyUSB0');
      await eventually('the late name is told', () => changes.at(-1)?.[0]?.byId?.endsWith(`late${round}`) === true);
      rmSync(join(tree.roots.dev, 'serial'), { recursive: true });
      await eventually('their end is told', () => changes.at(-1)?.[0]?.byId?.includes('FTDI') === true);
    }
  });

  it('does not stir for what is no serial device, nor for bytes written to one', async () => {
    tree.addNode('ttyUSB0');
    let looks = 0;
    const waits: number[] = [];
    const timers: Timers = { after: (ms) => (waits.push(ms), () => undefined) };
    start({ timers, list: () => Promise.resolve((looks += 1) ? [] : []) });
    await eventually('the first look is over', () => waits.includes(2_000));
    for (let n = 0; n < 50; n += 1) {
      writeFileSync(join(tree.roots.dev, 'ttyUSB0'), 'x', { flag: 'a' });
      writeFileSync(join(tree.roots.dev, `loop${n}`), '');
    }
    tree.addNode('ttyUSB1');
    await eventually('the device is noticed', () => waits.includes(200));
    expect(waits).to.deep.equal([2_000, 200]);
    expect(looks).to.equal(1);
  });

  it('finds everything by looking where the system has no watches left', async () => {
    start({ timers: onLooksAlone, watch: noInotify });
    await eventually('the start is told', () => changes.length === 1);
    tree.plugUsb({ name: 'ttyUSB0' });
    await eventually('it is told', () => last() === 'ttyUSB0');
    tree.link('by-id/usb-mine', 'ttyUSB0');
    await eventually('its name is told', () => changes.at(-1)?.[0]?.byId?.endsWith('usb-mine') === true);
    tree.unplug('ttyUSB0');
    await eventually('its end is told', () => last() === '');
  });

  it('looks closely only when a name is another', async () => {
    let looks = 0;
    let ticks = 0;
    const timers: Timers = { after: (ms, run) => ((ticks += 1), onLooksAlone.after(ms, run)) };
    const list = () => Promise.resolve((looks += 1) ? [] : []);
    start({ timers, watch: noInotify, list });
    await eventually('there were looks', () => ticks > 20);
    expect(looks).to.equal(1);
  });

  it('keeps no descriptor over 1,000 times coming and going', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    const watches = (): number => process.getActiveResourcesInfo().filter((name) => /FSEvent/i.test(name)).length;
    start({ timers: hurried({ 200: 1, 2_000: 1 }) });
    await eventually('the start is told', () => changes.length === 1);
    const before = descriptors();
    for (let n = 0; n < 1_000; n += 1) {
      tree.addNode('ttyUSB0');
      tree.link('by-id/usb-mine', 'ttyUSB0');
      await eventually('it is told', () => last() === 'ttyUSB0');
      tree.unplug('ttyUSB0');
      rmSync(join(tree.roots.dev, 'serial'), { recursive: true });
      await eventually('its end is told', () => last() === '');
    }
    expect(watches()).to.be.below(3);
    await watch?.stop();
    expect(descriptors()).to.be.at.most(before);
    await eventually('the watches are closed', () => watches() === 0);
  });

  it('tells nothing once it is stopped', async () => {
    start({ timers: onEventsAlone });
    await eventually('the start is told', () => changes.length === 1);
    await watch?.stop();
    tree.plugUsb({ name: 'ttyUSB0' });
    expect(changes).to.have.length(1);
  });
});
