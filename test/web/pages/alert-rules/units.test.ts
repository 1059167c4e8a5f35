import { expect } from 'chai';
import fc from 'fast-check';
import {
  boundsIn,
  fittingUnit,
  formatQuantity,
  fromApi,
  toApi,
  unitLabel,
  unitNamed,
  unitsOf,
} from '../../../../src/web/pages/alert-rules/units.js';

const kmh = unitNamed('speed', 'metric', 'km/h');
const mph = unitNamed('speed', 'imperial', 'mph');

describe('the units of an alert rule', () => {
  it('90 km/h is 25 m/s for the API and 90 again in the form', () => {
    expect(toApi(90, kmh)).to.equal(25);
    expect(fromApi(25, kmh)).to.equal(90);
    expect(fromApi(25, mph)).to.equal(55.92);
  });

  it('every speed, duration and distance that a form can show is the same again after it was stored', () => {
    const kinds = ['speed', 'seconds', 'minutes', 'meters', 'celsius', 'percent', 'count'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom('metric' as const, 'imperial' as const),
        fc.integer({ min: 0, max: 360_000 }),
        fc.nat(),
        (kind, system, hundredths, index) => {
          const units = unitsOf(kind, system);
          const unit = units[index % units.length] ?? kmh;
          const typed = hundredths / 100;
          expect(fromApi(toApi(typed, unit), unit)).to.equal(typed);
        },
      ),
    );
  });

  it('a duration is shown in the largest unit in which it is a whole number', () => {
    expect(fittingUnit('seconds', 'metric', 600).name).to.equal('minute');
    expect(fittingUnit('seconds', 'metric', 90).name).to.equal('second');
    expect(fittingUnit('minutes', 'metric', 2_880).name).to.equal('day');
    expect(fittingUnit('minutes', 'metric', 90).name).to.equal('minute');
    expect(fittingUnit('seconds', 'metric', 0).name).to.equal('second');
    expect(fittingUnit('minutes', 'metric', undefined).name).to.equal('minute');
  });

  it('bounds are rounded inwards, so that no bound is refused', () => {
    const bounds = { min: 0.5, max: 1_000 };
    expect(boundsIn(bounds, kmh)).to.deep.equal({ min: 1.8, max: 3_600 });
    const { min, max } = boundsIn(bounds, mph);
    expect(toApi(min, mph)).to.be.at.least(0.5);
    expect(toApi(max, mph)).to.be.at.most(1_000);
  });

  it('units and values are written in the language', () => {
    expect(unitLabel('minute', 'de')).to.equal('Minuten');
    expect(unitLabel('km/h', 'de')).to.equal('km/h');
    expect(formatQuantity(-2.5, 'celsius', 'de', 'metric')).to.equal('-2,5 °C');
    expect(formatQuantity(2.5, 'meters', 'en', 'imperial')).to.equal('2.5 m');
    expect(formatQuantity(25, 'speed', 'en', 'imperial')).to.equal('55.9 mph');
  });
});
