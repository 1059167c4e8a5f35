import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadCurrentSettings } from '../../../src/cli/check/current-settings.js';
import { checkPorts } from '../../../src/cli/check/serial.js';
import { openKeys } from '../../../src/store/keys.js';
import { openSecrets } from '../../../src/store/secrets.js';
import type { Store } from '../../../src/store/store.js';
import { useFolder } from '../../support/store/folder.js';
import { openTestStore } from '../../support/store/store.js';

const PASSWORD = 'from the page';
const host = (value: string) => ({ kind: 'setting', v: { key: 'notifications.email.smtp.host', value } }) as const;

describe('the settings that waypost check uses', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  let store: Store | undefined;
  afterEach(async () => {
    await store?.close();
    store = undefined;
  });

  async function open(): Promise<Store> {
    store = await openTestStore(data());
    await openKeys(data());
    const secrets = { 'notifications.email.smtp.password': PASSWORD, 'notifications.sms.pin': '' };
    await (await openSecrets(data())).saveSettings(secrets);
    await store.append([
      host('mail.example.org'),
      { kind: 'port', v: { path: '/dev/ttyUSB98', protocol: 'auto', enabled: true } },
    ]);
    return store;
  }
  const load = (env: NodeJS.ProcessEnv = {}) => loadCurrentSettings({ data: data() }, env);

  it('the stored settings, secrets and ports are read while a gateway runs and after it', async () => {
    const opened = await open();
    const running = await load();
    await opened.close();
    store = undefined;
    const stopped = await load();
    for (const { config, ports, problems } of [running, stopped]) {
      expect(config.notifications.email.smtp).to.include({ host: 'mail.example.org', password: PASSWORD });
      expect(ports.map(({ path }) => path)).to.deep.equal(['/dev/ttyUSB98']);
      expect(problems).to.deep.equal([]);
    }
  });

  it('a key of the configuration overrides the stored one', async () => {
    await open();
    const { config } = await load({ WAYPOST_NOTIFICATIONS_EMAIL_SMTP_HOST: 'relay.example.org' });
    expect(config.notifications.email.smtp).to.include({ host: 'relay.example.org', password: PASSWORD });
  });

  it('a stored setting that is invalid is reported, and the default applies', async () => {
    await (await open()).append([{ kind: 'setting', v: { key: 'licenses.total', value: 'many' } }]);
    const { config, problems } = await load();
    expect(config.licenses.total).to.be.a('number');
    expect(problems.map(({ what }) => what).join()).to.match(/licenses/);
  });

  it('the configuration alone is used if there is no data folder, and none is created', async () => {
    expect(await load()).to.deep.include({ ports: [], problems: [] });
    expect(existsSync(data())).to.equal(false);
  });

  it('a data folder that cannot be read is reported with the fix', async () => {
    mkdirSync(data());
    writeFileSync(join(data(), 'log'), '');
    const { ports, problems } = await load();
    expect(ports).to.deep.equal([]);
    expect(problems).to.have.length(1);
    expect(problems[0]?.what).to.contain('only the configuration was checked');
  });
});

describe('waypost check of the ports', () => {
  const folder = useFolder();

  const auto = (path: string, more: object = {}) => ({ path, protocol: 'auto', enabled: true, ...more });

  it('a stored port that is missing is a fault, one that is disabled is not', async () => {
    const [missing, disabled] = [join(folder(), 'ttyUSB8'), join(folder(), 'ttyUSB9')];
    const stored = [auto(missing), auto(disabled, { enabled: false })];
    const findings = await checkPorts({ ports: [], scan: false, stored }, null);
    expect(findings.map(({ state, what }) => [state, what])).to.deep.equal([
      ['fault', `${missing} not found`],
      ['ok', `${disabled} is disabled`],
    ]);
  });

  it('a stored port that the configuration has under another name is a warning that names both', async () => {
    const [device, alias] = [join(folder(), 'ttyUSB8'), join(folder(), 'by-id')];
    writeFileSync(device, '');
    symlinkSync(device, alias);
    const findings = await checkPorts(
      { ports: [{ path: alias, protocol: 'auto' }], scan: false, stored: [auto(device)] },
      null,
    );
    expect(findings.map(({ state }) => state)).to.deep.equal(['ok', 'warning']);
    expect(findings[1]?.what)
      .to.contain(device)
      .and.to.contain(`${alias}, which serial.ports.0 in the configuration sets`);
  });
});
