import { expect } from 'chai';
import { useTestModem } from '../support/channels/test-modem.js';

const THREE_PARTS = 'x'.repeat(400);

describe('SMS through a failing modem', () => {
  const { set, until, advance } = useTestModem();

  it('a congested network is worth a retry, at the command and at the text', async () => {
    const { modem, start, send, isReady } = set();
    await start();
    for (const at of ['command', 'text'] as const) {
      modem.fail({ kind: 'refuse', at, code: 42 });
      const outcome = await send();
      expect(outcome).to.deep.include({ outcome: 'failed', retry: true, references: [] });
      expect(outcome).to.not.have.property('maxAttempts');
    }
    expect(isReady()).to.equal(true);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('an error about the number or the text is not retried, and the reason has its code', async () => {
    const { modem, start, send, isReady } = set();
    await start();
    for (const code of [1, 195, 196, 197, 304]) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      const outcome = await send();
      expect(outcome).to.include({ outcome: 'failed', retry: false });
      expect(outcome).to.have.property('reason').that.contains(`+CMS ERROR: ${code}`);
    }
    expect(isReady()).to.equal(true);
    expect(modem.taken).to.have.length(0);
  });

  it('an error of SIM or contract holds all messages until one is sent, and one is tried after each pause', async () => {
    const { modem, sms, start, send, isReady } = set();
    await start();
    for (const code of [8, 10, 21, 28, 29, 30, 50, 69, 193, 310, 313, 330]) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      const outcome = await send();
      expect(outcome).to.include({ outcome: 'failed', retry: true, isChannelFault: true });
      expect(sms.status()).to.include({ state: 'unavailable' });
      expect(sms.status().reason).to.include(`+CMS ERROR: ${code}`);
      expect(sms.statusFor?.('')).to.include({ state: 'unavailable' });
      await until('a message is tried', () => sms.statusFor?.('').state === 'ready');
      expect(isReady()).to.equal(false);
      expect(await send()).to.include({ outcome: 'sent' });
      expect(isReady()).to.equal(true);
    }
  });

  it('an unknown error is worth one more attempt', async () => {
    const { modem, start, send } = set();
    await start();
    for (const code of [325, 'none'] as const) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      expect(await send()).to.include({ outcome: 'failed', retry: true, maxAttempts: 2 });
    }
  });

  it('the reason names the parts that were sent before one failed', async () => {
    const { modem, start, send } = set();
    await start();
    modem.fail(undefined, undefined, { kind: 'refuse', at: 'text', code: 38 });
    expect(await send(THREE_PARTS)).to.deep.equal({
      outcome: 'failed',
      retry: true,
      reason: 'part 3 of 3: the network is out of order (+CMS ERROR: 38); parts 1 to 2 were sent',
      references: ['1', '2'],
    });
  });

  it('an SMS without a prompt is not sent, and the modem is initialized again', async () => {
    const { modem, start, send, isReady } = set();
    await start();
    modem.fail({ kind: 'no-prompt' });
    expect(await send()).to.include({ outcome: 'failed', retry: true, reason: 'the modem did not ask for the text' });
    expect(modem.taken).to.have.length(0);
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.taken).to.have.length(1);
  });

  it('an SMS without a response to the text is uncertain after 60 s and never handed over twice', async () => {
    const { modem, sms, start, send, isReady } = set();
    await start();
    modem.fail({ kind: 'silent' });
    let outcome: unknown;
    void sms.send({ id: 'm-1', to: '600123456', text: 'hello' }).then((settled) => (outcome = settled));
    await until('the text is handed over', () => modem.taken.length === 1);
    await advance(50_000);
    expect(outcome).to.equal(undefined);
    await advance(10_000);
    await until('it is settled', () => outcome !== undefined);
    expect(outcome).to.deep.equal({
      outcome: 'uncertain',
      reason: 'the text was handed over, but the modem does not respond',
      references: [],
    });
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(1);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.taken).to.have.length(2);
  });

  it('an SMS with a reference is sent, even if the response never ends', async () => {
    const { modem, sms, reports, start, isReady } = set();
    await start();
    modem.fail({ kind: 'no-ok' });
    let outcome: unknown;
    void sms.send({ id: 'm-1', to: '600123456', text: 'hello' }).then((settled) => (outcome = settled));
    await until('the text is handed over', () => modem.taken.length === 1);
    for (const taken of modem.taken) modem.report(taken, 0);
    await until('the delivery report has arrived', () => reports.length === 1);
    expect(outcome).to.equal(undefined);
    await advance(60_000);
    await until('it is settled', () => outcome !== undefined);
    expect(outcome).to.deep.equal({ outcome: 'sent', references: ['1'] });
    await until('it is ready again', isReady);
  });

  it('an SMS is uncertain if the port is unplugged after the text, and the modem is used again once it is back', async () => {
    const { modem, line, start, send, isReady, sms } = set();
    await start();
    modem.fail(undefined, {
      kind: 'instead',
      run() {
        line.unplug();
        modem.reset();
      },
    });
    const outcome = await send(THREE_PARTS);
    expect(outcome).to.deep.include({ outcome: 'uncertain', references: ['1'] });
    expect(outcome)
      .to.have.property('reason')
      .that.matches(/^part 2 of 3: the text was handed over, but .*went away; part 1 was sent$/);
    await until('the modem is unavailable', () => sms.status().state === 'unavailable');
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    line.replug();
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(2);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('an SMS is not sent if the port is unplugged before the text', async () => {
    const { modem, line, start, sms, isReady } = set();
    await start();
    modem.fail({ kind: 'no-prompt' });
    const outcome = sms.send({ id: 'm-1', to: '600123456', text: 'hello' });
    await until('the command is sent', () => modem.commands.some((command) => command.startsWith('+CMGS')));
    line.unplug();
    line.replug();
    expect(await outcome).to.include({ outcome: 'failed', retry: true });
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(0);
  });

  it('a modem that was reset unnoticed never sends the PDU as a text of hexadecimal digits', async () => {
    const { modem, start, send, isReady } = set({ config: { pin: '1234' }, modem: { pin: '1234' } });
    await start();
    modem.reset();
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.sentAsText).to.deep.equal([]);
    expect(modem.taken).to.have.length(1);
  });

  it('a modem that a previous program left at the prompt sends nothing and is initialized', async () => {
    const { modem, line, start, send } = set();
    modem.onData(Buffer.from('AT+CMGF=0\rAT+CMGS=23\r0011'));
    await line.write('');
    await start();
    expect(modem.taken).to.have.length(0);
    expect(modem.sentAsText).to.deep.equal([]);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('a hanging modem is found within a minute without a message to send, and reopened until it responds', async () => {
    const { modem, sms, start, isReady, send } = set();
    await start();
    modem.hang(true);
    await advance(40_000);
    await until('the modem is unavailable', () => (sms.status().reason ?? '').includes('does not respond'));
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    modem.hang(false);
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
  });
});
