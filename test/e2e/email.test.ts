import { expect } from 'chai';
import { refusal } from '../support/channels/mail-server.js';
import { readMail } from '../support/channels/read-mail.js';
import { message, smtpOf, useTestEmail } from '../support/channels/test-email.js';

const MINUTE_MS = 60_000;

describe('email', () => {
  const { server, scripted, channel, plain, until, advance } = useTestEmail();

  it('a message is sent over TLS by the signed-in user, to one address, with the reply as its reference', async () => {
    const { port, taken } = await server();
    const email = channel(smtpOf(port), { from: 'alerts@depot.example' });
    expect(await email.send(message)).to.deep.equal({ outcome: 'sent', references: ['250 taken as 1'] });
    expect(taken).to.have.length(1);
    expect(taken[0]).to.deep.include({ from: 'alerts@depot.example', to: ['boss@depot.example'], secure: true });
  });

  const texts: Readonly<Record<string, string>> = {
    'in other alphabets': 'Autobús 7: ¡pánico! Ж 日本語 😀 €\n',
    'with long lines': `${'x'.repeat(3_000)}\n${'ñ'.repeat(3_000)}\n`,
    'with lines that start with dots': '.\n..\n.hidden\n\r\n.\r\nQUIT\r\n'.replaceAll('\r', ''),
    'with blanks at line ends': 'a \n b\t\n=20\n\n\nFrom me\n',
    'of one word': 'hello',
  };
  for (const [name, text] of Object.entries(texts)) {
    it(`a text ${name} arrives unchanged`, async () => {
      const { port, taken } = await server();
      await channel(smtpOf(port)).send({ ...message, subject: text, text });
      const { headers, text: read } = readMail(taken[0]?.raw ?? Buffer.alloc(0));
      expect(read.replace(/\n$/, '')).to.equal(text.replace(/\n$/, ''));
      expect(headers.get('to')).to.equal('boss@depot.example');
    });
  }

  it('simultaneous messages are sent in order over one connection at a time, up to 16', async () => {
    const { port, texts, mostOpen } = await scripted();
    const email = plain(port);
    const ids = Array.from({ length: 17 }, (_, n) => `m-${n}`);
    const outcomes = await Promise.all(ids.map((id) => email.send({ ...message, id, text: id })));
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal([...ids.slice(1).map(() => 'sent'), 'failed']);
    expect(texts.map((text) => text.split('\r\n\r\n')[1])).to.deep.equal(ids.slice(0, 16));
    expect(mostOpen()).to.be.at.most(2);
  });

  it('a hundred messages through a server that fails again and again are each sent once', async () => {
    const failures = [
      { greeting: 'reset' },
      { MAIL: '421 busy\r\n|close' },
      { RCPT: '451 later\r\n' },
      { DATA: 'close' },
    ];
    const { port, texts, follow, steps } = await scripted();
    const email = plain(port);
    for (let n = 0; n < 100; n += 1) {
      for (const failing of failures.slice(n % 5)) {
        follow(failing);
        expect(await email.send({ ...message, id: `m-${n}`, text: `${n}` })).to.include({
          outcome: 'failed',
          retry: true,
        });
      }
      follow({});
      expect(await email.send({ ...message, id: `m-${n}`, text: `${n}` })).to.include({ outcome: 'sent' });
    }
    expect(texts.map((text) => text.split('\r\n\r\n')[1])).to.deep.equal(Array.from({ length: 100 }, (_, n) => `${n}`));
    expect(steps.filter((step) => step === 'greeting')).to.have.length(100 + 20 * (4 + 3 + 2 + 1));
  });

  it('every attempt has the same Message-ID', async () => {
    const { port, texts, follow } = await scripted({ text: 'reset' });
    const email = plain(port);
    expect(await email.send(message)).to.include({ outcome: 'uncertain' });
    follow({});
    expect(await email.send(message)).to.include({ outcome: 'sent' });
    const ids = texts.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
    expect(ids[0]).to.match(/^<[0-9a-f]{32}@depot\.example>\r?$/);
    expect(ids[1]).to.equal(ids[0]);
  });

  const injected = [
    [421, 'onMailFrom', true, 'unavailable'],
    [451, 'onMailFrom', true, 'unavailable'],
    [450, 'onRcptTo', true, 'ready'],
    [550, 'onRcptTo', false, 'ready'],
    [552, 'onRcptTo', false, 'ready'],
  ] as const;
  for (const [code, at, retry, state] of injected) {
    it(`a message rejected with ${code} at ${at} has failed and is ${retry ? '' : 'not '}worth a retry`, async () => {
      const { port } = await server({
        [at]: (_address: unknown, _session: unknown, callback: (error: Error) => void) => {
          callback(refusal(code, 'no'));
        },
      });
      const email = channel(smtpOf(port));
      expect(await email.send(message)).to.deep.include({ outcome: 'failed', retry });
      expect(email.status().state).to.equal(state);
    });
  }

  it('a message without a final reply is uncertain', async () => {
    let received = false;
    const { port } = await server({
      onData(stream) {
        stream.resume().on('end', () => (received = true));
      },
    });
    const sending = channel(smtpOf(port)).send(message);
    await until('the server has received it', () => received);
    await advance(MINUTE_MS);
    expect(await sending).to.include({ outcome: 'uncertain' });
  });
});
