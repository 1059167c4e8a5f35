import { expect } from 'chai';
import fc from 'fast-check';
import { alertEmail, alertSms, type AlertTextOptions } from '../../../src/domain/messages/alert-text.js';
import { unitsOf } from '../../../src/channels/index.js';

const notifiedAlert = (
  own: Partial<AlertTextOptions['alert']> = {},
  name = 'Bus 7',
  isDated = true,
): AlertTextOptions => ({
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
const fits = (text: string): boolean => unitsOf.sms(text) === 1;

describe('an alert as a letter', () => {
  it('says what, which device, when on the clocks of the depot, and where', () => {
    expect(alertEmail(notifiedAlert({ text: 'Driver: help' }))).to.deep.equal({
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

  it('says that the time is not known when the clock was not to be believed', () => {
    expect(alertEmail(notifiedAlert({}, 'Bus 7', false)).text).to.include('Raised: not known');
    expect(alertSms(notifiedAlert({}, 'Bus 7', false), fits)).to.include('time unknown');
  });
});

describe('an alert as an SMS', () => {
  it('says the most important first', () => {
    expect(alertSms(notifiedAlert({ text: 'Driver: help' }), fits)).to.equal(
      'SOSButton 2026-11-21 04:14, Bus 7, 37.98123 23.72456, Driver: help',
    );
  });

  it('is one segment, whatever the device is called and the text is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (name, more) => {
        const short = alertSms(notifiedAlert({ text: more }, name), fits);
        expect(unitsOf.sms(short)).to.equal(1);
        expect(short).to.match(/^SOSButton 2026-11-21 04:14, /);
        expect(`SOSButton 2026-11-21 04:14, ${name}, 37.98123 23.72456, ${more}`.startsWith(short)).to.equal(true);
      }),
    );
  });

  it('is as long as one segment holds: 160 characters, or 70 when one of them is not of the alphabet', () => {
    expect(alertSms(notifiedAlert({ text: 'x'.repeat(300) }), fits)).to.have.length(160);
    expect(alertSms(notifiedAlert({ text: 'x'.repeat(300) }, 'Φορτηγό ж'), fits)).to.have.length(70);
  });
});
