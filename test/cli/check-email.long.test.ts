import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';
import { PASSWORD, startMailServer, USER, type MailServer } from '../support/channels/mail-server.js';
import { smtpOf } from '../support/channels/test-email.js';
import { openKeys } from '../../src/store/keys.js';
import { openSecrets } from '../../src/store/secrets.js';
import { openTestStore } from '../support/store/store.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

describe('waypost check --email', () => {
  const folder = useFolder();
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(async () => {
    killAll();
    await server.close();
  });

  async function check(smtp: object, env: NodeJS.ProcessEnv = {}, ...more: readonly string[]) {
    const config = join(folder(), 'waypost.json');
    writeFileSync(config, JSON.stringify({ notifications: { email: { smtp } } }));
    const { ended, output } = runWaypost(['check', '--email', '--config', config, ...more], { env });
    const code = await ended;
    return { code, output: output() };
  }

  it('the check connects and signs in, sends nothing, and exits with 0', async () => {
    const found = await check(smtpOf(server.port, { password: 'another' }), {
      WAYPOST_NOTIFICATIONS_EMAIL_SMTP_PASSWORD: PASSWORD,
    });
    expect(found).to.deep.equal({
      code: 0,
      output: `127.0.0.1:${server.port}: mail from ${USER} can be sent as ${USER}\n`,
    });
    expect(server.taken).to.deep.equal([]);
  });

  it('an error states the problem and the fix without the password, and the exit status is 1', async () => {
    const { code, output } = await check(smtpOf(server.port, { password: `not ${PASSWORD}` }));
    expect(code).to.equal(1);
    expect(output).to.match(
      /^fault: notifications\.email: .* rejects the user depot@depot\.example: 535 .*\n {2}→ correct /,
    );
    expect(output).to.not.contain(PASSWORD);
  });

  it('--json prints the same as JSON', async () => {
    const { code, output } = await check(smtpOf(server.port, { allowSelfSigned: false }), {}, '--json');
    expect(code).to.equal(1);
    const { findings } = JSON.parse(output) as { findings: Record<string, string>[] };
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ file: 'notifications.email', weight: 'fault' });
    expect(findings[0]).to.have.property('remedy').that.contains('notifications.email.smtp.caFile');
  });

  it('the check uses the mail server and the password that were set while the gateway ran', async () => {
    const data = join(folder(), 'data');
    const { password, ...smtp } = smtpOf(server.port, { password: PASSWORD });
    const store = await openTestStore(data);
    await openKeys(data);
    const { saveSettings } = await openSecrets(data);
    await saveSettings({ 'notifications.email.smtp.password': password, 'notifications.sms.pin': '' });
    await store.append(
      Object.entries(smtp).map(([key, value]) => {
        return { kind: 'setting', v: { key: `notifications.email.smtp.${key}`, value } } as const;
      }),
    );
    const found = await check({}, {}, '--data', data);
    await store.close();
    expect(found).to.deep.equal({
      code: 0,
      output: `127.0.0.1:${server.port}: mail from ${USER} can be sent as ${USER}\n`,
    });
  });

  it('the check reports that email is off if no server is configured', async () => {
    const { code, output } = await check({});
    expect(code).to.equal(1);
    expect(output).to.contain('email is off\n  → set notifications.email.smtp.host to the mail server');
  });
});
