import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { SerialDevice } from '../../../src/serial/linux/discovery.js';
import type { WatchDirectory } from '../../../src/serial/linux/directory-watcher.js';
import type { Timers as AllTimers } from '../../../src/time/clock.js';
import { watchDevices, type DeviceWatcher } from '../../../src/serial/linux/device-watcher.js';
import { createDeviceTree } from '../../support/serial/device-tree.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';

type Timers = Pick<AllTimers, 'after'>;

/** Timers with other times, by the time they replace; all others never run. */
const timersWith = (waits: Readonly<Record<number, number>>): Timers => ({
  after(ms, run) {
    const waitMs = waits[ms];
    if (waitMs === undefined) return () => undefined;
    const timer = setTimeout(run, waitMs);
    return () => {
      clearTimeout(timer);
    };
  },
});
const EVENTS_ONLY = timersWith({ 200: 20 });
const POLLS_ONLY = timersWith({ 2_000: 5 });
const noInotify: WatchDirectory = () => {
  throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
};

describe('watchDevices', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  let changes: (readonly SerialDevice[])[] = [];
  let watcher: DeviceWatcher | undefined;
  const last = (): string => (changes.at(-1) ?? []).map(({ path }) => path.slice(tree.roots.dev.length + 1)).join();

  function start(options: Partial<Parameters<typeof watchDevices>[0]>): void {
    watcher = watchDevices({ systemPaths: tree.roots, onChange: (devices) => changes.push(devices), ...options });
  }

  beforeEach(() => {
    tree = createDeviceTree(folder());
    changes = [];
  });
  afterEach(() => watcher?.stop());

  it('the present devices are reported at the start', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    start({ timers: EVENTS_ONLY });
    await eventually('the device is reported', () => last() === 'ttyUSB0');
  });

  it('each device that appears or disappears is reported once, with the links made meanwhile', async () => {
    start({ timers: EVENTS_ONLY });
    await eventually('the start is reported', () => changes.length === 1);
    tree.plugUsb({ name: 'ttyUSB0' });
    tree.link('by-id/usb-mine', 'ttyUSB0');
    await eventually('the device is reported', () => last() === 'ttyUSB0');
    expect(changes.at(-1)?.[0]?.byId).to.equal(join(tree.roots.dev, 'serial/by-id/usb-mine'));
    tree.unplug('ttyUSB0');
    await eventually('its removal is reported', () => last() === '');
    expect(changes).to.have.length(3);
  });

  it('a late link is reported, also in a folder that was created again', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    start({ timers: EVENTS_ONLY });
    await eventually('the start is reported', () => changes.length === 1);
    for (let round = 0; round < 3; round += 1) {
      mkdirSync(join(tree.roots.dev, 'serial/by-id'), { recursive: true });
      tree.link(`by-id/usb-${round}`, 'ttyUSB0');
      await eventually('the name is reported', () => changes.at(-1)?.[0]?.byId?.endsWith(`usb-${round}`) === true);
      tree.link(`by-id/usb--late${round}`, 'ttyUSB0');
      await eventually('the late name is reported', () => changes.at(-1)?.[0]?.byId?.endsWith(`late${round}`) === true);
      rmSync(join(tree.roots.dev, 'serial'), { recursive: true });
      await eventually(
        'the removal of the names is reported',
        () => changes.at(-1)?.[0]?.byId?.includes('FTDI') === true,
      );
    }
  });

  it('other devices and bytes written to a device cause no check', async () => {
    tree.addNode('ttyUSB0');
    let lists = 0;
    const waits: number[] = [];
    const timers: Timers = { after: (ms) => (waits.push(ms), () => undefined) };
    start({ timers, list: () => Promise.resolve((lists += 1) ? [] : []) });
    await eventually('the first check is done', () => waits.includes(2_000));
    for (let n = 0; n < 50; n += 1) {
      writeFileSync(join(tree.roots.dev, 'ttyUSB0'), 'x', { flag: 'a' });
      writeFileSync(join(tree.roots.dev, `loop${n}`), '');
    }
    tree.addNode('ttyUSB1');
    await eventually('the device is noticed', () => waits.includes(200));
    expect(waits).to.deep.equal([2_000, 200]);
    expect(lists).to.equal(1);
  });

  it('polling finds all changes where the system has no watches left', async () => {
    start({ timers: POLLS_ONLY, watch: noInotify });
    await eventually('the start is reported', () => changes.length === 1);
    tree.plugUsb({ name: 'ttyUSB0' });
    await eventually('the device is reported', () => last() === 'ttyUSB0');
    tree.link('by-id/usb-mine', 'ttyUSB0');
    await eventually('its name is reported', () => changes.at(-1)?.[0]?.byId?.endsWith('usb-mine') === true);
    tree.unplug('ttyUSB0');
    await eventually('its removal is reported', () => last() === '');
  });

  it('devices are listed only when a name has changed', async () => {
    let lists = 0;
    let polls = 0;
    const timers: Timers = { after: (ms, run) => ((polls += 1), POLLS_ONLY.after(ms, run)) };
    const list = () => Promise.resolve((lists += 1) ? [] : []);
    start({ timers, watch: noInotify, list });
    await eventually('there were polls', () => polls > 20);
    expect(lists).to.equal(1);
  });

  it('1,000 plugs and unplugs leave no descriptor open', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    const watches = (): number => process.getActiveResourcesInfo().filter((name) => /FSEvent/i.test(name)).length;
    start({ timers: timersWith({ 200: 1, 2_000: 1 }) });
    await eventually('the start is reported', () => changes.length === 1);
    const before = descriptors();
    for (let n = 0; n < 1_000; n += 1) {
      tree.addNode('ttyUSB0');
      tree.link('by-id/usb-mine', 'ttyUSB0');
      await eventually('the device is reported', () => last() === 'ttyUSB0');
      tree.unplug('ttyUSB0');
      rmSync(join(tree.roots.dev, 'serial'), { recursive: true });
      await eventually('its removal is reported', () => last() === '');
    }
    expect(watches()).to.be.below(3);
    await watcher?.stop();
    expect(descriptors()).to.be.at.most(before);
    await eventually('the watches are closed', () => watches() === 0);
  });

  it('a stopped watcher reports nothing', async () => {
    start({ timers: EVENTS_ONLY });
    await eventually('the start is reported', () => changes.length === 1);
    await watcher?.stop();
    tree.plugUsb({ name: 'ttyUSB0' });
    expect(changes).to.have.length(1);
  });
});
