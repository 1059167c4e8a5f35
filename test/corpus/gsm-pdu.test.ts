import { expect } from 'chai';
import { decodeReceived } from '../../src/channels/sms/pdu/received.js';
import { valueOf } from '../../src/errors.js';
import { readSubmit } from '../../src/simulator/modem/sms-pdu.js';
import { casesOf, createTally } from './corpus.js';

type Asserted = { readonly address?: string; readonly text?: string; readonly time?: string };

/** All cases are received PDUs, except one that was sent. */
function read(hex: string): Asserted {
  const submit = readSubmit(hex.startsWith('0011') ? hex : '');
  if (submit !== undefined) return { address: submit.to, text: submit.text };
  const received = valueOf(decodeReceived(hex));
  if (received.type !== 'deliver') throw new Error(`${hex}: not a DELIVER`);
  return { address: received.from, text: received.text, time: received.sentAt };
}

const withPlus = (number: string): string => number.replace(/^\+?/, '+');

describe('SMS PDUs', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('every PDU has the asserted content', () => {
    const cases = casesOf<Asserted>('gsm-pdu.jsonl');
    for (const { input, expected, source } of cases) {
      // The source omits the + of most senders.
      const asserted = { ...expected, ...(expected.address !== undefined && { address: withPlus(expected.address) }) };
      expect(read(input), source).to.deep.include(asserted);
      tally.add('PDUs');
    }
    expect(cases).to.not.have.length(0);
  });
});
