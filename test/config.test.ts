import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings, type GatewayFlags } from '../src/config.js';
import { configFiles } from './support/config-files.js';
import { useFolder } from './support/folder.js';

const refusal = (flags: GatewayFlags, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  loadSettings(flags, env).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('the configuration', () => {
  const folder = useFolder();
  const file = (content: unknown): string => {
    const path = join(folder(), 'waypost.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  for (const [name, text] of Object.entries(configFiles())) {
    it(`config/${name} is what the schema says (npm run config writes it)`, () => {
      expect(readFileSync(`config/${name}`, 'utf8')).to.equal(text);
    });
  }

  it('is the defaults, then the file, then the environment, then the flags', async () => {
    const config = file({ http: { port: 1, host: '10.0.0.1' }, timeZone: 'Europe/Madrid', log: { level: 'error' } });
    const env = { WAYPOST_HTTP_PORT: '2', WAYPOST_LOG_LEVEL: 'debug', WAYPOST_HTTP_BODY_LIMIT: '2048' };
    const settings = await loadSettings({ config, port: '3' }, env);
    expect(settings.config.http).to.include({ host: '10.0.0.1', port: 3, bodyLimit: 2048 });
    expect(settings.config.timeZone).to.equal('Europe/Madrid');
    expect(settings.config.log.level).to.equal('debug');
    expect(settings.config.auth.tokenTtl).to.equal(86_400);
  });

  it('takes lists from the environment as JSON', async () => {
    const ports = [{ path: '/dev/ttyUSB0', protocol: 'json' }];
    const { config } = await loadSettings({}, { WAYPOST_SERIAL_PORTS: JSON.stringify(ports) });
    expect(config.serial.ports).to.deep.equal(ports);
  });

  it('stops the start at an unknown key, with its path', async () => {
    expect(await refusal({ config: file({ http: { prot: 80 } }) })).to.equal(
      'configuration: http.prot is not a known key',
    );
    expect(await refusal({}, { WAYPOST_HTTP_PROT: '80' })).to.match(/WAYPOST_HTTP_PROT sets no key/);
  });

  it('stops the start at what is no JSON, and quotes nothing of it: a password may stand there', async () => {
    const smtp = '{"notifications": {"email": {"smtp": {"user": "depot@depot.example", "password": c4n4ry-c4n4ry }}}}';
    const said = await refusal({ config: file(smtp) });
    expect(said).to.match(/waypost\.json is not JSON: Unexpected token/);
    expect(said).to.not.match(/4n4ry|password/);
  });

  it('stops the start at a bad value, with its path and what was expected', async () => {
    expect(await refusal({ port: 'eighty' })).to.equal('configuration: http.port must be integer');
    expect(await refusal({}, { WAYPOST_HTTP_PORT: 'x' })).to.match(/WAYPOST_HTTP_PORT must be JSON \(integer\)/);
    expect(await refusal({ config: file({ timeZone: 'Mars/Base' }) })).to.match(/timeZone must be an IANA time zone/);
    expect(await refusal({ config: file({ serial: { ports: [{ path: '/dev/ttyS0' }] } }) })).to.match(
      /serial\.ports\.0\.protocol is missing/,
    );
    expect(await refusal({}, { WAYPOST_ADMIN_API_KEY: 'short' })).to.match(/at least 16 characters/);
  });

  it('stops the start when a port of trackers is the modem too, by whatever name', async () => {
    const node = join(folder(), 'ttyUSB0');
    const link = join(folder(), 'modem');
    writeFileSync(node, '');
    symlinkSync(node, link);
    const start = (ports: readonly string[], path: string): Promise<string> =>
      refusal({
        config: file({
          serial: { ports: ports.map((one) => ({ path: one, protocol: 'json' })) },
          notifications: { sms: { path } },
        }),
      });
    for (const [ports, modem] of [
      [['/dev/none', node], node],
      [['/dev/none', link], node],
      [['/dev/none', '/dev/not-there'], '/dev/not-there'],
      [['/dev/none', 'tcp://10.0.0.1:4001'], 'tcp://10.0.0.1:4001'],
    ] as const) {
      const said = await start(ports, modem);
      expect(said).to.contain(
        `serial.ports.1.path (${ports[1]}) and notifications.sms.path (${modem}) are one device: `,
      );
    }
    expect(await start(['/dev/none', link], join(folder(), 'ttyUSB1'))).to.equal('taken');
    expect(await start([node, 'tcp://10.0.0.1:4001'], 'tcp://10.0.0.1:4002')).to.equal('taken');
    expect(await start([node], '')).to.equal('taken');
  });

  it('takes a PIN of 4 to 8 digits as a text, and repeats no other', async () => {
    const { config } = await loadSettings({}, { WAYPOST_NOTIFICATIONS_SMS_PIN: '0042' });
    expect(config.notifications.sms).to.deep.equal({ path: '', baudRate: 115_200, pin: '0042', smsc: '' });
    for (const pin of ['123', '123456789', '12e4', ' 1234']) {
      const said = await refusal({}, { WAYPOST_NOTIFICATIONS_SMS_PIN: pin });
      expect(said).to.match(/notifications\.sms\.pin must/);
      expect(said).to.not.contain(pin);
    }
    expect(await refusal({ config: file('{"notifications": {"sms": {"pin": 90817263}}}') })).to.equal(
      'configuration: notifications.sms.pin must be string',
    );
    expect(await refusal({ config: file('{"notifications": {"sms": {"pin": 09081726}}}') })).to.not.contain('9081726');
    expect(await refusal({ config: file({ notifications: { sms: { path: 'tcp://modem' } } }) })).to.match(
      /notifications\.sms\.path must be a device/,
    );
  });

  it('names a file that can not be read, or is not JSON', async () => {
    expect(await refusal({ config: join(folder(), 'none.json') }))
      .to.contain('none.json')
      .and.to.contain('ENOENT');
    expect(await refusal({ config: file('{') })).to.match(/waypost\.json is not JSON/);
    expect(await refusal({ config: file('[]') })).to.match(/waypost\.json must hold one JSON object/);
  });
});
