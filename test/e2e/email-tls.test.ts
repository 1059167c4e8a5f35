import { writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { createSelfSigned } from '../../src/tls/self-signed.js';
import { useFolder } from '../support/folder.js';
import { testCertificate } from '../support/mail-server.js';
import { message, smtpOf, useTestEmail } from '../support/test-email.js';

/** Somebody on the way who would rather have no TLS; `heard` is what he could read. */
async function startStripper(port: number) {
  let heard = '';
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
      if (/^STARTTLS/im.test(text)) near.write('454 TLS not available\r\n');
      else far.write(text, 'latin1');
    });
    far.setEncoding('latin1').on('data', (text: string) => near.write(text.replace(/STARTTLS/g, 'XNOTHING'), 'latin1'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
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
    const name = secure ? 'from the first byte' : 'that begins with STARTTLS';

    it(`${name} is refused when nobody vouches for its certificate`, async () => {
      const { port, taken } = await server({ secure });
      const outcome = await channel(smtpOf(port, { secure, allowSelfSigned: false })).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
      expect(outcome)
        .to.have.property('reason')
        .that.matches(/certificate of .* is not trusted: .*notifications\.email\.smtp\.caFile/);
      expect(taken).to.deep.equal([]);
    });

    it(`${name} is taken when any certificate will do`, async () => {
      const { port, taken } = await server({ secure });
      expect(await channel(smtpOf(port, { secure })).send(message)).to.include({ outcome: 'sent' });
      expect(taken).to.have.length(1);
      expect(taken[0]).to.include({ secure: true });
    });

    it(`${name} is taken when its certificate is the configured one`, async () => {
      const caFile = join(folder(), 'ca.pem');
      writeFileSync(caFile, (await testCertificate()).cert);
      const { port } = await server({ secure });
      const email = channel(smtpOf(port, { host: 'localhost', secure, caFile, allowSelfSigned: false }));
      expect(await email.send(message)).to.include({ outcome: 'sent' });
    });

    it(`${name} is refused when the configured certificate is another's`, async () => {
      const caFile = join(folder(), 'ca.pem');
      writeFileSync(caFile, (await createSelfSigned({ names: ['localhost'], from: 0, to: 4e12 })).cert);
      const { port } = await server({ secure });
      const email = channel(smtpOf(port, { host: 'localhost', secure, caFile, allowSelfSigned: false }));
      expect(await email.send(message)).to.include({ outcome: 'failed', retry: true });
    });
  }

  it('is not spoken to when the configured file holds no certificate', async () => {
    const caFile = join(folder(), 'ca.pem');
    writeFileSync(caFile, 'rubbish');
    for (const secure of [false, true]) {
      const { port, taken } = await server({ secure });
      const outcome = await channel(smtpOf(port, { secure, caFile, allowSelfSigned: false })).send(message);
      expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
      expect(taken).to.deep.equal([]);
    }
  });

  it('says which file it can not read', async () => {
    const { port } = await server();
    const outcome = await channel(smtpOf(port, { caFile: '/nowhere/ca.pem' })).send(message);
    expect(outcome)
      .to.have.property('reason')
      .that.contains('notifications.email.smtp.caFile /nowhere/ca.pem can not be read');
  });

  it('is not spoken to without TLS when somebody on the way takes STARTTLS away', async () => {
    const { port, taken } = await server({ allowInsecureAuth: true });
    const stripper = kept(await startStripper(port));
    const outcome = await channel(smtpOf(stripper.port)).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome).to.have.property('reason').that.contains('offers no TLS (STARTTLS): 454 TLS not available');
    expect(stripper.heard()).to.match(/^EHLO [^\r]*\r\nSTARTTLS\r\n$/);
    expect(taken).to.deep.equal([]);
  });

  it('is spoken to without it where the configuration says so', async () => {
    const { port, taken } = await server({ allowInsecureAuth: true });
    const stripper = kept(await startStripper(port));
    expect(await channel(smtpOf(stripper.port, { requireTls: false })).send(message)).to.include({ outcome: 'sent' });
    expect(taken[0]).to.include({ secure: false });
  });

  it('is told from one without: who is called over TLS and does not answer so is no such server', async () => {
    const { port } = await server();
    const outcome = await channel(smtpOf(port, { secure: true })).send(message);
    expect(outcome).to.deep.include({ outcome: 'failed', retry: true });
    expect(outcome).to.have.property('reason').that.contains('notifications.email.smtp.secure is for port 465');
  });
});
