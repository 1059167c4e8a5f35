import { expect } from 'chai';
import * as fc from 'fast-check';
import { composeMimeMessage } from '../../../src/channels/email/mime-message.js';
import type { OutgoingMessage } from '../../../src/channels/channel.js';
import { valueOf } from '../../../src/errors.js';
import { readMail } from '../../support/read-mail.js';

const now = Date.parse('2026-11-21T08:22:34Z');
const base: OutgoingMessage = { id: 'm-1', to: 'boss@depot.example', subject: 'Bus 7', text: 'SOS' };

const written = async (message: Partial<OutgoingMessage> = {}, gatewayId = 'gateway-1'): Promise<string> => {
  const letter = await composeMimeMessage({
    message: { ...base, ...message },
    from: 'a@depot.example',
    gatewayId,
    now,
  });
  return valueOf(letter).raw.toString('latin1');
};
const read = async (message: Partial<OutgoingMessage> = {}, gatewayId?: string) =>
  readMail(Buffer.from(await written(message, gatewayId), 'latin1'));

/** The last line of a mail has an end too. */
const whole = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

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

describe('a letter', () => {
  it('says who sends it, when, and that a machine does', async () => {
    const { headers, text } = await read();
    expect([...headers.keys()].sort()).to.deep.equal(names);
    expect(headers.get('from')).to.equal('Waypost <a@depot.example>');
    expect(headers.get('date')).to.equal('Sat, 21 Nov 2026 08:22:34 +0000');
    expect(headers.get('auto-submitted')).to.equal('auto-generated');
    expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(text.trimEnd()).to.equal('SOS');
  });

  it('has a Message-ID of its own for every message of every gateway, and always the same', async () => {
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

  it('has no header but its own, whatever subject and text say', async () => {
    const evil = 'x\r\nBcc: all@depot.example\r\n\r\nhello\u2028Cc: b@c.example\0\u001b[2J';
    const { headers, text } = await read({ subject: evil, text: evil });
    expect([...headers.keys()].sort()).to.deep.equal(names);
    expect(headers.get('subject')).to.equal('x Bcc: all@depot.example hello Cc: b@c.example[2J');
    expect(text).to.contain('x\nBcc: all@depot.example\n\nhello');
  });

  it('has a subject of 200 characters at most, cut between characters', async () => {
    const subject = (await read({ subject: '😀'.repeat(5_000) })).headers.get('subject') ?? '';
    expect(subject).to.equal(`${'😀'.repeat(199)}…`);
    expect((await read({ subject: 'é'.repeat(200) })).headers.get('subject')).to.equal('é'.repeat(200));
  });

  it('without a subject has the beginning of its text for one', async () => {
    const letter = await composeMimeMessage({
      message: { id: 'm-1', to: base.to, text: 'Bus 7: SOS\n41.38 N' },
      from: 'a@depot.example',
      gatewayId: '',
      now,
    });
    expect(readMail(valueOf(letter).raw).headers.get('subject')).to.equal('Bus 7: SOS 41.38 N');
  });

  it('brings every text as it was written, in lines that any server takes', async () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ' ', '.', '=', '\n', 'é', '日', '😀', '\t', 'From ', '-'),
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const raw = await written({ text });
        expect(raw).to.match(/^[\x20-\x7e\t\r\n]*$/);
        for (const line of raw.split('\r\n')) {
          expect(line.length).to.be.at.most(998);
          expect(line).to.not.match(/[\r\n]/);
        }
        expect(readMail(Buffer.from(raw, 'latin1')).text).to.equal(whole(text));
      }),
    );
  });

  it('takes a path or an address in the text for text', async () => {
    for (const text of ['/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/', '{"path":"/etc/passwd"}']) {
      expect((await read({ text })).text).to.equal(whole(text));
    }
  });

  it('is not written when the text is too long for one', async () => {
    const message = { ...base, text: 'x'.repeat(20_001) };
    const letter = await composeMimeMessage({ message, from: 'a@depot.example', gatewayId: '', now });
    expect(letter).to.have.property('message', 'the text has 20001 characters; 20000 are the most');
  });
});
