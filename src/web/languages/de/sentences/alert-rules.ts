import type { Sentences } from '../../translations.js';

export const alertRules: Sentences<'alertRules'> = {
  'zone {name} already exists': 'die Zone {name} gibt es bereits',
  '{place} must not cross or touch itself: edges {one} and {other} do':
    '{place} darf sich nicht kreuzen oder berühren: die Kanten {one} und {other} tun es',
  '{place} repeats the position before it: remove one': '{place} wiederholt die Position davor: eine entfernen',
  '{place} is missing: a point needs one, in m': '{place} fehlt: ein Punkt braucht einen Wert, in m',
  '{place} is missing: a line needs one, in m': '{place} fehlt: eine Linie braucht einen Wert, in m',
  'alert rule {name} already exists': 'die Alarmregel {name} gibt es bereits',
  'alert rule {id} not found': 'Alarmregel {id} nicht gefunden',
  'zone {id} not found': 'Zone {id} nicht gefunden',
  'alert rules name the zone ({names}): change or remove them first':
    'Alarmregeln nennen die Zone ({names}): erst ändern oder entfernen',
  'requires privilege messages and a user not restricted to a group or device':
    'erfordert das Recht messages und einen Benutzer, der nicht auf eine Gruppe oder ein Gerät beschränkt ist',
  '/devices, /groups and /all exclude each other: use one of them':
    '/devices, /groups und /all schließen sich aus: eines davon verwenden',
  '/devices is missing: name devices or groups, or set all to true':
    '/devices fehlt: Geräte oder Gruppen nennen oder all auf true setzen',
  'limit of {count} {things} reached ({used} in use): remove one first':
    'Grenze von {count} {things} erreicht ({used} belegt): erst etwas entfernen',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first':
    'Grenze von {bytes} Bytes für alle {things} erreicht ({used} belegt, {added} mehr verlangt): erst etwas kürzen oder entfernen',
  'alert rules': 'Alarmregeln',
  zones: 'Zonen',
};
