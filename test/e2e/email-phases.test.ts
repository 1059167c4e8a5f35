import { expect } from 'chai';
import { eventually } from '../support/gateway/eventually.js';
import type { Deed, Step } from '../support/channels/scripted-mail-server.js';
import { message, useTestEmail } from '../support/channels/test-email.js';

const beforeText: readonly Step[] = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'];
const MINUTE_MS = 60_000;

describe('a broken SMTP session', () => {
  const { scripted, plain, advance } = useTestEmail();

  for (const step of beforeText) {
    for (const deed of ['reset', 'close', '25', '4', '421 busy\r\n|close', '451-wait\r\n', 'noise\r\n|close']) {
      it(`${JSON.stringify(deed)} at ${step} sends nothing and is worth a retry`, async () => {
        const server = await scripted({ [step]: /^\d+$|-/.test(deed) ? `${deed}|close` : deed });
        const outcome = await plain(server.port).send(message);
        expect(outcome).to.deep.include({ outcome: 'failed', retry: true, references: [] });
        expect(server.texts).to.deep.equal([]);
      });
    }

    it(`silence at ${step} ends the session within half a minute, worth a retry`, async () => {
      const server = await scripted({ [step]: 'silence' });
      const sending = plain(server.port).send(message);
      await eventually(`the session is at ${step}`, () => server.steps.includes(step));
      await advance(MINUTE_MS / 2);
      expect(await sending).to.deep.include({ outcome: 'failed', retry: true });
      expect(server.texts).to.deep.equal([]);
    });
  }

  const unknown: readonly Deed[] = [
    'reset',
    'close',
    '2|close',
    '250 taken|close',
    '250-taken\r\n|close',
    'what\r\n',
    '354 more\r\n',
  ];
  for (const deed of unknown) {
    it(`${JSON.stringify(deed)} after the text leaves the message uncertain`, async () => {
      const server = await scripted({ text: deed });
      const outcome = await plain(server.port).send(message);
      expect(outcome).to.deep.include({ outcome: 'uncertain', references: [] });
      expect(server.texts).to.have.length(1);
    });
  }

  it('silence after the text leaves the message uncertain after a minute', async () => {
    const server = await scripted({ text: 'silence' });
    const sending = plain(server.port).send(message);
    await eventually('the text is handed over', () => server.texts.length === 1);
    await advance(MINUTE_MS);
    expect(await sending).to.deep.include({ outcome: 'uncertain' });
  });

  for (const [what, piece] of [
    ['empty lines', '\r\n'],
    ['lines of one reply', '220-a\r\n'],
    ['replies', '220 a\r\n'],
  ] as const)
    it(`a server that sends ${what} without end is left after 64 KiB`, async () => {
      const server = await scripted({ greeting: piece.repeat(1_000_000) });
      expect(await plain(server.port).send(message)).to.deep.include({ outcome: 'failed', retry: true });
      expect(server.texts).to.deep.equal([]);
    });

  it('a server that trickles replies without end is timed out like a silent one', async () => {
    const server = await scripted({ EHLO: '250-a\r\n' });
    const sending = plain(server.port).send(message);
    await eventually('the session is at EHLO', () => server.steps.includes('EHLO'));
    await advance(MINUTE_MS / 2);
    expect(await sending).to.deep.include({ outcome: 'failed', retry: true });
  });

  it('a reply without end is cut at its bound', async () => {
    const server = await scripted({ text: `250-${'x'.repeat(200_000)}` });
    expect(await plain(server.port).send(message)).to.deep.include({ outcome: 'uncertain' });
  });

  const refusals: readonly (readonly [Step, string, boolean])[] = [
    ['greeting', '554 5.7.1 not from there', true],
    ['AUTH', '454 4.7.0 later', true],
    ['AUTH', '535 5.7.8 no', true],
    ['MAIL', '451 later', true],
    ['MAIL', '550 5.7.60 not as this sender', true],
    ['RCPT', '421 4.7.0 too many', true],
    ['RCPT', '450 greylisted', true],
    ['RCPT', '550 5.1.1 unknown user', false],
    ['RCPT', '552 mailbox full', false],
    ['DATA', '451 later', true],
    ['DATA', '554 no', false],
    ['text', '421 going down', true],
    ['text', '451 4.3.0 try again', true],
    ['text', '552 5.3.4 too long', false],
    ['text', '554 5.7.1 spam', false],
    ['text', '503 what text', true],
  ];
  for (const [step, reply, retry] of refusals) {
    it(`the reply ${reply} to ${step} fails the message, ${retry ? '' : 'not '}worth a retry`, async () => {
      const server = await scripted({ [step]: `${reply}\r\n` });
      const outcome = await plain(server.port).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry, references: [] });
      expect(outcome).to.have.property('reason').that.contains(reply).and.contains(`127.0.0.1:${server.port}`);
    });
  }

  it('an unreachable server is worth a retry', async () => {
    const server = await scripted();
    await server.close();
    const outcome = await plain(server.port).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome)
      .to.have.property('reason')
      .that.matches(/is unreachable: .*ECONNREFUSED.*notifications\.email\.smtp\.host/);
  });

  it('an unknown host name is worth a retry', async () => {
    const outcome = await plain(2525, { host: 'mail.depot.invalid' }).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome).to.have.property('reason').that.contains('mail.depot.invalid:2525 not found');
  });

  it('a server without authentication gets no password', async () => {
    const server = await scripted({ EHLO: '250 scripted\r\n' });
    const outcome = await plain(server.port).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(server.steps).to.not.include('AUTH');
  });
});
