import { join } from 'node:path';
import { expect } from 'chai';
import { createApp, type App } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import type { MessageView } from '../../src/schema/messages/message.js';
import { createSimulatedModem } from '../../src/simulator/modem/modem.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { TEST_KEY } from '../support/gateway/gateway.js';

describe('a gateway with a modem', () => {
  const folder = useFolder();
  let app: App | undefined;
  let line: VirtualPort | undefined;
  afterEach(async () => {
    await app?.stop();
    line?.close();
    app = undefined;
    line = undefined;
  });

  it('a posted SMS is sent in parts, and the API shows when they were delivered', async () => {
    const port = openVirtualPort(join(folder(), 'modem'));
    line = port;
    const modem = createSimulatedModem({ send: (text) => void port.write(text).catch(() => undefined), pin: '0042' });
    port.onData(modem.onData);
    const sms = { path: port.path, pin: '0042' };
    const config = valueOf(validateConfig({ http: { host: '127.0.0.1', port: 0 }, notifications: { sms } }));
    app = await createApp({ config, data: join(folder(), 'data'), adminApiKey: TEST_KEY }, { logger: silentLogger });
    const client = await signIn(`http://127.0.0.1:${(await app.start()).port}`, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus-7' });

    const text = 'Bus 7: '.repeat(30);
    const posted = await client.call('POST', '/api/devices/bus-7/messages', {
      channel: 'sms',
      to: '+34600123456',
      text,
    });
    expect(posted.status).to.equal(201);
    const message = async (): Promise<MessageView> => {
      const { body } = await client.call('GET', '/api/messages?deviceId=bus-7');
      const [only] = body.messages as MessageView[];
      if (only === undefined) throw new Error('the device has no message');
      return only;
    };
    await eventually('it is sent', async () => (await message()).state === 'sent');
    expect(modem.taken.map((part) => part.text).join('')).to.equal(text);
    expect(await message()).to.deep.include({ units: 2, references: ['1', '2'], deliveries: [] });
    for (const part of modem.taken) modem.report(part, 0);
    await eventually('both parts are delivered', async () => (await message()).deliveries.length === 2);
    expect((await message()).deliveries.map(({ part, fate }) => [part, fate])).to.deep.equal([
      [1, 'delivered'],
      [2, 'delivered'],
    ]);
  });
});
