import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { localizedCountries, resolveLanguage, localizedTimeZones } from '../../src/domain/localized-names.js';
import {
  COUNTRY_CODES,
  countryCodeOf,
  isCountry,
  isTimeZone,
  timeZoneNames,
} from '../../src/schema/countries-and-zones.js';

const winter = Date.UTC(2026, 10, 21, 8);
const summer = Date.UTC(2026, 6, 21, 8);

describe('localizedCountries', () => {
  it('the 249 countries of ISO 3166-1 have a name each', () => {
    expect(new Set(COUNTRY_CODES)).to.have.lengthOf(249);
    const names = localizedCountries(['en']);
    expect(Object.keys(names)).to.have.members([...COUNTRY_CODES]);
    for (const [code, name] of Object.entries(names)) expect(name, code).to.be.a('string').and.not.equal(code);
    expect(names).to.include({ ES: 'Spain', DE: 'Germany' });
  });

  it('the first supported language is used, English if there is none', () => {
    expect(localizedCountries(['es-MX', 'en'])).to.include({ DE: 'Alemania' });
    expect(localizedCountries(['xx-klingon', 'de'])).to.include({ ES: 'Spanien' });
    for (const languages of [[], ['*'], ['not a tag'], ['zz']])
      expect(localizedCountries(languages)).to.include({ ES: 'Spain' });
  });

  it('an alpha-3 code has its alpha-2 code, and no two codes share one', () => {
    for (const [code, alpha2] of [
      ['ESP', 'ES'],
      ['USA', 'US'],
      ['CHE', 'CH'],
      ['ALA', 'AX'],
      ['NL', 'NL'],
    ] as const) {
      expect(countryCodeOf(code), code).to.equal(alpha2);
    }
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => countryCodeOf(a + b + c))));
    expect(codes.filter((code) => code !== undefined).sort()).to.deep.equal([...COUNTRY_CODES].sort());
  });

  it('a code that is not in ISO 3166-1 is not a country', () => {
    for (const code of ['es', 'ZZ', 'EU', 'UK', 'XK', '', 'ESX', 'esp', 'AND:', 'ROM', '__proto__'])
      expect(isCountry(code), code).to.equal(false);
  });
});

describe('resolveLanguage', () => {
  it('any tags resolve to a supported language, so the number of results is bounded', () => {
    expect(resolveLanguage(['de-DE-u-co-phonebk-x-1', 'en'])).to.equal('de-DE');
    expect(resolveLanguage(['es-XX-x-2'])).to.equal('es');
    for (const languages of [[], ['not a tag'], ['zz']]) expect(resolveLanguage(languages)).to.equal('en');
  });
});

describe('localizedTimeZones', () => {
  it('the zones are those of the time-zone database, with new names too', () => {
    for (const name of ['UTC', 'Europe/Madrid', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Santiago']) {
      expect(timeZoneNames()).to.include(name);
    }
    // As the system has them; a system without them has nothing to compare with.
    const table = '/usr/share/zoneinfo/zone1970.tab';
    const rows = existsSync(table) ? readFileSync(table, 'utf8').split('\n') : ['AR\t\tAmerica/Argentina/Buenos_Aires'];
    const canonical = rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t')[2] ?? '');
    expect(timeZoneNames()).to.include.members(canonical);
    for (const name of timeZoneNames()) expect(isTimeZone(name), name).to.equal(true);
    for (const name of ['Mars/Phobos', '+01:00', '', 'CEST+1']) expect(isTimeZone(name), name).to.equal(false);
  });

  it('a zone is described with its present offset from UTC', () => {
    expect(localizedTimeZones(['en'], winter)).to.include({
      'Europe/Madrid': '(UTC+01:00) Central European Time, Madrid',
    });
    expect(localizedTimeZones(['en'], summer)['Europe/Madrid']).to.match(/^\(UTC\+02:00\)/);
    expect(localizedTimeZones(['en'], winter)['Asia/Kolkata']).to.match(/^\(UTC\+05:30\)/);
    expect(localizedTimeZones(['en'], winter).UTC).to.match(/^\(UTC\+00:00\)/);
    expect(localizedTimeZones(['es'], winter)['Europe/Madrid']).to.match(/hora de Europa central/i);
  });
});
