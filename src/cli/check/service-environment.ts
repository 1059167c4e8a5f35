import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOtherVariable } from '../../config/layers.js';
import { messageOf, WaypostError } from '../../errors.js';
import { lockHolder } from '../../store/lock.js';
import { parseEnvironmentFile } from './environment-file.js';

/** The variables that the unit gives the gateway. */
export type ServiceEnvironment = {
  readonly env: NodeJS.ProcessEnv;
  /** why the next start may read others; undefined: it reads these */
  readonly doubt?: string;
};

export type ServiceOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly data: string;
  readonly isRoot: boolean;
};

/** What tests replace. */
export type ServiceAccess = {
  /** the properties of the unit, as `systemctl show` prints them; empty without systemd */
  readonly showUnit: () => Promise<string>;
  /** goes on as this user and group */
  readonly become: (user: string, group: string) => void;
  readonly proc: string;
};

const UNIT = 'waypost.service';
const TIMEOUT_MS = 30_000;

const SYSTEM: ServiceAccess = {
  showUnit: () =>
    new Promise((resolve) => {
      const properties = '--property=LoadState,User,Group,Environment,EnvironmentFiles';
      execFile('/usr/bin/systemctl', ['show', UNIT, properties], { timeout: TIMEOUT_MS }, (error, output) => {
        resolve(error === null ? output : '');
      });
    }),
  become(user, group) {
    // The types of Node leave it out.
    const { initgroups } = process as { readonly initgroups?: (user: string, group: string) => void };
    initgroups?.(user, group);
    process.setgid?.(group);
    process.setuid?.(user);
  },
  proc: '/proc',
};

/**
 * The environment in which the unit starts the gateway. Root reads what systemd reads, and goes on as the user of the unit;
 * another user sees only what the running gateway was started with. Without the unit, nothing changes.
 */
export async function readServiceEnvironment(
  { env, data, isRoot }: ServiceOptions,
  access: ServiceAccess = SYSTEM,
): Promise<ServiceEnvironment> {
  if (isRoot) return (await ofUnit(env, access)) ?? { env };
  const holder = await lockHolder(data).catch(() => null);
  const pid = holder?.pid ?? null;
  if (pid === null) return { env };
  const process = join(access.proc, String(pid));
  const group = await readFile(join(process, 'cgroup'), 'utf8').catch(() => '');
  if (!group.includes(`/${UNIT}`)) return { env };
  try {
    const own = Object.fromEntries(
      (await readFile(join(process, 'environ'), 'utf8')).split('\0').map((text) => splitAssignment(text)),
    );
    return {
      env: merge(env, own),
      doubt: 'the variables are those of the running gateway, not those of the next start',
    };
  } catch (error) {
    return { env, doubt: `the variables of the running gateway cannot be read (${messageOf(error)})` };
  }
}

async function ofUnit(env: NodeJS.ProcessEnv, { showUnit, become }: ServiceAccess): Promise<ServiceEnvironment | null> {
  const properties = (await showUnit()).split('\n').map((line) => splitAssignment(line));
  const valuesOf = (name: string): readonly string[] =>
    properties.flatMap(([own, value]) => (own === name && value !== '' ? [value] : []));
  const [state] = valuesOf('LoadState');
  if (state !== 'loaded') return null;
  const own = Object.fromEntries(valuesOf('Environment').flatMap(wordsOf).map(splitAssignment));
  for (const property of valuesOf('EnvironmentFiles')) Object.assign(own, await readVariables(property));
  const [user] = valuesOf('User');
  const [group = user] = valuesOf('Group');
  if (user !== undefined && group !== undefined) become(user, group);
  return { env: merge(env, own) };
}

/** `property`: `/etc/waypost/environment (ignore_errors=yes)` */
async function readVariables(property: string): Promise<Readonly<Record<string, string>>> {
  const [, path = property, mayBeMissing = 'no'] = /^(.*) \(ignore_errors=(yes|no)\)$/.exec(property) ?? [];
  try {
    return parseEnvironmentFile(await readFile(path, 'utf8'));
  } catch (error) {
    if (mayBeMissing === 'yes') return {};
    throw new WaypostError(
      'not_found',
      `${path}, the EnvironmentFile= of ${UNIT}, cannot be read: ${messageOf(error)}`,
    );
  }
}

/** The words of a property; one with white space is in quotes: `A=b "C=d e"`. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replace(/\\(.)/g, '$1'),
  );

const splitAssignment = (text: string): readonly [name: string, value: string] => {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

/** Variables of the caller that set keys of the configuration give way to those of the unit: the gateway never sees them. */
function merge(caller: NodeJS.ProcessEnv, own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const isWaypost = ([name]: readonly [string, unknown]): boolean => name.startsWith('WAYPOST_');
  const kept = Object.entries(caller).filter((entry) => !isWaypost(entry) || isOtherVariable(entry[0]));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(Object.entries(own).filter(isWaypost)) };
}
