import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import type { Deed, Step } from '../support/scripted-mail-server.js';
import { message, useTestEmail } from '../support/test-email.js';

const beforeText: readonly Step[] = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'];
const minuteMs = 60_000;

describe('a dialogue that breaks', () => {
  const { scripted, plain, advance } = useTestEmail();

  for (const step of beforeText) {
    for (const deed of ['reset', 'close', '25', '4', '421 busy\r\n|close', '451-wait\r\n', 'rubbish\r\n|close']) {
      it(`at ${step} by ${JSON.stringify(deed)} sends nothing, and may be begun again`, async () => {
        const server = await scripted({ [step]: /^\d+$|-/.test(deed) ? `${deed}|close` : deed });
        const outcome = await plain(server.port).send(message);
        expect(outcome).to.deep.include({ outcome: 'failed', retry: true, references: [] });
        expect(server.texts).to.deep.equal([]);
      });
    }

    it(`at ${step} by silence ends within half a minute, and may be begun again`, async () => {
      const server = await scripted({ [step]: 'silence' });
      const sending = plain(server.port).send(message);
      await eventually(`it is at ${step}`, () => server.steps.includes(step));
      await advance(minuteMs / 2);
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
    it(`after the text by ${JSON.stringify(deed)} is uncertain`, async () => {
      const server = await scripted({ text: deed });
      const outcome = await plain(server.port).send(message);
      expect(outcome).to.deep.include({ outcome: 'uncertain', references: [] });
      expect(server.texts).to.have.length(1);
    });
  }

  it('after the text by silence is uncertain, a minute later', async () => {
    const server = await scripted({ text: 'silence' });
    const sending = plain(server.port).send(message);
    await eventually('the text is given', () => server.texts.length === 1);
    await advance(minuteMs);
    expect(await sending).to.deep.include({ outcome: 'uncertain' });
  });

  it('by a server that says a little for ever ends as one that says nothing', async () => {
    const server = await scripted({ EHLO: '250-a\r\n' });
    const sending = plain(server.port).send(message);
    await eventually('it is at EHLO', () => server.steps.includes('EHLO'));
    await advance(minuteMs / 2);
    expect(await sending).to.deep.include({ outcome: 'failed', retry: true });
  });

  it('by a reply without end takes no more than its share of memory', async () => {
    const server = await scripted({ text: `250-${'x'.repeat(200_000)}` });
    expect(await plain(server.port).send(message)).to.deep.include({ outcome: 'uncertain' });
  });

  const refusals: readonly (readonly [Step, string, boolean])[] = [
    ['greeting', '554 5.7.1 not from there', true],
    ['AUTH', '454 4.7.0 later', true],
    ['AUTH', '535 5.7.8 no', false],
    ['MAIL', '451 later', true],
    ['MAIL', '550 5.7.60 not as this sender', false],
    ['RCPT', '421 4.7.0 too many', true],
    ['RCPT', '450 greylisted', true],
    ['RCPT', '550 5.1.1 nobody', false],
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
    it(`refused with ${reply} at ${step} has failed, and ${retry ? 'may' : 'need not'} be tried again`, async () => {
      const server = await scripted({ [step]: `${reply}\r\n` });
      const outcome = await plain(server.port).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry, references: [] });
      expect(outcome).to.have.property('reason').that.contains(reply).and.contains(`127.0.0.1:${server.port}`);
    });
  }

  it('because nobody listens there may be tried again', async () => {
    const server = await scripted();
    await server.close();
    const outcome = await plain(server.port).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome)
      .to.have.property('reason')
      .that.matches(/is not reached: .*ECONNREFUSED.*notifications\.email\.smtp\.host/);
  });

  it('because its name is unknown may be tried again', async () => {
    const outcome = await plain(2525, { host: 'mail.depot.invalid' }).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome).to.have.property('reason').that.contains('mail.depot.invalid:2525 is not found');
  });

  it('because nobody is to sign in there says so, and gives the password to nobody', async () => {
    const server = await scripted({ EHLO: '250 scripted\r\n' });
    const outcome = await plain(server.port).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(server.steps).to.not.include('AUTH');
  });
});
