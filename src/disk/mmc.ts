import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The SD card or eMMC that a folder is on. */
export type MmcDevice = {
  /** mmcblk0 */
  readonly name: string;
  readonly bytes: number | null;
  /** used part of its life in tenths, 11: exceeded; null: not reported, as by all SD cards */
  readonly usedTenths: number | null;
  /** state of the spare blocks of an eMMC: 1 normal, 2 80 % used, 3 urgent; null: not reported */
  readonly preEol: number | null;
};

const SECTOR_BYTES = 512;

/** Null if the folder is on another kind of device. `sys`: where sysfs is mounted. */
export async function mmcDeviceOf(folder: string, sys = '/sys'): Promise<MmcDevice | null> {
  return mmcDeviceByNumber((await stat(folder)).dev, sys);
}

/** `dev`: device number from stat(2). */
export async function mmcDeviceByNumber(dev: number, sys: string): Promise<MmcDevice | null> {
  const path = await realpath(join(sys, 'dev/block', numberOf(dev))).catch(() => '');
  // A partition is a subfolder of its device.
  const device = [path, dirname(path)].find((one) => /\/mmcblk\d+$/.test(one));
  if (device === undefined) return null;
  const sectors = (await textOf(join(device, 'size'))) ?? '';
  // JESD84-B51, 7.4.41 and 7.4.43: type A and type B; the more worn one counts.
  const lives = (await textOf(join(device, 'device/life_time')))?.split(/\s+/).map(Number) ?? [];
  const preEol = Number((await textOf(join(device, 'device/pre_eol_info'))) ?? 0);
  const used = Math.max(0, ...lives.filter(Number.isFinite));
  return {
    name: device.slice(device.lastIndexOf('/') + 1),
    bytes: /^\d+$/.test(sectors) ? Number(sectors) * SECTOR_BYTES : null,
    usedTenths: used === 0 ? null : used,
    preEol: preEol > 0 ? preEol : null,
  };
}

/** Major and minor number as in sysfs names; makedev(3). */
function numberOf(dev: number): string {
  const high = Math.floor(dev / 2 ** 32);
  const major = ((dev >>> 8) & 0xfff) | (high & 0xfffff000);
  const minor = (dev & 0xff) | ((dev >>> 12) & 0xfff00);
  return `${major}:${minor}`;
}

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'latin1').then(
    (text) => text.trim(),
    () => undefined,
  );
