import { writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { createSelfSigned } from '../../src/tls/self-signed.js';
import { useFolder } from '../support/store/folder.js';
import { testCertificate } from '../support/channels/mail-server.js';
import { message, smtpOf, useTestEmail } from '../support/channels/test-email.js';

/** A man in the middle that removes STARTTLS; `received` is what it could read. */
async function startStripper(port: number) {
  let received = '';
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (/^STARTTLS/im.test(text)) near.write('454 TLS not available\r\n');
      else far.write(text, 'latin1');
    });
    far.setEncoding('latin1').on('data', (text: string) => near.write(text.replace(/STARTTLS/g, 'XNOTHING'), 'latin1'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    close: () =>
      new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}

describe('a mail server over TLS', () => {
  const { server, channel, kept } = useTestEmail();
  const folder = useFolder();

  for (const secure of [false, true]) {
    const name = secure ? 'TLS from the first byte' : 'STARTTLS';

    it(`a server with ${name} and an untrusted certificate is refused`, async () => {
      const { port, taken } = await server({ secure });
      const outcome = await channel(smtpOf(port, { secure, allowSelfSigned: false })).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
      expect(outcome)
        .to.have.property('reason')
        .that.matches(/certificate of .* is not trusted: .*notifications\.email\.smtp\.caFile/);
      expect(taken).to.deep.equal([]);
    });

    it(`a server with ${name} and any certificate is accepted with allowSelfSigned`, async () => {
      const { port, taken } = await server({ secure });
      expect(await channel(smtpOf(port, { secure })).send(message)).to.include({ outcome: 'sent' });
      expect(taken).to.have.length(1);
      expect(taken[0]).to.include({ secure: true });
    });

    it(`a server with ${name} and the configured certificate is accepted`, async () => {
      const caFile = join(folder(), 'ca.pem');
      writeFileSync(caFile, (await testCertificate()).cert);
      const { port } = await server({ secure });
      const email = channel(smtpOf(port, { host: 'localhost', secure, caFile, allowSelfSigned: false }));
      expect(await email.send(message)).to.include({ outcome: 'sent' });
    });

    it(`a server with ${name} and another certificate than the configured one is refused`, async () => {
      const caFile = join(folder(), 'ca.pem');
      writeFileSync(caFile, (await createSelfSigned({ names: ['localhost'], from: 0, to: 4e12 })).cert);
      const { port } = await server({ secure });
      const email = channel(smtpOf(port, { host: 'localhost', secure, caFile, allowSelfSigned: false }));
      expect(await email.send(message)).to.include({ outcome: 'failed', retry: true });
    });
  }

  it('nothing is sent if the configured file has no certificate', async () => {
    const caFile = join(folder(), 'ca.pem');
    writeFileSync(caFile, 'noise');
    for (const secure of [false, true]) {
      const { port, taken } = await server({ secure });
      const outcome = await channel(smtpOf(port, { secure, caFile, allowSelfSigned: false })).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
      expect(taken).to.deep.equal([]);
    }
  });

  it('the reason names a CA file that cannot be read', async () => {
    const { port } = await server();
    const outcome = await channel(smtpOf(port, { caFile: '/nowhere/ca.pem' })).send(message);
    expect(outcome)
      .to.have.property('reason')
      .that.contains('notifications.email.smtp.caFile: cannot read /nowhere/ca.pem');
  });

  it('nothing is sent without TLS if a man in the middle removes STARTTLS', async () => {
    const { port, taken } = await server({ allowInsecureAuth: true });
    const stripper = kept(await startStripper(port));
    const outcome = await channel(smtpOf(stripper.port)).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome).to.have.property('reason').that.contains('offers no TLS (STARTTLS): 454 TLS not available');
    expect(stripper.received()).to.match(/^EHLO [^\r]*\r\nSTARTTLS\r\n$/);
    expect(taken).to.deep.equal([]);
  });

  it('a message is sent without TLS if the configuration allows it', async () => {
    const { port, taken } = await server({ allowInsecureAuth: true });
    const stripper = kept(await startStripper(port));
    expect(await channel(smtpOf(stripper.port, { requireTls: false })).send(message)).to.include({ outcome: 'sent' });
    expect(taken[0]).to.include({ secure: false });
  });

  it('a server that does not start with TLS fails with secure, and the reason names the key', async () => {
    const { port } = await server();
    const outcome = await channel(smtpOf(port, { secure: true })).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome)
      .to.have.property('reason')
      .that.contains('set notifications.email.smtp.secure to true for port 465');
  });
});
