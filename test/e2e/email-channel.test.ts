import { expect } from 'chai';
import { createLogKeeper } from '../support/log-lines.js';
import { PASSWORD, USER } from '../support/mail-server.js';
import { message, smtpOf, useTestEmail } from '../support/test-email.js';

const minuteMs = 60_000;

describe('the email channel', () => {
  const { server, scripted, channel, plain, untilState, until, advance } = useTestEmail();

  it('is ready once the server takes the user, with nothing sent', async () => {
    const { port, taken } = await server();
    const email = channel(smtpOf(port));
    expect(email.status()).to.deep.equal({ state: 'starting', reason: null });
    email.start(() => undefined);
    await untilState(email, 'ready');
    expect(email.status()).to.deep.equal({ state: 'ready', reason: null });
    expect(taken).to.deep.equal([]);
  });

  it('says why it is not ready and what to do, and is ready a minute after the server is', async () => {
    const { port, follow } = await scripted({ greeting: '554 no\r\n' });
    const email = plain(port);
    email.start(() => undefined);
    await untilState(email, 'unavailable');
    expect(email.status().reason).to.equal(`127.0.0.1:${port} turns the gateway away: 554 no; it is tried again later`);
    follow({});
    await advance(minuteMs);
    await untilState(email, 'ready');
  });

  it('does not try a refused user again within ten minutes, and then does', async () => {
    const { port, steps, follow } = await scripted({ AUTH: `535 5.7.8 no ${PASSWORD}\r\n` });
    const log = createLogKeeper();
    const email = channel(smtpOf(port, { requireTls: false }), { logger: log.logger });
    const outcome = await email.send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: false });
    expect(outcome)
      .to.have.property('reason')
      .that.contains(`127.0.0.1:${port} refuses the user ${USER}: 535 5.7.8 no`);
    expect(outcome).to.have.property('reason').that.contains('notifications.email.smtp.password');
    await advance(9 * minuteMs);
    for (let n = 0; n < 20; n += 1) expect(await email.send(message)).to.deep.equal(outcome);
    expect(steps.filter((step) => step === 'AUTH')).to.have.length(1);
    expect(log.lines()).to.have.length(1);

    follow({});
    await advance(minuteMs);
    await untilState(email, 'ready');
    expect(await email.send(message)).to.include({ outcome: 'sent' });
  });

  it('tells the password to nobody but the server, even if the server does', async () => {
    const encoded = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64');
    const echo = `you said ${PASSWORD} as ${encoded} or ${Buffer.from(PASSWORD).toString('base64')}`;
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
    expect(text).to.contain('you said *** as *** or ***');
    for (const secret of [PASSWORD, encoded, Buffer.from(PASSWORD).toString('base64')]) {
      expect(text).to.not.contain(secret);
    }
  });

  it('refuses what is no mail address before the server hears of it', async () => {
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

  it('says which key of the configuration is missing', async () => {
    const smtp = smtpOf(2525, { user: 'depot' });
    expect(await channel(smtp).send(message))
      .to.have.property('reason')
      .that.contains('notifications.email.from');
    const outcome = await channel({ ...smtp, password: '' }, { from: USER }).send(message);
    expect(outcome).to.have.property('reason').that.contains('notifications.email.smtp.password is empty');
  });

  it('stops in the midst of anything, and says what is known by then', async () => {
    const { port, texts, steps, follow } = await scripted({ text: 'silence' });
    const email = plain(port);
    const [given, waits] = [email.send(message), email.send(message)];
    await until('it is given', () => texts.length === 1);
    await email.stop();
    expect(await given).to.include({ outcome: 'uncertain' });
    expect(await waits).to.deep.include({ outcome: 'failed', retry: true, reason: 'the gateway stopped' });
    expect(await email.send(message)).to.include({ outcome: 'failed', retry: true });

    follow({ RCPT: 'silence' });
    steps.length = 0;
    const other = plain(port);
    other.start(() => undefined);
    const begun = other.send(message);
    await until('it is at RCPT', () => steps.includes('RCPT'));
    await other.stop();
    expect(await begun).to.deep.include({ outcome: 'failed', retry: true, reason: 'the gateway stopped' });
  });
});
