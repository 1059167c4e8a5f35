import type { Sentences } from '../../translations.js';

export const alertRules: Sentences<'alertRules'> = {
  'zone {name} already exists': 'de zone {name} bestaat al',
  '{place} must not cross or touch itself: edges {one} and {other} do':
    '{place} mag zichzelf niet kruisen of raken: de zijden {one} en {other} doen dat',
  '{place} repeats the position before it: remove one': '{place} herhaalt de positie ervoor: verwijder er een',
  '{place} is missing: a point needs one, in m': '{place} ontbreekt: een punt heeft een waarde nodig, in m',
  '{place} is missing: a line needs one, in m': '{place} ontbreekt: een lijn heeft een waarde nodig, in m',
  'alert rule {name} already exists': 'alarmregel {name} bestaat al',
  'alert rule {id} not found': 'alarmregel {id} niet gevonden',
  'zone {id} not found': 'zone {id} niet gevonden',
  'alert rules name the zone ({names}): change or remove them first':
    'alarmregels noemen de zone ({names}): wijzig of verwijder ze eerst',
  'requires privilege messages and a user not restricted to a group or device':
    'vereist het recht messages en een gebruiker die niet tot een groep of apparaat beperkt is',
  '/devices, /groups and /all exclude each other: use one of them':
    '/devices, /groups en /all sluiten elkaar uit: gebruik er één',
  '/devices is missing: name devices or groups, or set all to true':
    '/devices ontbreekt: noem apparaten of groepen, of zet all op true',
  'limit of {count} {things} reached ({used} in use): remove one first':
    'limiet van {count} {things} bereikt ({used} in gebruik): verwijder er eerst een',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first':
    'limiet van {bytes} bytes voor alle {things} bereikt ({used} in gebruik, {added} meer gevraagd): verkort of verwijder er eerst een paar',
  'alert rules': 'alarmregels',
  zones: 'zones',
};
