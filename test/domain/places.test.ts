import { expect } from 'chai';
import { countriesIn, languageOf, timeZonesIn } from '../../src/domain/places.js';
import { countryCodes, isCountry, isTimeZone, timeZoneNames } from '../../src/schema/places.js';

const winter = Date.UTC(2026, 10, 21, 8);
const summer = Date.UTC(2026, 6, 21, 8);

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each with a name of its own', () => {
    expect(new Set(countryCodes)).to.have.lengthOf(249);
    const names = countriesIn(['en']);
    expect(Object.keys(names)).to.have.members([...countryCodes]);
    for (const [code, name] of Object.entries(names)) expect(name, code).to.be.a('string').and.not.equal(code);
    expect(names).to.include({ ES: 'Spain', DE: 'Germany' });
  });

  it('are named in the language that is liked best of those known, in English if none is', () => {
    expect(countriesIn(['es-MX', 'en'])).to.include({ DE: 'Alemania' });
    expect(countriesIn(['xx-klingon', 'de'])).to.include({ ES: 'Spanien' });
    for (const languages of [[], ['*'], ['not a tag'], ['zz']])
      expect(countriesIn(languages)).to.include({ ES: 'Spain' });
  });

  it('are not what only looks like one', () => {
    for (const code of ['es', 'ZZ', 'EU', 'UK', 'XK', '', 'ESP']) expect(isCountry(code), code).to.equal(false);
  });
});

describe('a language', () => {
  it('comes down to one of those known, so that there is no end of tags but one of languages', () => {
    expect(languageOf(['de-DE-u-co-phonebk-x-1', 'en'])).to.equal('de-DE');
    expect(languageOf(['es-XX-x-2'])).to.equal('es');
    for (const languages of [[], ['not a tag'], ['zz']]) expect(languageOf(languages)).to.equal('en');
  });
});

describe('time zones', () => {
  it('are those of the time-zone database, those of a new name under it too', () => {
    for (const name of ['UTC', 'Europe/Madrid', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Santiago']) {
      expect(timeZoneNames).to.include(name);
    }
    for (const name of timeZoneNames) expect(isTimeZone(name), name).to.equal(true);
    for (const name of ['Mars/Phobos', '+01:00', '', 'CEST+1']) expect(isTimeZone(name), name).to.equal(false);
  });

  it('are described with their present offset from UTC', () => {
    expect(timeZonesIn(['en'], winter)).to.include({ 'Europe/Madrid': '(UTC+01:00) Central European Time, Madrid' });
    expect(timeZonesIn(['en'], summer)['Europe/Madrid']).to.match(/^\(UTC\+02:00\)/);
    expect(timeZonesIn(['en'], winter)['Asia/Kolkata']).to.match(/^\(UTC\+05:30\)/);
    expect(timeZonesIn(['en'], winter).UTC).to.match(/^\(UTC\+00:00\)/);
    expect(timeZonesIn(['es'], winter)['Europe/Madrid']).to.match(/hora de Europa central/i);
  });
});
