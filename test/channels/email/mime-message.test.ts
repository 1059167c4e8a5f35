import { expect } from 'chai';
import * as fc from 'fast-check';
import { composeMimeMessage } from '../../../src/channels/email/mime-message.js';
import type { OutgoingMessage } from '../../../src/channels/channel.js';
import { valueOf } from '../../../src/errors.js';
import { readMail } from '../../support/channels/read-mail.js';

const now = Date.parse('2026-11-21T08:22:34Z');
const base: OutgoingMessage = { id: 'm-1', to: 'boss@depot.example', subject: 'Bus 7', text: 'SOS' };

const compose = async (message: Partial<OutgoingMessage> = {}, gatewayId = 'gateway-1'): Promise<string> => {
  const mail = await composeMimeMessage({
    message: { ...base, ...message },
    from: 'a@depot.example',
    gatewayId,
    now,
  });
  return valueOf(mail).raw.toString('latin1');
};
const read = async (message: Partial<OutgoingMessage> = {}, gatewayId?: string) =>
  readMail(Buffer.from(await compose(message, gatewayId), 'latin1'));

/** In a mail, the last line has a line end too. */
const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const names = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

describe('composeMimeMessage', () => {
  it('a mail has its sender, its date and the mark of automatic mail', async () => {
    const { headers, text } = await read();
    expect([...headers.keys()].sort()).to.deep.equal(names);
    expect(headers.get('from')).to.equal('Waypost <a@depot.example>');
    expect(headers.get('date')).to.equal('Sat, 21 Nov 2026 08:22:34 +0000');
    expect(headers.get('auto-submitted')).to.equal('auto-generated');
    expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(text.trimEnd()).to.equal('SOS');
  });

  it('each message of each gateway has its own Message-ID, the same for every attempt', async () => {
    const ids = await Promise.all(
      [[base], [base], [{ id: 'm-2' }], [base, 'gateway-2'], [{ id: '\r\nBcc: x@y.example' }]].map(
        async ([message, id]) =>
          (await read(message as Partial<OutgoingMessage>, id as string | undefined)).headers.get('message-id'),
      ),
    );
    expect(ids[1]).to.equal(ids[0]);
    expect(new Set(ids).size).to.equal(4);
    for (const id of ids) expect(id).to.match(/^<[0-9a-f]{32}@depot\.example>$/);
  });

  it('subject and text cannot inject headers', async () => {
    const evil = 'x\r\nBcc: all@depot.example\r\n\r\nhello\u2028Cc: b@c.example\0\u001b\u009b\u202e[2J';
    const { headers, text } = await read({ subject: evil, text: evil });
    expect([...headers.keys()].sort()).to.deep.equal(names);
    expect(headers.get('subject')).to.equal('x Bcc: all@depot.example hello Cc: b@c.example[2J');
    expect(text).to.contain('x\nBcc: all@depot.example\n\nhello');
  });

  it('the subject is cut between characters to at most 200', async () => {
    const subject = (await read({ subject: '😀'.repeat(5_000) })).headers.get('subject') ?? '';
    expect(subject).to.equal(`${'😀'.repeat(199)}…`);
    expect((await read({ subject: 'é'.repeat(200) })).headers.get('subject')).to.equal('é'.repeat(200));
  });

  it('a message without a subject uses the start of its text', async () => {
    const mail = await composeMimeMessage({
      message: { id: 'm-1', to: base.to, text: 'Bus 7: SOS\n41.38 N' },
      from: 'a@depot.example',
      gatewayId: '',
      now,
    });
    expect(readMail(valueOf(mail).raw).headers.get('subject')).to.equal('Bus 7: SOS 41.38 N');
  });

  it('any text arrives unchanged, in lines that every server accepts', async () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ' ', '.', '=', '\n', 'é', '日', '😀', '\t', 'From ', '-'),
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const raw = await compose({ text });
        expect(raw).to.match(/^[\x20-\x7e\t\r\n]*$/);
        for (const line of raw.split('\r\n')) {
          expect(line.length).to.be.at.most(998);
          expect(line).to.not.match(/[\r\n]/);
        }
        expect(readMail(Buffer.from(raw, 'latin1')).text).to.equal(withLineEnd(text));
      }),
    );
  });

  it('a path or URL in the text stays text', async () => {
    for (const text of ['/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/', '{"path":"/etc/passwd"}']) {
      expect((await read({ text })).text).to.equal(withLineEnd(text));
    }
  });

  it('a text that is too long is refused with its length', async () => {
    const message = { ...base, text: 'x'.repeat(20_001) };
    const mail = await composeMimeMessage({ message, from: 'a@depot.example', gatewayId: '', now });
    expect(mail).to.have.property('message', 'the text has 20001 characters; the maximum is 20000');
  });
});
