import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Roots } from './roots.js';
import { attribute, type SysTty } from './sys-tty.js';

const kinds = /^(?:tty(?:USB|ACM|AMA|XRUSB|MFD|WCH|O|S)|rfcomm)\d+$/;

/** Is this the name of a terminal that a tracker may be attached to? */
export const mayBeTracker = (name: string): boolean => kinds.test(name);

/** The names below `dev` that trackers may have, ttyUSB2 before ttyUSB10. */
export async function candidatesIn(dev: string): Promise<string[]> {
  const names = await readdir(dev).catch(() => []);
  return names.filter(mayBeTracker).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Terminals the kernel itself speaks on: no tracker is there, and opening one would cut its messages short. */
export async function consolesOf({ sys, proc }: Roots): Promise<string[]> {
  const active = (await attribute(join(sys, 'class/tty/console'), 'active')) ?? '';
  const listed = (await attribute(proc, 'consoles')) ?? '';
  return [...active.split(/\s+/), ...listed.split('\n').map((line) => line.split(/\s/)[0] ?? '')].filter(Boolean);
}

/**
 * The kernel makes ttyS0 to ttyS31 whether there is hardware or not: 0 is the type of those without. Older kernels
 * show the type to the superuser alone; there the driver that holds the places of the missing ones tells.
 */
export async function hasHardware({ sys }: Roots, name: string, { driver }: SysTty): Promise<boolean> {
  if (!name.startsWith('ttyS')) return true;
  const type = await attribute(join(sys, 'class/tty', name), 'type');
  return type === null ? driver !== null && driver !== 'serial8250' : type !== '0';
}
