import type { Texts } from '../translations.js';

export const licenses: Texts<'licenses'> = {
  total: 'Totaal',
  used: 'In gebruik',
  available: 'Vrij',
  overUse: 'Boven de limiet',
  bar: 'Licenties in gebruik',
  rule: 'Elk apparaat gebruikt één licentie tot het verloopt of wordt verwijderd.',
  allUsed: 'Alle licenties zijn in gebruik',
  allUsedHint: 'Geregistreerde apparaten blijven werken; rapporten van nieuwe wachten onder “Onbekende apparaten”.',
  overUseHint:
    'Er zijn {count} licenties meer in gebruik dan het totaal: hun apparaten houden ze, maar er komt geen nieuwe bij.',
  expireDevice: 'Geef een apparaat dat niet nodig is een vervaldatum, of verwijder het.',
  raiseTotal: 'Verhoog het aantal licenties in de instellingen.',
  toDevices: 'Naar de apparaten',
  usedBy: 'Gebruikt door',
  group: 'Groep',
  active: 'Met licentie',
  expired: 'Verlopen',
  noGroup: 'geen groep',
  severalGroups: 'Een apparaat in meer groepen telt in elk ervan.',
  restricted: 'Alleen apparaten die uw account ziet, worden geteld.',
  unused: 'Er is geen licentie in gebruik',
  unusedHint: 'Elk geregistreerd apparaat gebruikt er één.',
  becomingFree: 'Komt vrij in de komende {days} dagen',
  noneFree: 'Geen: in die tijd verloopt geen apparaat.',
  next: 'Verloopt als volgende',
};
