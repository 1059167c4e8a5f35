import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings, type GatewayFlags } from '../src/config.js';
import { openCore } from '../src/core.js';
import { silentLogger } from '../src/logger.js';
import { configFiles } from './support/gateway/config-files.js';
import { useFolder } from './support/store/folder.js';

const refusal = (flags: GatewayFlags, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  loadSettings(flags, env).then(
    () => 'accepted',
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
    it(`config/${name} matches the schema (npm run config writes it)`, () => {
      expect(readFileSync(`config/${name}`, 'utf8')).to.equal(text);
    });
  }

  it('the file overrides the defaults, the environment the file, and flags the environment', async () => {
    const config = file({ http: { port: 1, host: '10.0.0.1' }, timeZone: 'Europe/Madrid', log: { level: 'error' } });
    const env = { WAYPOST_HTTP_PORT: '2', WAYPOST_LOG_LEVEL: 'debug', WAYPOST_HTTP_BODY_LIMIT: '2048' };
    const settings = await loadSettings({ config, port: '3' }, env);
    expect(settings.config.http).to.include({ host: '10.0.0.1', port: 3, bodyLimit: 2048 });
    expect(settings.config.timeZone).to.equal('Europe/Madrid');
    expect(settings.config.log.level).to.equal('debug');
    expect(settings.config.auth.tokenTtl).to.equal(86_400);
  });

  it('a list in the environment is JSON', async () => {
    const ports = [{ path: '/dev/ttyUSB0', protocol: 'json' }];
    const { config } = await loadSettings({}, { WAYPOST_SERIAL_PORTS: JSON.stringify(ports) });
    expect(config.serial.ports).to.deep.equal(ports);
  });

  it('the alerts that need a person are five unless the configuration names others, in any spelling', async () => {
    const namesOf = async (config: GatewayFlags['config']): Promise<readonly string[]> => {
      const { config: loaded } = await loadSettings(config === undefined ? {} : { config }, {});
      const core = await openCore({ config: loaded, data: folder() }, { logger: silentLogger });
      await core.store.close();
      return core.attentionNames();
    };
    expect(await namesOf(undefined)).to.deep.equal(['SOSButton', 'Crash', 'Tow', 'Jamming', 'GPSUnplugged']);
    expect(await namesOf(file({ attention: ['sos', 'POWERCUT', 'Fire'] }))).to.deep.equal([
      'SOSButton',
      'GPSUnplugged',
      'Fire',
    ]);
    expect(await refusal({ config: file({ attention: [''] }) })).to.match(/attention\.0/);
  });

  it('an unknown key stops the start and is named with its path', async () => {
    expect(await refusal({ config: file({ http: { prot: 80 } }) })).to.match(
      /waypost\.json:1:10: http\.prot is not a known key: did you mean port\?$/,
    );
    expect(await refusal({}, { WAYPOST_HTTP_PROT: '80' })).to.match(/WAYPOST_HTTP_PROT: no key of the configuration/);
  });

  it('a file that is not JSON stops the start, and the error quotes nothing of it: it may contain a password', async () => {
    const smtp = '{"notifications": {"email": {"smtp": {"user": "depot@depot.example", "password": c4n4ry-c4n4ry }}}}';
    const message = await refusal({ config: file(smtp) });
    expect(message).to.match(/waypost\.json:1:\d+: not JSON: this word is no value of JSON/);
    expect(message).to.not.match(/4n4ry|password/);
  });

  it('an invalid value stops the start, with its path and the expected type', async () => {
    expect(await refusal({ port: 'eighty' })).to.equal(
      '--port: http.port must be a whole number from 0 to 65535, not "eighty"',
    );
    expect(await refusal({}, { WAYPOST_HTTP_PORT: 'x' })).to.match(
      /WAYPOST_HTTP_PORT: http\.port must be JSON \(integer\)/,
    );
    expect(await refusal({ config: file({ timeZone: 'Mars/Base' }) })).to.match(/timeZone must be an IANA time zone/);
    expect(await refusal({ config: file({ serial: { ports: [{ path: '/dev/ttyS0' }] } }) })).to.match(
      /serial\.ports\.0\.protocol is missing/,
    );
    expect(await refusal({}, { WAYPOST_ADMIN_API_KEY: 'short' })).to.match(/at least 16 characters/);
  });

  it('an invalid webhook stops the start, without its secret in the error', async () => {
    const webhook = { name: 'dispatch', url: 'https://dispatch.example/', secret: 'a secret of the file' };
    for (const own of [{ url: 'ftp://a.example/' }, { name: 'a b' }, { secret: 'canary' }, { url: undefined }]) {
      const message = await refusal({ config: file({ notifications: { webhooks: [{ ...webhook, ...own }] } }) });
      expect(message).to.match(/waypost\.json:1:\d+: notifications\.webhooks\.0/);
      expect(message).to.not.match(/canary|a secret/);
    }
  });

  it('a PIN is text of 4 to 8 digits, and the error for another value does not repeat it', async () => {
    const { config } = await loadSettings({}, { WAYPOST_NOTIFICATIONS_SMS_PIN: '0042' });
    expect(config.notifications.sms).to.deep.equal({ path: '', baudRate: 115_200, pin: '0042', smsc: '' });
    for (const pin of ['123', '123456789', '12e4', ' 1234']) {
      const message = await refusal({}, { WAYPOST_NOTIFICATIONS_SMS_PIN: pin });
      expect(message).to.match(/notifications\.sms\.pin must/);
      expect(message).to.not.contain(pin);
    }
    expect(await refusal({ config: file('{"notifications": {"sms": {"pin": 90817263}}}') })).to.match(
      /:1:35: notifications\.sms\.pin must be a text in quotes$/,
    );
    expect(await refusal({ config: file('{"notifications": {"sms": {"pin": 09081726}}}') })).to.not.contain('9081726');
    expect(await refusal({ config: file({ notifications: { sms: { path: 'tcp://modem' } } }) })).to.match(
      /notifications\.sms\.path must be a device/,
    );
  });

  it('a file that cannot be read or parsed is named', async () => {
    expect(await refusal({ config: join(folder(), 'none.json') }))
      .to.contain('none.json')
      .and.to.contain('ENOENT');
    expect(await refusal({ config: file('{') })).to.match(/waypost\.json:1:2: not JSON: expected/);
    expect(await refusal({ config: file('[]') })).to.match(/waypost\.json: must have one JSON object/);
  });
});
