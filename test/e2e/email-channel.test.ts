import { expect } from 'chai';
import { createLogKeeper } from '../support/gateway/log-lines.js';
import { PASSWORD, USER } from '../support/channels/mail-server.js';
import { message, smtpOf, useTestEmail } from '../support/channels/test-email.js';

const MINUTE_MS = 60_000;

describe('the email channel', () => {
  const { server, scripted, channel, plain, untilState, until, advance } = useTestEmail();

  it('the channel is ready once the server accepts the user, and sends nothing for that', async () => {
    const { port, taken } = await server();
    const email = channel(smtpOf(port));
    expect(email.status()).to.deep.equal({ state: 'starting', reason: null });
    email.start(() => undefined);
    await untilState(email, 'ready');
    expect(email.status()).to.deep.equal({ state: 'ready', reason: null });
    expect(taken).to.deep.equal([]);
  });

  it('an unavailable channel states the reason and the fix, and is ready a minute after the server is', async () => {
    const { port, follow } = await scripted({ greeting: '554 no\r\n' });
    const email = plain(port);
    email.start(() => undefined);
    await untilState(email, 'unavailable');
    expect(email.status().reason).to.equal(
      `127.0.0.1:${port} rejects the connection: 554 no; the gateway tries again later`,
    );
    follow({});
    await advance(MINUTE_MS);
    await untilState(email, 'ready');
  });

  it('a rejected user is tried again after ten minutes, not before', async () => {
    const { port, steps, follow } = await scripted({ AUTH: `535 5.7.8 no ${PASSWORD}\r\n` });
    const log = createLogKeeper();
    const email = channel(smtpOf(port, { requireTls: false }), { logger: log.logger });
    const outcome = await email.send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true, isChannelFault: true });
    expect(outcome)
      .to.have.property('reason')
      .that.contains(`127.0.0.1:${port} rejects the user ${USER}: 535 5.7.8 no`);
    expect(outcome).to.have.property('reason').that.contains('notifications.email.smtp.password');
    await advance(9 * MINUTE_MS);
    for (let n = 0; n < 20; n += 1) expect(await email.send(message)).to.deep.equal(outcome);
    expect(steps.filter((step) => step === 'AUTH')).to.have.length(1);
    expect(log.lines()).to.have.length(1);

    follow({});
    await advance(MINUTE_MS);
    await untilState(email, 'ready');
    expect(await email.send(message)).to.include({ outcome: 'sent' });
  });

  it('the password appears in no reason and no log line, even if the server repeats it', async () => {
    const encoded = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64');
    const echo = `you sent ${PASSWORD} as ${encoded} or ${Buffer.from(PASSWORD).toString('base64')}`;
    const log = createLogKeeper();
    const seen: unknown[] = [];
    for (const step of ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'text'] as const) {
      for (const code of ['454', '554', ...(step === 'text' ? ['250'] : [])]) {
        const { port } = await scripted({ [step]: `${code} ${echo}\r\n` });
        const email = channel(smtpOf(port, { requireTls: false }), { logger: log.logger });
        seen.push(await email.send(message), email.status());
      }
    }
    const text = JSON.stringify(seen) + log.text();
    expect(text).to.contain('you sent *** as *** or ***');
    for (const secret of [PASSWORD, encoded, Buffer.from(PASSWORD).toString('base64')]) {
      expect(text).to.not.contain(secret);
    }
  });

  it('an invalid mail address is refused before anything is sent to the server', async () => {
    const { port, steps } = await scripted();
    const email = plain(port);
    for (const to of [
      '',
      'boss',
      'a@b.example, c@d.example',
      'a@b.example\r\nRCPT TO:<c@d.example>',
      `${'a'.repeat(9e4)}@b.example`,
    ]) {
      const outcome = await email.send({ ...message, to });
      expect(outcome).to.deep.include({ outcome: 'failed', retry: false });
      expect(outcome).to.have.property('reason').with.length.below(300);
    }
    expect(steps).to.deep.equal([]);
  });

  it('the reason names the missing key of the configuration', async () => {
    const smtp = smtpOf(2525, { user: 'depot' });
    expect(await channel(smtp).send(message))
      .to.have.property('reason')
      .that.contains('notifications.email.from');
    const outcome = await channel({ ...smtp, password: '' }, { from: USER }).send(message);
    expect(outcome).to.have.property('reason').that.contains('notifications.email.smtp.password is empty');
  });

  it('a stop settles every message with what is known by then', async () => {
    const { port, texts, steps, follow } = await scripted({ text: 'silence' });
    const email = plain(port);
    const [handedOver, waiting] = [email.send(message), email.send(message)];
    await until('the text is handed over', () => texts.length === 1);
    await email.stop();
    expect(await handedOver).to.include({ outcome: 'uncertain' });
    expect(await waiting).to.deep.include({ outcome: 'failed', retry: true, reason: 'the gateway stopped' });
    expect(await email.send(message)).to.include({ outcome: 'failed', retry: true });

    follow({ RCPT: 'silence' });
    steps.length = 0;
    const other = plain(port);
    other.start(() => undefined);
    const started = other.send(message);
    await until('the session is at RCPT', () => steps.includes('RCPT'));
    await other.stop();
    expect(await started).to.deep.include({ outcome: 'failed', retry: true, reason: 'the gateway stopped' });
  });
});
