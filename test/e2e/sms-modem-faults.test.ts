import { expect } from 'chai';
import { useTestModem } from '../support/test-modem.js';

const parts = 'x'.repeat(400);

describe('SMS through a modem that fails', () => {
  const { set, until, advance } = useTestModem();

  it('may go later when the network says that it is busy, whether it is asked or given the text', async () => {
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

  it('needs a person when the network refuses it for good, and says what to do', async () => {
    const { modem, start, send } = set();
    await start();
    for (const code of [10, 28, 50, 69, 304, 330]) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      const outcome = await send();
      expect(outcome).to.include({ outcome: 'failed', retry: false });
      expect(outcome).to.have.property('reason').that.contains(`+CMS ERROR: ${code}`);
    }
    expect(modem.taken).to.have.length(0);
  });

  it('is worth one more attempt when nobody knows what the modem means', async () => {
    const { modem, start, send } = set();
    await start();
    for (const code of [325, 512, 'none'] as const) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      expect(await send()).to.include({ outcome: 'failed', retry: true, maxAttempts: 2 });
    }
  });

  it('says which parts went when one fails', async () => {
    const { modem, start, send } = set();
    await start();
    modem.fail(undefined, undefined, { kind: 'refuse', at: 'text', code: 38 });
    expect(await send(parts)).to.deep.equal({
      outcome: 'failed',
      retry: true,
      reason: 'part 3 of 3: the network is out of order (+CMS ERROR: 38); parts 1 to 2 went',
      references: ['1', '2'],
    });
  });

  it('is not sent when the modem does not ask for the text, and the modem is made ready again', async () => {
    const { modem, start, send, isReady } = set();
    await start();
    modem.fail({ kind: 'no-prompt' });
    expect(await send()).to.include({ outcome: 'failed', retry: true, reason: 'the modem did not ask for the text' });
    expect(modem.taken).to.have.length(0);
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.taken).to.have.length(1);
  });

  it('is uncertain after 60 s without an answer to the text, and never given twice', async () => {
    const { modem, sms, start, send, isReady } = set();
    await start();
    modem.fail({ kind: 'silent' });
    let outcome: unknown;
    void sms.send({ id: 'm-1', to: '600123456', text: 'hello' }).then((settled) => (outcome = settled));
    await until('it is given', () => modem.taken.length === 1);
    await advance(50_000);
    expect(outcome).to.equal(undefined);
    await advance(10_000);
    await until('it is settled', () => outcome !== undefined);
    expect(outcome).to.deep.equal({
      outcome: 'uncertain',
      reason: 'the text was given, and the modem does not answer',
      references: [],
    });
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(1);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.taken).to.have.length(2);
  });

  it('is sent when the modem said its reference, even if it says nothing more', async () => {
    const { modem, sms, reports, start, isReady } = set();
    await start();
    modem.fail({ kind: 'no-ok' });
    let outcome: unknown;
    void sms.send({ id: 'm-1', to: '600123456', text: 'hello' }).then((settled) => (outcome = settled));
    await until('it is given', () => modem.taken.length === 1);
    for (const taken of modem.taken) modem.report(taken, 0);
    await until('the reference is heard, and the report about it', () => reports.length === 1);
    expect(outcome).to.equal(undefined);
    await advance(60_000);
    await until('it is settled', () => outcome !== undefined);
    expect(outcome).to.deep.equal({ outcome: 'sent', references: ['1'] });
    await until('it is ready again', isReady);
  });

  it('is uncertain when the port goes in the midst of the hand-over, and the modem is used again when it is back', async () => {
    const { modem, line, start, send, isReady, sms } = set();
    await start();
    modem.fail(undefined, {
      kind: 'instead',
      run() {
        line.unplug();
        modem.reset();
      },
    });
    const outcome = await send(parts);
    expect(outcome).to.deep.include({ outcome: 'uncertain', references: ['1'] });
    expect(outcome)
      .to.have.property('reason')
      .that.matches(/^part 2 of 3: the text was given, and .*went away; part 1 went$/);
    await until('it is missed', () => sms.status().state === 'unavailable');
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    line.replug();
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(2);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('is not sent when the port goes before the text was given', async () => {
    const { modem, line, start, sms, isReady } = set();
    await start();
    modem.fail({ kind: 'no-prompt' });
    const outcome = sms.send({ id: 'm-1', to: '600123456', text: 'hello' });
    await until('it is asked', () => modem.commands.some((command) => command.startsWith('+CMGS')));
    line.unplug();
    line.replug();
    expect(await outcome).to.include({ outcome: 'failed', retry: true });
    await until('it is ready again', isReady);
    expect(modem.taken).to.have.length(0);
  });

  it('never goes out as a text of hexadecimal digits when the modem was reset unseen', async () => {
    const { modem, start, send, isReady } = set({ config: { pin: '1234' }, modem: { pin: '1234' } });
    await start();
    modem.reset();
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
    expect(modem.sentAsText).to.deep.equal([]);
    expect(modem.taken).to.have.length(1);
  });

  it('goes on with a modem that was left waiting for a text, which is not sent', async () => {
    const { modem, line, start, send } = set();
    modem.onData(Buffer.from('AT+CMGF=0\rAT+CMGS=23\r0011'));
    await line.write('');
    await start();
    expect(modem.taken).to.have.length(0);
    expect(modem.sentAsText).to.deep.equal([]);
    expect(await send()).to.include({ outcome: 'sent' });
  });

  it('finds a modem that hangs within a minute without anything to send, and opens it again until it answers', async () => {
    const { modem, sms, start, isReady, send } = set();
    await start();
    modem.hang(true);
    await advance(40_000);
    await until('it is missed', () => (sms.status().reason ?? '').includes('does not answer'));
    expect(await send()).to.include({ outcome: 'failed', retry: true });
    modem.hang(false);
    await until('it is ready again', isReady);
    expect(await send()).to.include({ outcome: 'sent' });
  });
});
