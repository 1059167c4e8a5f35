import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemPaths } from './system-paths.js';
import { readAttribute, type SysTty } from './sys-tty.js';

const CANDIDATE_NAME = /^(?:tty(?:USB|ACM|AMA|XRUSB|MFD|WCH|O|S)|rfcomm)\d+$/;

/** Is this the name of a terminal that a tracker may be attached to? */
export const isCandidate = (name: string): boolean => CANDIDATE_NAME.test(name);

/** The names below `dev` that trackers may have, ttyUSB2 before ttyUSB10. */
export async function listCandidates(dev: string): Promise<string[]> {
  const names = await readdir(dev).catch(() => []);
  return names.filter(isCandidate).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Terminals the kernel itself speaks on: no tracker is there, and opening one would cut its messages short. */
export async function listConsoles({ sys, proc }: SystemPaths): Promise<string[]> {
  const active = (await readAttribute(join(sys, 'class/tty/console'), 'active')) ?? '';
  const listed = (await readAttribute(proc, 'consoles')) ?? '';
  return [...active.split(/\s+/), ...listed.split('\n').map((line) => line.split(/\s/)[0] ?? '')].filter(Boolean);
}

/**
 * The kernel makes ttyS0 to ttyS31 whether there is hardware or not: 0 is the type of those without. Older kernels
 * show the type to the superuser alone; there the driver that holds the places of the missing ones tells.
 */
export async function hasHardware({ sys }: SystemPaths, name: string, { driver }: SysTty): Promise<boolean> {
  if (!name.startsWith('ttyS')) return true;
  const type = await readAttribute(join(sys, 'class/tty', name), 'type');
  return type === null ? driver !== null && driver !== 'serial8250' : type !== '0';
}
