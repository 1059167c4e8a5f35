import { expect } from 'chai';
import { messageOf } from '../../src/errors.js';
import { openPort } from '../../src/serial/transport/open-port.js';
import { PortError } from '../../src/serial/transport/port-error.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { startDeviceServer, type DeviceServer } from '../support/serial/device-server.js';
import { eventually } from '../support/gateway/eventually.js';
import { english } from '../../src/messages/english.js';

const BANNER = '{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\r\n';
const DEVICES = '{"class":"DEVICES","devices":[]}\r\n';
const SENTENCE = '$GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A*43\r\n';

describe('a port of a gpsd', () => {
  let server: DeviceServer;
  let received = '';
  let losses: string[] = [];
  const opened: Port[] = [];

  const pathOf = (scheme: string, device = ''): string => `${scheme}://127.0.0.1:${server.port}${device}`;

  async function open(path: string): Promise<Port> {
    const port = await openPort({
      path,
      baudRate: 9_600,
      onData: (chunk) => (received += Buffer.from(chunk).toString('latin1')),
      onClose: (reason) => losses.push(english(reason)),
    });
    opened.push(port);
    return port;
  }

  /** Opens the port and sends the banner; resolves with the port and what it sends to gpsd. */
  async function openGpsd(device?: string): Promise<{ readonly port: Port; readonly sent: () => string }> {
    const opening = open(pathOf('gpsd', device));
    const client = await server.client();
    let sent = '';
    client.on('data', (bytes) => (sent += bytes.toString()));
    client.write(BANNER);
    const port = await opening;
    await eventually('the port has sent its request', () => sent.includes('\n'));
    return { port, sent: () => sent };
  }

  beforeEach(async () => {
    server = await startDeviceServer();
    received = '';
    losses = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((port) => port.close()));
    await server.stop();
  });

  it('the port asks for the raw data of all devices, or of one, and gets it without the lines of gpsd', async () => {
    const all = await openGpsd();
    expect(all.sent()).to.equal('?WATCH={"enable":true,"json":false,"raw":2};\n');
    (await server.client()).write(`${DEVICES}${SENTENCE}${DEVICES}${SENTENCE}`);
    await eventually('the sentences have arrived', () => received.length >= 2 * SENTENCE.length);
    expect(received).to.equal(SENTENCE + SENTENCE);
    await all.port.close();
    server.clients.splice(0);
    const one = await openGpsd('/dev/ttyACM0');
    expect(one.sent()).to.equal('?WATCH={"enable":true,"json":false,"raw":2,"device":"/dev/ttyACM0"};\n');
  });

  it('nothing is written to gpsd, which would take it for a command', async () => {
    const { port, sent } = await openGpsd();
    const before = sent();
    const refused = await port.write('?DEVICE={};\n').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(PortError);
    (await server.client()).write(SENTENCE);
    await eventually('the sentence has arrived', () => received === SENTENCE);
    expect(sent()).to.equal(before);
    expect(losses).to.deep.equal([]);
  });

  it('a lost connection is reported', async () => {
    await openGpsd();
    (await server.client()).end();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(losses).to.deep.equal([`${pathOf('gpsd')}: gpsd closed the connection`]);
  });

  for (const [what, answer] of [
    ['sends something else', SENTENCE],
    ['closes the connection', ''],
  ] as const) {
    it(`a server that ${what} is refused with the fix`, async () => {
      const opening = open(pathOf('gpsd')).catch(messageOf);
      (await server.client()).end(answer);
      expect(await opening).to.equal(
        `${pathOf('gpsd')}: no gpsd answers at 127.0.0.1 on port ${server.port}: correct the address, or use tcp:// if it is a device server`,
      );
    });
  }

  it('a tcp:// path that leads to a gpsd is lost with the path to use', async () => {
    await open(pathOf('tcp'));
    (await server.client()).write(BANNER);
    await eventually('the loss is reported', () => losses.length > 0);
    expect(losses).to.deep.equal([`${pathOf('tcp')}: a gpsd answers here: use ${pathOf('gpsd')} as the path`]);
    expect(received).to.equal('');
  });
});
