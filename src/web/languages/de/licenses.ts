import type { Texts } from '../translations.js';

export const licenses: Texts<'licenses'> = {
  total: 'Gesamt',
  used: 'Belegt',
  available: 'Frei',
  overUse: 'Über dem Limit',
  bar: 'Belegte Lizenzen',
  rule: 'Jedes Gerät belegt eine Lizenz, bis es abläuft oder gelöscht wird.',
  allUsed: 'Alle Lizenzen sind belegt',
  allUsedHint: 'Registrierte Geräte arbeiten weiter; Meldungen neuer Geräte warten unter „Unbekannte Geräte“.',
  overUseHint:
    'Es sind {count} Lizenzen mehr belegt als vorhanden: Die Geräte behalten sie, aber keine neue wird vergeben.',
  expireDevice: 'Geben Sie einem Gerät, das nicht gebraucht wird, ein Ablaufdatum, oder löschen Sie es.',
  raiseTotal: 'Erhöhen Sie die Anzahl der Lizenzen in den Einstellungen.',
  toDevices: 'Zu den Geräten',
  usedBy: 'Belegt von',
  group: 'Gruppe',
  active: 'Mit Lizenz',
  expired: 'Abgelaufen',
  noGroup: 'keine Gruppe',
  severalGroups: 'Ein Gerät in mehreren Gruppen zählt in jeder davon.',
  restricted: 'Nur Geräte, die Ihr Konto sieht, werden gezählt.',
  unused: 'Keine Lizenz ist belegt',
  unusedHint: 'Jedes registrierte Gerät belegt eine.',
  becomingFree: 'Werden in den nächsten {days} Tagen frei',
  noneFree: 'Keine: Kein Gerät läuft in dieser Zeit ab.',
  next: 'Laufen als Nächstes ab',
};
