import { expect } from 'chai';
import { createClock } from '../../../src/time/clock.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import type { SinkStatus, SinkTls } from '../../../src/uplinks/sink.js';
import { createTestSink, startSink } from '../../support/uplinks/rest-sink.js';
import { json, useScriptedServer } from '../../support/uplinks/scripted-server.js';

type Pair = { readonly cert: string; readonly key: string };

const clock = createClock();
const YEAR_MS = 365 * 86_400_000;
const certificateFor = (
  names: readonly string[],
  from = clock.now() - YEAR_MS,
  to = clock.now() + YEAR_MS,
): Promise<Pair> => createSelfSigned({ names, from, to });

describe('the REST uplink over TLS', () => {
  const pairs = new Map<string, Pair>();
  const pairOf = (name: string): Pair => pairs.get(name) ?? { cert: '', key: '' };
  before(async () => {
    pairs.set('right', await certificateFor(['localhost', '127.0.0.1']));
    pairs.set('client', await certificateFor(['depot']));
    pairs.set('other name', await certificateFor(['center.example']));
    pairs.set('expired', await certificateFor(['127.0.0.1'], clock.now() - 2 * YEAR_MS, clock.now() - YEAR_MS));
  });

  const servers = {
    right: useScriptedServer(() => pairOf('right')),
    otherName: useScriptedServer(() => pairOf('other name')),
    expired: useScriptedServer(() => pairOf('expired')),
    mutual: useScriptedServer(() => ({
      ...pairOf('right'),
      ...{ requestCert: true, rejectUnauthorized: true, ca: pairOf('client').cert },
    })),
    asking: useScriptedServer(() => ({ ...pairOf('right'), requestCert: true, rejectUnauthorized: false })),
    plain: useScriptedServer(),
  };

  async function statusOf(url: string, tls: Partial<SinkTls> = {}): Promise<SinkStatus> {
    const sink = createTestSink({ url, tls, options: { testing: true } });
    await startSink(sink);
    const status = sink.status();
    await sink.stop();
    return status;
  }
  const caOf = (name: string): Partial<SinkTls> => ({ ca: Buffer.from(pairOf(name).cert) });

  beforeEach(() => {
    const answer = json(201, { success: true, accepted: 0, duplicates: 0, refused: [] });
    for (const server of Object.values(servers)) server.answerBy({ '/api/records': answer });
  });

  it('a certificate of an unknown authority is refused, and accepted with its CA or if that is asked for', async () => {
    const { connected, reason } = await statusOf(servers.right.url());
    expect(connected).to.equal(false);
    expect(reason).to.contain('tls.ca');
    expect(servers.right.received, 'no credentials were sent').to.have.lengthOf(0);
    expect((await statusOf(servers.right.url(), caOf('right'))).connected).to.equal(true);
    expect((await statusOf(servers.right.url(), { insecure: true })).connected).to.equal(true);
  });

  it('a certificate for another name, or an expired one, is refused with its reason', async () => {
    expect((await statusOf(servers.otherName.url(), caOf('other name'))).reason).to.contain('for another name');
    expect((await statusOf(servers.expired.url(), caOf('expired'))).reason).to.contain('expired');
  });

  it('a client certificate is presented, and its absence is named', async () => {
    const { cert, key } = pairOf('client');
    const client = { ...caOf('right'), cert: Buffer.from(cert), key: Buffer.from(key) };
    expect((await statusOf(servers.asking.url(), client)).connected).to.equal(true);
    expect(servers.asking.received.map((one) => one.client)).to.deep.equal(['depot', 'depot']);
    expect((await statusOf(servers.mutual.url(), caOf('right'))).reason).to.contain('client certificate');
  });

  it('files that are no certificate or key, or do not fit each other, are named', async () => {
    const { key } = pairOf('other name');
    const wrong = { ...caOf('right'), cert: Buffer.from(pairOf('client').cert), key: Buffer.from(key) };
    expect((await statusOf(servers.right.url(), wrong)).reason).to.contain('tls.key is not the key of tls.cert');
    const broken = { ...wrong, key: Buffer.from('no key') };
    expect((await statusOf(servers.right.url(), broken)).reason).to.contain('no valid PEM');
  });

  it('a port that does not use TLS is named', async () => {
    const { reason } = await statusOf(servers.plain.url().replace('http:', 'https:'));
    expect(reason).to.contain('TLS');
  });
});
