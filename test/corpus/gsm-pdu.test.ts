import { expect } from 'chai';
import { decodeReceived } from '../../src/channels/sms/pdu/received.js';
import { valueOf } from '../../src/errors.js';
import { readSubmit } from '../../src/simulator/modem/sms-pdu.js';
import { casesOf, createTally } from './corpus.js';

type Asserted = { readonly address?: string; readonly text?: string; readonly time?: string };

/** What is asserted is of one who receives, but for one case, whose PDU is of one who sends. */
function read(hex: string): Asserted {
  const submit = readSubmit(hex.startsWith('0011') ? hex : '');
  if (submit !== undefined) return { address: submit.to, text: submit.text };
  const received = valueOf(decodeReceived(hex));
  if (received.type !== 'deliver') throw new Error(`${hex}: no DELIVER`);
  return { address: received.from, text: received.text, time: received.sentAt };
}

const withPlus = (number: string): string => number.replace(/^\+?/, '+');

describe('PDUs of SMS', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('say what others read in them', () => {
    const cases = casesOf<Asserted>('gsm-pdu.jsonl');
    for (const { input, expected, source } of cases) {
      // The source leaves the + of most senders out.
      const asserted = { ...expected, ...(expected.address !== undefined && { address: withPlus(expected.address) }) };
      expect(read(input), source).to.deep.include(asserted);
      tally.add('PDUs');
    }
    expect(cases).to.not.have.length(0);
  });
});
