import { expect } from 'chai';
import { ALERT_NAMES, apiAlertName, apiAlertNames, nameAlert } from '../../../src/domain/records/alert-name.js';
import { KNOWN_ALERTS } from '../../../src/schema/records/alert-names.js';

describe('the table of alert names', () => {
  it('every word of a protocol has one name of the API, in any case', () => {
    const words = ALERT_NAMES.flatMap((row) => row.words.map((word) => word.toLowerCase()));
    expect(new Set(words)).to.have.lengthOf(words.length);
    for (const { name, words: own, source } of ALERT_NAMES) {
      expect(KNOWN_ALERTS).to.include(name);
      expect(source).to.match(/^PD: /);
      for (const word of own) {
        for (const form of [word, word.toUpperCase(), word.toLowerCase()]) expect(apiAlertName(form)).to.equal(name);
      }
    }
    for (const [word, name] of [
      ['SOS', 'SOSButton'],
      ['emergency', 'SOSButton'],
      ['LOWBAT', 'BatteryLow'],
      ['lowBattery', 'BatteryLow'],
      ['OVERSPEED', 'SpeedLimit'],
      ['POWERCUT', 'GPSUnplugged'],
      ['ExternalPowerOff', 'GPSUnplugged'],
      ['GEOIN', 'ForbiddenArea'],
      ['GEOOUT', 'AllowedArea'],
    ] as const) {
      expect(apiAlertName(word)).to.equal(name);
    }
  });

  it('a name of the API keeps its form, and any other name stays as it is', () => {
    for (const name of KNOWN_ALERTS) expect(apiAlertName(name.toLowerCase())).to.equal(name);
    const others = [
      'Crash',
      'crash',
      'Tow',
      'MOVE',
      'SART',
      'AntennaFault',
      'High Speed',
      '__proto__',
      'constructor',
      ' SOS',
    ];
    for (const name of others) expect(apiAlertName(name)).to.equal(name);
  });

  it('a list without synonyms is not copied, and two words for one alert become one name', () => {
    const names = ['SOSButton', 'Crash'];
    expect(apiAlertNames(names)).to.equal(names);
    expect(apiAlertNames(['SOS', 'Crash', 'emergency', 'SOSButton'])).to.deep.equal(['SOSButton', 'Crash']);
  });
});

describe('nameAlert', () => {
  it('the words that are replaced go before the text', () => {
    const named = (alerts: string[], text?: string): unknown =>
      nameAlert({ alerts, ...(text !== undefined && { text }) });
    expect(named(['SOS'])).to.deep.equal({ alerts: ['SOSButton'], text: 'SOS' });
    expect(named(['SOS', 'Tow', 'LOWBAT'], 'door 2')).to.deep.equal({
      alerts: ['SOSButton', 'Tow', 'BatteryLow'],
      text: 'SOS, LOWBAT: door 2',
    });
    expect(named(['SOS'], '')).to.deep.equal({ alerts: ['SOSButton'], text: 'SOS' });
  });

  it('another case of a name leaves no word behind, and an alert with names of the API is not copied', () => {
    expect(nameAlert({ alerts: ['sosbutton'] })).to.deep.equal({ alerts: ['SOSButton'] });
    const alert = { alerts: ['SOSButton'], text: 'x' };
    expect(nameAlert(alert)).to.equal(alert);
  });

  it('a text that has no room for the words stays whole', () => {
    const text = 'x'.repeat(1020);
    expect(nameAlert({ alerts: ['SOS'], text })).to.deep.equal({ alerts: ['SOSButton'], text });
    expect(nameAlert({ alerts: ['SOS'], text: text.slice(1) }).text).to.have.lengthOf(1024);
  });
});
