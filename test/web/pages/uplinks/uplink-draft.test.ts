import { expect } from 'chai';
import { UPLINK_TYPES, UPLINKS } from '../../../../src/schema/uplinks/uplink-settings.js';
import type { UplinkView } from '../../../../src/schema/uplinks/uplink.js';
import { decisionOf, startOf } from '../../../../src/web/pages/uplinks/start.js';
import {
  draftOf,
  inputOf,
  ON,
  problemIn,
  problemOf,
  removalOf,
  textOf,
  type UplinkDraft,
} from '../../../../src/web/pages/uplinks/uplink-draft.js';
import { rowsOf } from '../../../../src/web/pages/uplinks/uplink-rows.js';

const viewOf = (settings: UplinkView['settings'], view: Partial<UplinkView> = {}): UplinkView => ({
  ...{ name: 'center', type: 'rest', source: 'settings', settings, secrets: {}, state: 'idle', reason: null },
  ...{ connected: true, behind: { records: 0, oldest: null }, lastAcknowledgement: null, lastError: null },
  ...{ forwarded: 0, repeated: 0, dropped: 0, deadLetters: 0 },
  ...view,
});
const typed = (draft: UplinkDraft, values: Readonly<Record<string, string>>): UplinkDraft => ({
  ...draft,
  values: { ...draft.values, ...values },
});
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

describe('the form of an uplink', () => {
  it('a form has a field for each setting of its type', () => {
    for (const type of UPLINK_TYPES) {
      const { tls, ...own } = UPLINKS[type].properties;
      const special = ['name', 'type', 'enabled', 'from'];
      const expected = [
        ...Object.keys(own).filter((key) => !special.includes(key)),
        ...Object.keys(tls.properties).map((key) => `tls.${key}`),
      ];
      const keys = rowsOf(type).map(({ key }) => key);
      expect(keys.toSorted(), type).to.deep.equal(expected.toSorted());
    }
  });

  it('settings stay as they are, with their secrets, if the form is saved unchanged', () => {
    const settings = {
      ...{ type: 'mqtt', url: 'mqtt://broker', enabled: false, user: 'depot', homeAssistant: 'home', relay: true },
      ...{ bytesPerSecond: 5_000, tls: { ca: PEM, insecure: true } },
    };
    const draft = draftOf(viewOf(settings, { type: 'mqtt', secrets: { password: true, tlsKey: false } }));
    expect(inputOf(draft, false)).to.deep.equal(settings);
    expect(problemOf(draft)).to.equal(undefined);
  });

  it('what is emptied is left out, and a removed secret is sent empty', () => {
    const draft = draftOf(viewOf({ type: 'rest', url: 'https://a.example', userName: 'ana', window: '01:00-05:00' }));
    const emptied = typed(draft, { window: '', apiKey: 'typed', [removalOf('apiKey')]: ON, 'tls.key': PEM });
    expect(inputOf(emptied, false)).to.deep.equal({
      ...{ type: 'rest', enabled: true, url: 'https://a.example', userName: 'ana', apiKey: '' },
      tls: { key: PEM.trim() },
    });
  });

  it('a new uplink states where it starts, and a discovery without a prefix is true', () => {
    const draft = typed(
      { ...draftOf(), name: 'broker', type: 'mqtt', start: { from: 'number', entry: '17' } },
      { url: 'mqtts://broker', homeAssistant: ON, [textOf('homeAssistant')]: ' ' },
    );
    expect(inputOf(draft, true)).to.deep.equal({
      ...{ type: 'mqtt', enabled: true, url: 'mqtts://broker', homeAssistant: true, from: 17 },
    });
  });

  it('the first field that the gateway would refuse is named', () => {
    const draft = typed({ ...draftOf(), name: 'center' }, { url: 'https://a.example' });
    expect(problemOf(draft)).to.equal(undefined);
    expect(problemOf({ ...draft, name: '-' })).to.deep.equal({ key: 'name', kind: 'invalid' });
    expect(problemOf({ ...draft, name: ' ' })).to.deep.equal({ key: 'name', kind: 'missing' });
    expect(problemOf(typed(draft, { url: '' }))).to.deep.equal({ key: 'url', kind: 'missing' });
    expect(problemOf(typed(draft, { url: 'ftp://a.example' }))).to.deep.equal({ key: 'url', kind: 'invalid' });
    expect(problemOf(typed(draft, { 'tls.ca': '/etc/ca.pem' }))).to.deep.equal({ key: 'tls.ca', kind: 'invalid' });
    const { minimum: min, maximum: max } = UPLINKS.rest.properties.bytesPerSecond;
    const problem = { key: 'bytesPerSecond', kind: 'outOfRange', min, max };
    expect(problemOf(typed(draft, { bytesPerSecond: '99' }))).to.deep.equal(problem);
    expect(problemOf(typed(draft, { bytesPerSecond: '100.5' }))).to.deep.equal(problem);
  });

  it('a refusal of the gateway is shown at its field, and any other one below the form', () => {
    const refusal = (text: string, code = 'validation_failed') => problemIn({ ok: false, code, text }, 'rest');
    expect(refusal('/apiKey is missing: a change of url takes it again')).to.deep.equal({
      ...{ key: 'apiKey', kind: 'secretAgain' },
    });
    expect(refusal('/tls/key is missing: a change of url takes it again')).to.include({ key: 'tls.key' });
    expect(refusal('/window must match pattern "x"')).to.deep.equal({ key: 'window', kind: 'invalid' });
    expect(refusal('/password is not known')).to.equal(undefined);
    expect(refusal('limit of 8 uplinks reached: remove one first', 'conflict')).to.equal(undefined);
  });
});

describe('the position of an uplink', () => {
  it('the command that a reason names is the decision that the page asks for', () => {
    expect(decisionOf({ reason: null })).to.equal(undefined);
    expect(decisionOf({ reason: 'apiKey is not set' })).to.equal(undefined);
    expect(decisionOf({ reason: 'decide with waypost uplink reset a --from cursor|now' })).to.equal('start');
    expect(decisionOf({ reason: 'run `waypost uplink reset NAME --new-generation`' })).to.equal('generation');
  });

  it('a start after an entry is its number, any other one its name', () => {
    expect(startOf({ from: 'number', entry: '12' })).to.equal(12);
    expect(startOf({ from: 'cursor', entry: '12' })).to.equal('cursor');
  });
});
