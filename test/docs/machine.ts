import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/gateway/free-port.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { startSession } from './session.js';

/** The machine that a page describes: a folder with the installed package, and a running gateway. */
export type Machine = {
  readonly folder: string;
  /** Runs a block as written on the page and returns its output, with the names of the page. */
  readonly run: (script: string) => Promise<string>;
  readonly end: () => void;
};

export type MachineOptions = {
  readonly config?: object;
  /** no key is configured: the first start creates one */
  readonly unattended?: false;
  /** its ports by their names in its folder */
  readonly serial?: readonly { readonly path: string; readonly protocol: string }[];
  /** paths of the page and their real paths on this machine, in addition to those of the package */
  readonly paths?: Readonly<Record<string, string>>;
};

/** The administrator key as written on the pages. */
const pageKey = 'your-api-key';
const pageUrl = 'http://localhost:8080';

export async function startMachine({
  config = {},
  unattended,
  serial = [],
  paths = {},
}: MachineOptions = {}): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-page-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const [etc, data] = [join(folder, 'etc/waypost'), join(folder, 'var/lib/waypost')];
  for (const made of [etc, data, join(folder, 'bin')]) mkdirSync(made, { recursive: true, mode: 0o700 });
  const http = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const ports = serial.map(({ path, ...port }) => ({ path: join(folder, path), ...port }));
  writeFileSync(
    join(etc, 'waypost.json'),
    JSON.stringify({ http, mdns: { enabled: false }, serial: { ports }, ...config }),
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['dist', 'config', 'systemd']) symlinkSync(join(process.cwd(), name), join(folder, name));
  for (const name of ['waypost', 'sudo', 'systemctl', 'journalctl']) {
    writeFileSync(join(folder, 'bin', name), readFileSync(`test/docs/bin/${name}`));
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const env = {
    PATH: `${join(folder, 'bin')}:${String(process.env.PATH)}`,
    HOME: folder,
    MACHINE: folder,
    MAIN: join(process.cwd(), 'dist/waypost/main.js'),
    ...(unattended !== false && { GATEWAY_KEY: TEST_KEY }),
    ETC: etc,
    DATA: data,
  };
  const session = startSession({ folder, env });

  /** Longest first, because one may be a prefix of another. */
  const words = Object.entries({
    [pageUrl]: url,
    [pageKey]: TEST_KEY,
    '/etc/waypost': etc,
    '/var/lib/waypost': data,
    ...Object.fromEntries(Object.entries(paths).map(([path, name]) => [path, join(folder, name)])),
  }).sort(([a], [b]) => b.length - a.length);
  const toMachine = (text: string): string => words.reduce((all, [onPage, real]) => all.replaceAll(onPage, real), text);
  const toPage = (text: string): string => words.reduce((all, [onPage, real]) => all.replaceAll(real, onPage), text);

  const run: Machine['run'] = async (script) => toPage(await session.run(toMachine(script)));
  await run('systemctl start waypost');
  return {
    folder,
    run,
    end() {
      execFileSync('bash', [join(folder, 'bin/systemctl'), 'stop', 'waypost'], { env });
      session.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
