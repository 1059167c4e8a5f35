import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, type Gateway } from '../support/gateway/gateway.js';
import { createTestNetwork, type TestNetwork } from '../support/machine/test-network.js';

type DnsRecord = { readonly name: string; readonly type: string; readonly ttl?: number; readonly data: unknown };

/** A server that sends no goodbye when it ends. */
const isOffer = ({ name, type, ttl }: DnsRecord): boolean =>
  type === 'PTR' && ttl !== 0 && /^_https?\._tcp\.local$/.test(name);

describe('a gateway on a local network', () => {
  const folder = useFolder();
  let network: TestNetwork;
  const gateways: Gateway[] = [];
  const askers: ChildProcess[] = [];

  beforeEach(() => {
    network = createTestNetwork();
  });
  afterEach(async () => {
    for (const asker of askers.splice(0)) asker.kill('SIGKILL');
    for (const gateway of gateways.splice(0)) await gateway.end('SIGKILL');
    network.remove();
  });

  async function start(name: string, config: object = {}): Promise<Gateway> {
    mkdirSync(join(folder(), name));
    const everywhere = ['--host', '0.0.0.0'];
    const options = { folder: join(folder(), name), config, arguments: everywhere, under: network.on(0) };
    const gateway = await startGateway(options);
    gateways.push(gateway);
    return gateway;
  }

  /** The answers that the other machine gets for this service type. */
  function ask(type: string): () => DnsRecord[] {
    const [program, ...args] = [...network.on(1), process.execPath, 'dist/test/support/machine/mdns-ask.js', type];
    const asker = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    askers.push(asker);
    let received = '';
    asker.stdout.on('data', (bytes: Buffer) => (received += bytes.toString()));
    return () =>
      received
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => JSON.parse(line) as DnsRecord[]);
  }
  const namesIn = (records: readonly DnsRecord[]): string[] =>
    [...new Set(records.filter(isOffer).map(({ data }) => String(data)))].sort();
  const portOf = ({ url }: Gateway): number => Number(new URL(url).port);

  it('the gateway announces its address, port, version and id, and sends a goodbye', async () => {
    network.connect();
    const gateway = await start('one');
    const received = ask('_http._tcp.local');
    const name = `Waypost ${hostname()}._http._tcp.local`;
    await eventually('it is found', () => received().some(({ type }) => type === 'TXT'));
    expect(namesIn(received())).to.deep.equal([name]);
    const of = (type: string): unknown => received().find((record) => record.type === type)?.data;
    expect(of('SRV')).to.include({ port: portOf(gateway) });
    expect(of('A')).to.equal('10.99.0.1');
    const txt = (of('TXT') as string[]).join(' ');
    expect(txt)
      .to.match(/(?:^| )txtvers=1(?: |$)/)
      .and.match(/(?:^| )path=\/api(?: |$)/);
    expect(txt)
      .to.match(/(?:^| )version=\d+\.\d+\.\d+(?: |$)/)
      .and.match(/(?:^| )id=[\w-]{8,}(?: |$)/);
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await eventually('its goodbye', () => received().some(({ type, ttl }) => type === 'PTR' && ttl === 0));
  });

  it('the gateway chooses another name when its name is taken', async () => {
    network.connect();
    const received = ask('_http._tcp.local');
    await start('one', { mdns: { name: 'Depot' } });
    await eventually('the first is found', () => namesIn(received()).length === 1);
    const second = await start('two', { mdns: { name: 'Depot' } });
    await eventually('the second is found', () => namesIn(received()).length === 2);
    expect(namesIn(received())).to.deep.equal(['Depot (2)._http._tcp.local', 'Depot._http._tcp.local']);
    expect(second.output()).to.contain('Depot (2)');
  });

  it('a gateway with TLS is announced as https, not as http', async () => {
    network.connect();
    await start('one', { http: { tls: { enabled: true } } });
    const secure = ask('_https._tcp.local');
    const plain = ask('_http._tcp.local');
    await eventually('it is found', () => namesIn(secure()).length === 1);
    expect(namesIn(plain()).filter((name) => name.endsWith('._http._tcp.local'))).to.deep.equal([]);
  });

  it('a gateway without a network serves, logs it once, and is announced when a network appears', async () => {
    const gateway = await start('one');
    const warnings = (): number => gateway.output().split('no network yet').length - 1;
    await eventually('the warning is logged', () => warnings() === 1);
    network.connect();
    const received = ask('_http._tcp.local');
    await eventually('it is found', () => namesIn(received()).length === 1);
    expect(warnings()).to.equal(1);
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });

  it('a gateway without a network stops as quickly as with one', async () => {
    const gateway = await start('one');
    const ended = gateway.end('SIGTERM');
    let over = false;
    void ended.then(() => (over = true));
    console.log(`      ended after ${Math.round(await eventually('it ends', () => over))} ms`);
    expect(await ended).to.equal(0);
  });
});
