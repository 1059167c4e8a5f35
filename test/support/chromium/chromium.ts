import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { DEADLINE_MS } from '../gateway/eventually.js';

/** Debian's packages. The shell has no windows, whose own pages take as much processor time as those of the tests. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** `WAYPOST_CHROMIUM`: another one. Without its own requests, which would count as those of a page. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.WAYPOST_CHROMIUM ?? PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(`no ${PATHS.join(' or ')}: apt install chromium-headless-shell`);
  const args = ['--no-sandbox', '--disable-background-networking'];
  // A folder that cannot be made: the client of the sound server would leave one behind.
  const env = { ...process.env, PULSE_RUNTIME_PATH: '/proc/none/pulse' };
  return chromium.launch({ executablePath, args, env, timeout: DEADLINE_MS });
}
