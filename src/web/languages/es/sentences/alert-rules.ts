import type { Sentences } from '../../translations.js';

export const alertRules: Sentences<'alertRules'> = {
  'zone {name} already exists': 'la zona {name} ya existe',
  '{place} must not cross or touch itself: edges {one} and {other} do':
    '{place} no debe cruzarse ni tocarse: los lados {one} y {other} lo hacen',
  '{place} repeats the position before it: remove one': '{place} repite la posición anterior: quite una',
  '{place} is missing: a point needs one, in m': 'falta {place}: un punto necesita un valor, en m',
  '{place} is missing: a line needs one, in m': 'falta {place}: una línea necesita un valor, en m',
  'alert rule {name} already exists': 'la regla de alerta {name} ya existe',
  'alert rule {id} not found': 'no se encuentra la regla de alerta {id}',
  'zone {id} not found': 'no se encuentra la zona {id}',
  'alert rules name the zone ({names}): change or remove them first':
    'hay reglas de alerta que nombran la zona ({names}): cámbielas o elimínelas antes',
  'requires privilege messages and a user not restricted to a group or device':
    'requiere el permiso messages y un usuario no restringido a un grupo o dispositivo',
  '/devices, /groups and /all exclude each other: use one of them':
    '/devices, /groups y /all se excluyen: use uno de ellos',
  '/devices is missing: name devices or groups, or set all to true':
    'falta /devices: nombre dispositivos o grupos, o ponga all a true',
  'limit of {count} {things} reached ({used} in use): remove one first':
    'se ha alcanzado el límite de {count} {things} ({used} en uso): elimine antes alguno',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first':
    'se ha alcanzado el límite de {bytes} bytes para todos los elementos: {things} ({used} en uso, {added} más pedidos): acorte o elimine antes algunos',
  'alert rules': 'reglas de alerta',
  zones: 'zonas',
};
