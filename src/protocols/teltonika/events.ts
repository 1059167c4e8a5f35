import { valueOf, type AvlRecord } from './avl.js';

/** The name of an alert by the value of an element; null: back to normal, or no alert; undefined: no meaning is known. */
type NameOf = (value: number) => string | null | undefined;

const byValue =
  (...names: readonly (string | null)[]): NameOf =>
  (value) =>
    names[value];

const sensor = (n: number): NameOf => byValue(`Sensor${n}Off`, `Sensor${n}On`);
/** Leaving and entering; inside, the zone's own speed limit. */
const ZONE = byValue('AVL zone out', 'AVL zone in', null, 'AVL 255');

/** The element of the panic button of personal trackers. */
const ALARM = 236;
/** A person set the priority of this event to panic. */
const PANIC = 2;
const INPUTS = [1, 2, 3, 4];
/** Zones 1 to 21 of the configuration. Models for lorries use the ids of the zones after that for their CAN bus. */
const ZONES = [155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99];

/**
 * Alerts by the element that caused the record, all of one byte; the table of domain/records/alert-name has the API's
 * names for some of them. Elements that are in no row are measurements, or differ between models.
 */
const EVENTS: ReadonlyMap<number, NameOf> = new Map<number, NameOf>([
  ...INPUTS.map((id): [number, NameOf] => [id, sensor(id)]),
  ...ZONES.map((id): [number, NameOf] => [id, ZONE]),
  // The zone that a parked vehicle makes around itself.
  [175, byValue('AVL zone out', 'AVL zone in')],
  [ALARM, byValue(null, 'AVL 236')],
  [239, byValue('IgnitionOff', 'IgnitionOn')],
  [240, () => null],
  [242, byValue(null, 'ManDown')],
  [246, byValue(null, 'Tow')],
  [247, (value) => (value === 0 ? null : 'Crash')],
  [249, byValue(null, 'Jamming')],
  [250, () => null],
  [251, byValue('IdlingStop', 'IdlingStart')],
  [252, byValue('ExternalPowerOn', 'AVL 252')],
  [253, byValue(null, 'HarshAcceleration', 'HarshBraking', 'HarshTurning')],
  // The speed in km/h.
  [255, (value) => (value === 0 ? null : 'AVL 255')],
]);

/**
 * The name of the alert in a record, if any. An input that is switched on with the priority of panic is a panic button,
 * as is an event of that priority without a name of its own.
 */
export function alertNameOf({ event, priority, elements }: AvlRecord): string | undefined {
  const value = valueOf(elements, event, 1);
  const name = value === undefined ? undefined : EVENTS.get(event)?.(value);
  const isPanic = priority === PANIC && event !== 0;
  if (isPanic && (name === undefined || (INPUTS.includes(event) && value === 1))) return 'AVL panic';
  return name ?? undefined;
}

/** What the alert is about: the zone, or the speed. */
export function alertTextOf({ event, elements }: AvlRecord): string | undefined {
  const zone = ZONES.indexOf(event) + 1;
  if (zone > 0) return `zone ${zone}`;
  return event === 255 ? `${valueOf(elements, event, 1) ?? 0} km/h` : undefined;
}
