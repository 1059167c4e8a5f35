import { expect } from 'chai';
import { opsCase } from '../../support/cases/ops-case.js';
import { useMessageGateway } from '../../support/cases/message-gateway.js';

const codeOf = (text: string): number => Number(/\+CMS ERROR: (\d+)/.exec(text)?.[1]);
const modemOf = (input: unknown): string => (input as { readonly modem: string }).modem;
const SMS = { channel: 'sms', to: '+4915112345678', text: 'driver needs help' };

describe('SMS that a SIM, a modem or a network refuses', () => {
  const gateway = useMessageGateway();
  const { until, messages, channel, post } = gateway;

  const only = async () => {
    const [message] = await messages();
    if (message === undefined) throw new Error('there is no message');
    return message;
  };
  const untilState = (state: string, attempts: number): Promise<void> =>
    until(`it is ${state}`, async () => {
      const message = await only();
      return message.state === state && message.attempts >= attempts;
    });

  for (const { id, code } of [
    { id: 'K2i', code: codeOf(modemOf(opsCase('K2i').input)) },
    { id: 'K2l', code: codeOf(modemOf(opsCase('K2l').input)) },
  ]) {
    it(`${id}: an error of SIM or message center holds the message and marks the channel until one is sent`, async () => {
      const modem = await gateway.sms();
      modem.fail({ kind: 'refuse', at: 'text', code });
      expect(await post(SMS)).to.include({ status: 201 });
      await untilState('queued', 1);
      const { state, reason } = (await channel('sms')) ?? {};
      expect(state).to.equal('unavailable');
      expect(reason).to.include(`+CMS ERROR: ${code}`);
      expect(reason).to.include(id === 'K2i' ? 'notifications.sms.smsc' : 'the SIM of this gateway');
      expect(reason).to.not.include('the number is');
      await untilState('sent', 2);
      expect(await channel('sms')).to.include({ state: 'ready' });
    });
  }

  it('K2p3: temporary errors of the network keep the message', async () => {
    const modem = await gateway.sms();
    const codes = (opsCase('K2p3').input as { readonly modem: readonly string[] }).modem.map(codeOf);
    for (const code of codes) {
      modem.fail({ kind: 'refuse', at: 'text', code });
      await post(SMS);
      await untilState('queued', 1);
      expect((await only()).reason).to.include(`+CMS ERROR: ${code}`);
      expect(await gateway.cancel((await only()).id)).to.include({ status: 200 });
    }
  });

  it('K2p4: an error without a code is worth two attempts', async () => {
    expect(modemOf(opsCase('K2p4').input)).to.include('ERROR');
    const modem = await gateway.sms();
    modem.fail({ kind: 'refuse', at: 'text', code: 'none' }, { kind: 'refuse', at: 'text', code: 'none' });
    await post(SMS);
    await untilState('queued', 1);
    await untilState('failed', 2);
  });

  it('K2p5: lines of the modem between all others disturb nothing', async () => {
    const modem = await gateway.sms();
    modem.interrupt(...modemOf(opsCase('K2p5').input).split(/, (?=[+RC^])| and /), '+CLIP: "+491",145');
    await post(SMS);
    await untilState('sent', 1);
  });

  it('K2p6: long texts are sent in parts, in order', async () => {
    const modem = await gateway.sms();
    const texts = (opsCase('K2p6').input as { readonly text: readonly string[] }).text.map((text) =>
      text.replace(' sixty times', '').repeat(60),
    );
    for (const text of texts) await post({ ...SMS, text });
    await until('both are sent', async () => (await messages()).every(({ state }) => state === 'sent'));
    expect(modem.taken.map(({ text }) => text).join('')).to.equal(texts.join(''));
  });

  it('K2p7: OK without a reference is uncertain, and never sent again', async () => {
    expect(modemOf(opsCase('K2p7').input)).to.include('OK alone');
    const modem = await gateway.sms();
    modem.fail({
      kind: 'instead',
      run: () => {
        modem.sendLine('OK');
      },
    });
    await post(SMS);
    await untilState('uncertain', 1);
    await gateway.advance(60_000);
    expect(modem.taken).to.have.length(1);
  });

  for (const { id, prompt } of [
    { id: 'K2p8', prompt: opsCase('K2p8').input instanceof Object ? '> ' : '' },
    {
      id: 'K9a',
      prompt: Buffer.from((opsCase('K9a').input as { readonly hex: string }).hex, 'hex').toString('latin1'),
    },
  ]) {
    it(`${id}: ${JSON.stringify(prompt)} is the prompt`, async () => {
      const modem = await gateway.sms((text) => (text === '\r\n> ' ? prompt : text));
      await post(SMS);
      await untilState('sent', 1);
      expect(modem.taken.map(({ text }) => text)).to.deep.equal([SMS.text]);
    });
  }
});
