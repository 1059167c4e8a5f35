import { expect } from 'chai';
import fc from 'fast-check';
import { alertEmail, alertSms } from '../../src/channels/alert-text.js';
import type { AlertNotice } from '../../src/channels/channel.js';
import { CHANNEL_MODULES } from '../../src/channels/index.js';

const noticeOf = (own: Partial<AlertNotice['alert']> = {}, name = 'Bus 7', isDated = true): AlertNotice => ({
  device: { id: '352099001761481', name },
  alert: {
    dateTime: '2026-11-21T02:14:05.000Z',
    alerts: ['SOSButton'],
    latitude: 37.98123,
    longitude: 23.72456,
    ...own,
  },
  timeZone: 'Europe/Athens',
  isDated,
});

/** A number, or the reason why the text is too long. */
function smsUnits(text: string): number | string {
  const units = CHANNEL_MODULES.sms.unitsOf(text);
  return units.ok ? units.value : units.message;
}
const fits = (text: string): boolean => smsUnits(text) === 1;

describe('alertEmail', () => {
  it('the email names the alert, the device, the local time of the depot and the position', () => {
    expect(alertEmail(noticeOf({ text: 'Driver: help' }))).to.deep.equal({
      subject: 'SOSButton: Bus 7',
      text: [
        'Alert: SOSButton',
        'Device: Bus 7 (352099001761481)',
        'Raised: 2026-11-21 04:14:05 (Europe/Athens)',
        'Position: 37.98123 23.72456',
        '',
        'Driver: help',
      ].join('\n'),
    });
  });

  it('an alert that an untrusted clock dated has an unknown time in both texts', () => {
    expect(alertEmail(noticeOf({}, 'Bus 7', false)).text).to.include('Raised: unknown');
    expect(alertSms(noticeOf({}, 'Bus 7', false), fits).text).to.include('time unknown');
  });
});

describe('alertSms', () => {
  it('the SMS starts with the most important facts', () => {
    expect(alertSms(noticeOf({ text: 'Driver: help' }), fits)).to.deep.equal({
      text: 'SOSButton 2026-11-21 04:14, Bus 7, 37.98123 23.72456, Driver: help',
    });
  });

  it('the SMS is one segment, whatever the device name and the alert text are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (name, more) => {
        const short = alertSms(noticeOf({ text: more }, name), fits).text;
        expect(smsUnits(short)).to.equal(1);
        expect(CHANNEL_MODULES.sms.compose(noticeOf({ text: more }, name)).text).to.equal(short);
        expect(short).to.match(/^SOSButton 2026-11-21 04:14, /);
        expect(`SOSButton 2026-11-21 04:14, ${name}, 37.98123 23.72456, ${more}`.startsWith(short)).to.equal(true);
      }),
    );
  });

  it('the SMS fills the segment: 160 characters, or 70 if one of them is not in the GSM alphabet', () => {
    expect(alertSms(noticeOf({ text: 'x'.repeat(300) }), fits).text).to.have.length(160);
    expect(alertSms(noticeOf({ text: 'x'.repeat(300) }, 'Φορτηγό ж'), fits).text).to.have.length(70);
  });
});
