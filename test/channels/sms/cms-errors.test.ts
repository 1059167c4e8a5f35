import { expect } from 'chai';
import { atErrorOf } from '../../../src/channels/sms/at-response.js';
import { classifyError } from '../../../src/channels/sms/cms-errors.js';

const classOf = (line: string) => {
  const error = atErrorOf(line);
  if (error === undefined) throw new Error(`${line} is no error`);
  return classifyError(error);
};

describe('the errors of a modem after the text', () => {
  /** the line, what happens to the message, and words of the reason */
  const lines: readonly (readonly [line: string, kind: 'fails' | 'waits' | 'holds' | 'twice', reason: string])[] = [
    // 3GPP TS 24.011, annex E-2
    ['+CMS ERROR: 1', 'fails', 'the number is not assigned'],
    ['+CMS ERROR: 8', 'holds', 'bars this SIM'],
    ['+CMS ERROR: 10', 'holds', 'barred for this SIM'],
    ['+CMS ERROR: 21', 'holds', 'check its credit'],
    ['+CMS ERROR: 27', 'waits', 'cannot be reached'],
    ['+CMS ERROR: 28', 'holds', 'the SIM of this gateway'],
    ['+CMS ERROR: 29', 'holds', 'contract'],
    ['+CMS ERROR: 30', 'holds', 'whether the SIM is active'],
    ['+CMS ERROR: 38', 'waits', 'out of order'],
    ['+CMS ERROR: 42', 'waits', 'congested'],
    ['+CMS ERROR: 50', 'holds', 'contract'],
    ['+CMS ERROR: 69', 'holds', 'does not offer'],
    // 3GPP TS 23.040, 9.2.3.22
    ['+CMS ERROR: 193', 'holds', 'message center refuses'],
    ['+CMS ERROR: 195', 'fails', 'the number is invalid'],
    ['+CMS ERROR: 196', 'fails', 'bars this number'],
    // 3GPP TS 27.005, 3.2.5
    ['+CMS ERROR: 302', 'holds', 'does not allow'],
    ['+CMS ERROR: 304', 'fails', 'cannot read this SMS'],
    ['+CMS ERROR: 310', 'holds', 'no SIM'],
    ['+CMS ERROR: 316', 'holds', 'PUK'],
    ['+CMS ERROR: 330', 'holds', 'notifications.sms.smsc'],
    ['+CMS ERROR: 331', 'waits', 'no network'],
    ['+CMS ERROR: 500', 'waits', 'unknown error'],
    // SIMCom without the space; Quectel, u-blox and Huawei with codes of their own
    ['+CMS ERROR:330', 'holds', 'notifications.sms.smsc'],
    ['+CMS ERROR: 515', 'waits', 'error of its own'],
    ['+CMS ERROR: 519', 'waits', 'error of its own'],
    ['+CMS ERROR: 1542', 'waits', 'error of its own'],
    // codes of the equipment, which are not those of messages
    ['+CME ERROR: 10', 'holds', 'no SIM'],
    ['+CME ERROR: 11', 'holds', 'requires its PIN'],
    ['+CME ERROR: 13', 'holds', 'the SIM failed'],
    ['+CME ERROR: 30', 'waits', 'no network'],
    ['+CME ERROR: 1', 'waits', 'error of its own'],
    ['+CME ERROR: 100', 'waits', 'error of its own'],
    // words instead of codes
    ['+CMS ERROR: SIM not inserted', 'waits', 'SIM not inserted'],
    ['+CMS ERROR: Unassigned (unallocated) number', 'fails', 'the number is not assigned'],
    ['+CMS ERROR: SMSC address unknown', 'holds', 'notifications.sms.smsc'],
    ['+CMS ERROR: 256', 'twice', 'rejected it'],
    ['ERROR', 'twice', 'rejected it'],
  ];
  for (const [line, kind, text] of lines) {
    it(`${line}: the message ${kind === 'twice' ? 'is tried twice' : kind}`, () => {
      const { reason, ...others } = classOf(line);
      expect(reason).to.include(text).and.include(line);
      expect(others).to.deep.equal(
        {
          fails: { retry: false },
          waits: { retry: true },
          holds: { retry: true, isChannelFault: true },
          twice: { retry: true, maxAttempts: 2 },
        }[kind],
      );
    });
  }
});
