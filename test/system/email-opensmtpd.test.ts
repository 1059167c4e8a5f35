import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Channel } from '../../src/channels/channel.js';
import { createEmail } from '../../src/channels/email/email.js';
import { silentLogger } from '../../src/logger.js';
import { timers } from '../../src/time/clock.js';
import { eventually } from '../support/gateway/eventually.js';
import { freePort } from '../support/gateway/free-port.js';
import { NOW, smtpOf } from '../support/channels/test-email.js';

/** The mail as parsed by Python, an independent parser. */
const readWithPython = (path: string): { subject: string; text: string; to: string; id: string } => {
  const script = [
    'import email, email.policy, json, sys',
    "mail = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)",
    "print(json.dumps({'subject': mail['subject'], 'to': mail['to'], 'id': mail['message-id'], 'text': mail.get_content()}))",
  ].join('\n');
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })) as ReturnType<
    typeof readWithPython
  >;
};

describe('OpenSMTPD', () => {
  let folder = '';
  let smtpd: ChildProcess;
  let email: Channel;
  const box = (): string => join(folder, 'mail', 'new');

  before(async () => {
    // The user of the mail server must reach it, so it is not below a private folder.
    folder = mkdtempSync('/tmp/waypost-smtpd-');
    chmodSync(folder, 0o755);
    const mail = join(folder, 'mail');
    mkdirSync(mail);
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })));
    chownSync(mail, uid ?? 0, gid ?? 0);
    const port = await freePort();
    const conf = join(folder, 'smtpd.conf');
    writeFileSync(
      conf,
      [
        `listen on 127.0.0.1 port ${port}`,
        'table people { "@" = "nobody" }',
        `action "keep" maildir "${mail}" virtual <people>`,
        'match from any for domain "depot.example" action "keep"',
        '',
      ].join('\n'),
    );
    smtpd = spawn('smtpd', ['-d', '-f', conf], { stdio: 'ignore' });
    const smtp = smtpOf(port, { requireTls: false, user: '', password: '' });
    email = createEmail({
      config: { smtp, from: 'gateway@depot.example' },
      gatewayId: () => 'gateway-1',
      now: () => NOW,
      timers,
      logger: silentLogger,
    });
    await eventually('it listens', async () => {
      const probe = await email.send({ id: 'm-0', to: 'boss@elsewhere.example', text: '' });
      return !('reason' in probe && probe.reason.includes('is unreachable'));
    });
  });
  after(async () => {
    await email.stop();
    smtpd.kill();
    await once(smtpd, 'close');
    rmSync(folder, { recursive: true });
  });

  it('the mail server stores a sent mail with the same subject and text', async () => {
    const subject = 'Autobús 7: ¡pánico! Ж 日本語 😀';
    const text = `Bus 7: panic, 41.38 N €\n.\n..\n.dot\n${'x'.repeat(2_000)} ${'日本'.repeat(700)}\n--\nFrom Waypost\n`;
    const outcome = await email.send({ id: 'm-1', to: 'boss@depot.example', subject, text });
    expect(outcome.outcome).to.equal('sent');
    await eventually('it is in the mailbox', () => existsSync(box()) && readdirSync(box()).length === 1);
    const [name = ''] = readdirSync(box());
    const mail = readWithPython(join(box(), name));
    expect(mail).to.include({ subject, text, to: 'boss@depot.example' });
    expect(readFileSync(join(box(), name), 'utf8')).to.contain(`Message-ID: ${mail.id}`);
  });

  it('a refused recipient domain is a permanent failure', async () => {
    const outcome = await email.send({ id: 'm-2', to: 'boss@elsewhere.example', text: 'hello' });
    expect(outcome).to.deep.include({ outcome: 'failed', retry: false });
    expect(outcome).to.have.property('reason').that.contains('rejects mail to boss@elsewhere.example: 550');
  });
});
