import { expect } from 'chai';
import { useTestModem } from '../support/channels/test-modem.js';

describe('SMS through a modem', () => {
  const { set, until } = useTestModem();

  it('the channel is ready once the modem is registered, and its status has operator and signal', async () => {
    const { sms, start } = set();
    expect(sms.status()).to.deep.include({ state: 'starting', registered: false, signal: null });
    await start();
    expect(sms.status()).to.deep.equal({
      state: 'ready',
      reason: null,
      registered: true,
      operator: 'Simulated',
      signal: -71,
    });
  });

  it('a short text is sent unchanged in one SMS', async () => {
    const { modem, start, send } = set();
    await start();
    expect(await send('Bus 7: panic, 41.38 N [2 km] €')).to.deep.equal({ outcome: 'sent', references: ['1'] });
    expect(modem.taken).to.have.length(1);
    expect(modem.taken[0]).to.include({ to: '+34600123456', text: 'Bus 7: panic, 41.38 N [2 km] €', coding: 'gsm7' });
  });

  it('a long text is sent in parts with the same reference', async () => {
    const { modem, start, send } = set();
    await start();
    const text = 'Ж😀'.repeat(60);
    expect(await send(text)).to.deep.equal({ outcome: 'sent', references: ['1', '2', '3'] });
    expect(modem.taken.map((sms) => sms.text).join('')).to.equal(text);
    const [reference] = modem.taken[0]?.part ?? [];
    expect(modem.taken.map(({ part }) => part)).to.deep.equal([1, 2, 3].map((part) => [reference, 3, part]));
  });

  it('simultaneous messages are sent in order, up to 16', async () => {
    const { modem, sms, start } = set();
    await start();
    const ids = Array.from({ length: 17 }, (_, n) => `m-${n}`);
    const outcomes = Promise.all(ids.map((id) => sms.send({ id, to: '600123456', text: id })));
    let settled = false;
    void outcomes.then(() => (settled = true));
    await until('all are settled', () => settled);
    expect((await outcomes).map(({ outcome }) => outcome)).to.deep.equal([...ids.slice(1).map(() => 'sent'), 'failed']);
    expect(modem.taken.map(({ text }) => text)).to.deep.equal(ids.slice(0, 16));
  });

  it('an invalid number and a text that is too long are refused before any command', async () => {
    const { modem, start, send } = set();
    await start();
    const before = modem.commands.length;
    expect(await send('hello', 'my boss')).to.include({ outcome: 'failed', retry: false });
    expect(await send('x'.repeat(1_531))).to.include({ outcome: 'failed', retry: false });
    expect(modem.commands.slice(before).filter((command) => command.startsWith('+CMGS'))).to.deep.equal([]);
  });

  it('delivery reports are matched with the parts by reference and number', async () => {
    const { modem, reports, start, send } = set();
    await start();
    await send('x'.repeat(200), '+34600123456', 'm-7');
    const [first, second] = modem.taken;
    if (first === undefined || second === undefined) throw new Error('two parts expected');
    modem.report(second, 0x30);
    modem.report({ ...first, to: '+34999999999' }, 0);
    modem.report(first, 0x00);
    modem.report(first, 0x00);
    modem.sendLine('+CDS: 20');
    modem.sendLine('noise');
    modem.report(second, 0x46);
    await until('the reports have arrived', () => reports.length === 3);
    expect(reports).to.deep.equal([
      { id: 'm-7', part: 2, parts: 2, fate: 'trying', status: 0x30 },
      { id: 'm-7', part: 1, parts: 2, fate: 'delivered', status: 0 },
      { id: 'm-7', part: 2, parts: 2, fate: 'failed', status: 0x46 },
    ]);
  });

  it('unsolicited results and noise do not disturb a message', async () => {
    const { modem, line, start, send, isReady } = set();
    modem.interrupt('RING', '+CMTI: "ME",3', '+CREG: 5', '+CDS: 24', '^RSSI: 20', 'NO CARRIER');
    await start();
    await line.write(Uint8Array.from({ length: 3_000 }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 13) & 0xff));
    await line.write('\r\n');
    expect(await send('x'.repeat(400))).to.deep.equal({ outcome: 'sent', references: ['1', '2', '3'] });
    expect(isReady()).to.equal(true);
  });

  it('the channel is unavailable until the modem is registered, and ready as soon as it reports that', async () => {
    const { modem, sms, send, isReady } = set({ modem: { registration: 2 } });
    sms.start();
    await until('the modem searches a network', () => (sms.status().reason ?? '').includes('not registered'));
    expect(sms.status()).to.include({ state: 'unavailable', registered: false });
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    modem.register(3);
    await until('the network rejects the SIM', () =>
      (sms.status().reason ?? '').includes('the network rejects the SIM'),
    );
    modem.register(5);
    await until('the channel is ready', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('a modem without the optional commands sends SMS', async () => {
    const { start, send } = set({ modem: { lacks: /^\+(CNMI|CSMS|CREG=|CGREG|CEREG|COPS)/ } });
    await start();
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('the configured message center is set', async () => {
    const { modem, start } = set({ config: { smsc: '+34609090909' } });
    await start();
    expect(modem.commands).to.include('+CSCA="+34609090909",145');
  });

  it('a stop settles the message with what is known and leaves nothing open', async () => {
    const { modem, sms, start } = set();
    await start();
    modem.fail({ kind: 'silent' });
    const outcome = sms.send({ id: 'm-1', to: '600123456', text: 'hello' });
    await until('the text is handed over', () => modem.taken.length === 1);
    await sms.stop();
    expect(await outcome).to.include({ outcome: 'uncertain' });
    expect(await sms.send({ id: 'm-2', to: '600123456', text: 'hello' })).to.include({
      outcome: 'failed',
      retry: true,
    });
  });
});
