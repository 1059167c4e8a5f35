import { mapFields, type DeviceFields, type FieldTexts } from './device-fields.js';

/** The body of `POST /api/devices`; fields without a text get their defaults. */
export function newDevice(id: string, fields: DeviceFields, typed: FieldTexts): Readonly<Record<string, unknown>> {
  const device: Record<string, unknown> = { id: id.trim() };
  const limits: Record<string, unknown> = {};
  mapFields(fields, ({ pointer, parse }, name) => {
    const text = typed[name] ?? '';
    if (text.trim() === '') return;
    const [, first = '', second] = pointer.split('/');
    if (second === undefined) device[first] = parse(text);
    else limits[second] = parse(text);
  });
  return Object.keys(limits).length === 0 ? device : { ...device, limits };
}
