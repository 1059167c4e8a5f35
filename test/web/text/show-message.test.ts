import { expect } from 'chai';
import { unknownErrors } from '../../../src/domain/messages.js';
import { defineMessages } from '../../../src/messages/define.js';
import type { GatewayMessage } from '../../../src/messages/message.js';
import { showMessage, type Reader } from '../../../src/web/text/show-message.js';
import { loadLanguage } from '../../../src/web/text/text.js';

const texts = defineMessages('testShow', { fast: '{name} drove {speed} at {at}' });

const german: Reader = { language: 'de', units: 'metric', timeZone: 'Europe/Berlin' };
const american: Reader = { language: 'en', units: 'imperial', timeZone: 'America/New_York' };

/** Words of users that look like sentences, patterns and markup. */
const NAMES = [
  'the disk is full',
  'not connected',
  '{name}',
  '{count, plural,',
  '<b>',
  'group {id} not found',
  "d'{x}",
];

describe('showMessage', () => {
  before(() => Promise.all([loadLanguage('de'), loadLanguage('en')]));

  it('a sentence is in the language of the reader, and names are as users gave them', () => {
    for (const name of NAMES) {
      const { data } = unknownErrors.device({ id: name }, '/devices/0');
      expect(showMessage(data, german, 'Geräte')).to.equal(`Geräte: Gerät ${name} nicht gefunden`);
    }
  });

  it('quantities and instants are in the units and the time zone of the reader', () => {
    const at = { at: '2026-11-21T02:14:05.000Z' };
    const message = texts.fast({ name: 'the disk is full', speed: { quantity: 26.9, unit: 'm/s' }, at });
    expect(showMessage(message, american)).to.equal('the disk is full drove 60 mph at Nov 20, 2026, 9:14:05 PM');
  });

  it('a message that the page cannot show gives way to the sentence of the gateway', () => {
    const strange = [
      undefined,
      null,
      { id: 'group.ofTheFuture', values: {} },
      { id: 'constructor', values: {} },
      { id: '__proto__.toString', values: {} },
      { id: 'unknown.device', values: {} },
      { id: 'unknown.device', values: { id: { quantity: Number.NaN, unit: 'm' } } },
      { id: 7, values: null },
    ];
    for (const message of strange) {
      for (const reader of [german, american]) {
        expect(showMessage(message as unknown as GatewayMessage, reader)).to.equal(undefined);
      }
    }
  });
});
