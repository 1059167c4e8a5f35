import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';

const COPIED = ['.ci', '.npmrc', 'config', 'package.json', 'package-lock.json', 'src', 'tsconfig.json'];
/** The page and the gateway both use it. */
const SHARED = 'src/domain/records/gap.ts';
/** A user without rights, where the tests run as root. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

type Built = { readonly status: number | null; readonly output: string };

describe('the build', () => {
  const folder = useFolder();
  let checkout = '';

  beforeEach(() => {
    checkout = join(folder(), 'check out');
    for (const name of COPIED) cpSync(name, join(checkout, name), { recursive: true, preserveTimestamps: true });
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  });

  function build(words: readonly string[], options: object = {}): Built {
    const command = [join(checkout, '.ci/build.js'), ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', ...options });
    return { status, output: stdout + stderr };
  }
  /** Whether a file of the built page has this text. */
  const pageHas = (text: string): boolean =>
    readdirSync(join(checkout, 'dist/web/app'))
      .filter((name) => name.endsWith('.js'))
      .some((name) => readFileSync(join(checkout, 'dist/web/app', name), 'utf8').includes(text));
  const write = (text: string): void => {
    writeFileSync(join(checkout, SHARED), text);
  };

  it('a change of any file that the page bundles is in the page, and is gone with the file as it was', () => {
    const original = readFileSync(SHARED, 'utf8');
    expect(build(['dashboard'])).to.include({ status: 0 });
    expect(pageHas('4627')).to.equal(false);
    write(original.replace('15 * 60_000', '4627'));
    expect(build(['dashboard'])).to.include({ status: 0 });
    expect(pageHas('4627')).to.equal(true);
    write(original);
    expect(build(['dashboard'])).to.include({ status: 0 });
    expect(pageHas('4627')).to.equal(false);
  });

  it('only what read a changed file is built again', () => {
    build(['gateway', 'dashboard']);
    expect(build(['gateway', 'dashboard']).output).to.equal('');
    writeFileSync(join(checkout, 'src/web/pages/groups.tsx'), readFileSync('src/web/pages/groups.tsx', 'utf8'));
    expect(build(['gateway', 'dashboard']).output)
      .to.include('dashboard')
      .and.not.include('gateway');
    writeFileSync(join(checkout, 'src/http/routes/groups.ts'), readFileSync('src/http/routes/groups.ts', 'utf8'));
    expect(build(['gateway', 'dashboard']).output)
      .to.include('gateway')
      .and.not.include('dashboard');
  });

  it('two builds at the same time both end well, and build once', async () => {
    const command = [join(checkout, '.ci/build.js'), 'dashboard'];
    const outputs = await Promise.all(
      [1, 2].map(async () => {
        const child = spawn(process.execPath, command);
        let output = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
        const [code] = (await once(child, 'close')) as [number];
        expect(code, output).to.equal(0);
        return output;
      }),
    );
    expect(outputs.filter((output) => output.includes('dashboard: done'))).to.have.length(1);
    expect(outputs.filter((output) => output.includes('waiting for another build'))).to.have.length(1);
  });

  it('a build that was killed leaves no lock for the next one', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    mkdirSync(join(checkout, 'dist'));
    writeFileSync(join(checkout, 'dist/.lock'), String(pid));
    expect(build(['dashboard'])).to.include({ status: 0 });
  });

  it('packages that npm installed are not installed again, and others are', () => {
    const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
    expect(build(['dashboard'], { env })).to.include({ status: 0 });
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, object> };
    lock.packages['node_modules/koa'] = {
      version: '0.0.1',
      resolved: 'http://127.0.0.1:1/koa.tgz',
      integrity: 'sha512-',
    };
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
    rmSync(join(checkout, 'node_modules'));
    const { status, output } = build(['dashboard'], { env });
    expect(status).to.equal(1);
    expect(output).to.include('installing packages');
  });

  it('a first start without a network ends with one sentence that states what to do', () => {
    rmSync(join(checkout, 'node_modules'));
    const { status, output } = build(['gateway'], {
      env: {
        ...process.env,
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_replace_registry_host: 'always',
        npm_config_fetch_retries: '0',
        npm_config_cache: join(folder(), 'cache'),
      },
    });
    expect(status).to.equal(1);
    expect(output.trim().split('\n').at(-1), output).to.match(
      /^waypost: the packages could not be downloaded: connect /,
    );
  });

  it('a folder that the user cannot write ends the build with one sentence that states what to do', () => {
    chmodSync(folder(), 0o755);
    chmodSync(checkout, 0o555);
    const { status, output } = build(['gateway'], USER);
    expect(status).to.equal(1);
    expect(output).to.match(/^waypost: this user cannot write to the folder of the checkout: .*\n$/);
    expect(statSync(checkout).mode & 0o777).to.equal(0o555);
    chmodSync(checkout, 0o755);
  });

  it('an unknown target is named with those that exist', () => {
    expect(build(['gatway'])).to.deep.equal({
      status: 2,
      output: 'waypost: no target gatway: name some of gateway, dashboard, tests, clients\n',
    });
  });
});
