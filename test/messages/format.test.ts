import { expect } from 'chai';
import { defineMessages } from '../../src/messages/define.js';
import { english } from '../../src/messages/english.js';
import { format, onFirstUnknown, placeholdersOf, tryFormat } from '../../src/messages/format.js';
import type { GatewayMessage } from '../../src/messages/message.js';

const texts = defineMessages('testFormat', {
  named: 'zone {name} not found',
  counted: '{count, plural, one {# license} other {# licenses}}',
  number: 'at most {n, number} of {n} bytes',
  since: 'no data since {since}',
  speed: 'faster than {speed}',
  caused: 'not connected: {detail}',
  listed: 'must be one of {allowed}',
  atField: '{field} must be <= {limit}',
});
const german: Readonly<Record<string, string>> = {
  'testFormat.named': 'Zone {name} nicht gefunden',
  'testFormat.counted': '{count, plural, one {# Lizenz} other {# Lizenzen}}',
  'testFormat.number': 'höchstens {n, number} Bytes',
  'testFormat.since': 'keine Daten seit {since}',
  'testFormat.speed': 'schneller als {speed}',
  'testFormat.caused': 'nicht verbunden: {detail}',
  'testFormat.atField': '{field} darf höchstens {limit} sein',
  'testFormat.listed': '',
};
const inGerman = (message: GatewayMessage, units: 'metric' | 'imperial' = 'metric', field?: string): string =>
  format(message, { language: 'de', units, timeZone: 'Europe/Berlin', sentenceOf: (id) => german[id], field });

describe('english', () => {
  it('numbers and instants stay as they are, and quantities are metric', () => {
    expect(english(texts.number({ n: 1_048_576 }))).to.equal('at most 1,048,576 of 1048576 bytes');
    expect(english(texts.since({ since: { at: '2026-11-26T10:00:00.000Z' } }))).to.equal(
      'no data since 2026-11-26T10:00:00.000Z',
    );
    expect(english(texts.speed({ speed: { quantity: 26.9, unit: 'm/s' } }))).to.equal('faster than 97 km/h');
    expect(english(texts.speed({ speed: { quantity: 12_345, unit: 'm' } }))).to.equal('faster than 12345 m');
  });

  it('the field is its JSON pointer, or the body, also in a nested message', () => {
    const message = texts.atField({ limit: 90 });
    expect(english(message, '/latitude')).to.equal('/latitude must be <= 90');
    expect(english(message)).to.equal('the body must be <= 90');
    expect(english(texts.caused({ detail: message }), '/latitude')).to.equal('not connected: /latitude must be <= 90');
  });

  it('commas join the items of a list, and semicolons those of a list of messages', () => {
    expect(english(texts.listed({ allowed: ['a', 2, 'c'] }))).to.equal('must be one of a, 2, c');
    const allowed = [texts.named({ name: 'A' }), texts.named({ name: 'B' })];
    expect(english(texts.listed({ allowed }))).to.equal('must be one of zone A not found; zone B not found');
  });

  it('a string is shown as it is, also if it is a pattern, a tag, a sentence or an id', () => {
    for (const name of [
      '{name}',
      '<b>',
      "d'{x}",
      '{n, plural, other {#}}',
      'testFormat.named',
      'the disk is full',
      '',
    ]) {
      expect(english(texts.named({ name }))).to.equal(`zone ${name} not found`);
      expect(inGerman(texts.named({ name }))).to.equal(`Zone ${name} nicht gefunden`);
    }
  });
});

describe('format', () => {
  it('plurals, digits, instants and units are those of the reader', () => {
    expect([0, 1, 2, 1_000_000].map((count) => inGerman(texts.counted({ count })))).to.deep.equal([
      '0 Lizenzen',
      '1 Lizenz',
      '2 Lizenzen',
      '1.000.000 Lizenzen',
    ]);
    expect(inGerman(texts.number({ n: 1_048_576 }))).to.equal('höchstens 1.048.576 Bytes');
    expect(inGerman(texts.since({ since: { at: '2026-11-26T10:00:00.000Z' } }))).to.equal(
      'keine Daten seit 26.11.2026, 11:00:00',
    );
    const speed = { quantity: 26.9, unit: 'm/s' } as const;
    expect(inGerman(texts.speed({ speed }))).to.equal('schneller als 97 km/h');
    expect(inGerman(texts.speed({ speed }), 'imperial')).to.equal('schneller als 60 mph');
    expect(inGerman(texts.speed({ speed: { quantity: 1_000, unit: 'm' } }), 'imperial')).to.equal(
      'schneller als 3.281 ft',
    );
    expect(inGerman(texts.speed({ speed: { quantity: 21.55, unit: '°C' } }), 'imperial')).to.equal(
      'schneller als 70,8 °F',
    );
  });

  it('a nested message and the label of a field are in the language of the reader', () => {
    expect(inGerman(texts.caused({ detail: texts.named({ name: 'Hof' }) }))).to.equal(
      'nicht verbunden: Zone Hof nicht gefunden',
    );
    expect(inGerman(texts.atField({ limit: 90 }), 'metric', 'Breite')).to.equal('Breite darf höchstens 90 sein');
  });

  it('a sentence that is not translated yet is shown in English', () => {
    expect(inGerman(texts.listed({ allowed: ['a'] }))).to.equal('must be one of a');
  });

  it('what does not fit gives the id in brackets, and is reported once', () => {
    const seen: string[] = [];
    onFirstUnknown((id) => seen.push(id));
    const at = (value: unknown): GatewayMessage => ({ id: 'testFormat.caused', values: { detail: value as string } });
    const deep = [1, 2, 3].reduce((message) => at(message), texts.named({ name: 'A' }));
    const bad: GatewayMessage[] = [
      { id: 'testFormat.unknown', values: {} },
      { id: 'testFormat.named', values: {} },
      { id: 'testFormat.counted', values: { count: 'three' } },
      ...[null, true, NaN, Infinity, {}, { at: 'soon' }, { at: 5 }, { quantity: 'x', unit: 'm' }].map(at),
      ...[{ quantity: 1, unit: 'furlong' }, { quantity: 1, unit: 'constructor' }, [null]].map(at),
      at({ id: 'testFormat.unknown', values: {} }),
      { id: 'testFormat.named', values: null } as unknown as GatewayMessage,
      deep,
    ];
    for (const message of bad) {
      expect(english(message), JSON.stringify(message)).to.equal(`[${message.id}]`);
      expect(tryFormat(message, { language: 'de', units: 'metric', timeZone: 'UTC' })).to.equal(undefined);
    }
    expect(seen).to.deep.equal(['testFormat.unknown']);
  });

  it('two levels of nested messages are shown', () => {
    const inner = texts.caused({ detail: texts.caused({ detail: texts.named({ name: 'A' }) }) });
    expect(english(inner)).to.equal('not connected: not connected: zone A not found');
  });

  it('the placeholders of a sentence are those of all its branches', () => {
    expect(placeholdersOf('{count, plural, one {# of {name}} other {# of {name} {path}}} {field}')).to.deep.equal([
      'count',
      'name',
      'path',
      'field',
    ]);
  });
});
