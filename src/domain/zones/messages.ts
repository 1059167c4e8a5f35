import { defineErrors, invalid } from '../../messages/define.js';

/** Why a shape is no area on the Earth. */
export const shapeErrors = defineErrors('shape', {
  size: invalid('{field} must be more than 0 and at most {limit} m'),
  position: invalid('{field} must be a longitude up to ±180 and a latitude up to ±90'),
  repeats: invalid('{field} repeats the position before it: remove one'),
  halfway: invalid('{field} is half the Earth away from the position before it: add one between'),
  tooManyVertices: invalid('{field} must have at most {limit} vertices in all, has {vertices}'),
  tooShort: invalid('{field} must have at least 4 positions'),
  open: invalid('{field} must end with its first position: repeat it'),
  pole: invalid('{field} is a pole: use a circle for an area around a pole'),
  aroundEarth: invalid('{field} goes around the Earth: use a circle for an area around a pole'),
  crossing: invalid('{field} must not cross or touch itself: edges {edge} and {other} do'),
  holeOutside: invalid('{field} is a hole that is not inside the outer ring'),
  holeTouches: invalid('{field} is a hole that touches hole {other}'),
});

/** Why a file of zones cannot be read. `path`: where in the file, like `placemark 3`. */
export const fileErrors = defineErrors('zoneFile', {
  ofZone: invalid('{path}: {problem}'),
  ofRing: invalid('ring {ring}: {problem}'),
  empty: invalid('the file is empty'),
  notXml: invalid('the file is not well-formed XML, at line and column {detail}'),
  entity: invalid(
    'the file uses an entity that XML does not have (line and column {detail}): write the character itself',
  ),
  encoding: invalid('the file is in {name}: save it in UTF-8'),
  doctype: invalid('the file has a DOCTYPE: remove it; entities and files from elsewhere are not read'),
  tooManyElements: invalid('the file has more than {limit} elements: split it'),
  tooDeep: invalid('the file is nested deeper than {limit} elements'),
  tooManyAttributes: invalid('an element has more than {limit} attributes'),
  otherRoot: invalid('the file is neither KML nor GPX: its root element is {name}'),
  tooManyZones: invalid('the file has {zones} zones: at most {limit} are imported at once'),
  tooManyPositions: invalid('the file has {positions} positions: at most {limit} are imported at once, so split it'),
  noZone: invalid('the file has no zone'),
  noZoneOf: invalid('the file has no zone; {detail}'),
  tuple: invalid(
    'position {position}, {detail}, must be longitude,latitude or longitude,latitude,altitude: put commas within a position and a space between two',
  ),
  pointPositions: invalid('position 2 is too many: a point has one position, and this one has {count}'),
  noNumber: invalid('position {position} has no longitude and latitude in degrees'),
  notSimple: invalid(
    '{positions} positions cannot be simplified to {limit} within half of the width of {width} m: the line would be off by {off} m; make it wider, or split it',
  ),
  polygonVertices: invalid(
    'the polygon has {vertices} vertices, at most {limit} are possible: simplify it in the program that made it',
  ),
});
