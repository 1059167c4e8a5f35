import { expect } from 'chai';
import { timeLabels, valueLabels } from '../../../src/web/plot/axis-values.js';

const timeZone = 'Europe/Madrid';
const MIDNIGHT = Date.parse('2026-11-22T00:00:00+01:00') / 1000;
const HOUR = 3_600;

describe('the labels of a plot', () => {
  it('times are in the language of the page and in the zone, with 24 hours, and a new day shows its date', () => {
    const times = [MIDNIGHT - 2 * HOUR, MIDNIGHT - HOUR, MIDNIGHT, MIDNIGHT + HOUR];
    expect(timeLabels(times, HOUR, { language: 'en', timeZone })).to.deep.equal(['22:00', '23:00', '22 Nov', '01:00']);
    expect(timeLabels(times, HOUR, { language: 'es', timeZone })[2]).to.equal('22 nov');
    expect(timeLabels([MIDNIGHT], 86_400, { language: 'en', timeZone })).to.deep.equal(['22 Nov']);
    expect(timeLabels([MIDNIGHT + 5], 5, { language: 'en', timeZone })).to.deep.equal(['00:00:05']);
  });

  it('values have their unit and the decimals of the language', () => {
    expect(valueLabels([0, 50], 'km/h', 'en')).to.deep.equal(['0 km/h', '50 km/h']);
    expect(valueLabels([0, 0.5], '%', 'es')).to.deep.equal(['0,0 %', '0,5 %']);
  });
});
