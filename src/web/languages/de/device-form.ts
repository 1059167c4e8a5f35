import type { Texts } from '../translations.js';

export const deviceForm: Texts<'deviceForm'> = {
  id: 'Id',
  idHint: 'IMEI oder Seriennummer: Buchstaben, Ziffern und . _ : -',
  name: 'Name',
  description: 'Notiz',
  min: 'Telefonnummer des Trackers',
  tags: 'Tags',
  tagsHint: 'Einer pro Zeile, zum Beispiel: Kennzeichen = B-AB 123',
  tagsInvalid: 'Schreiben Sie jeden Tag als Name = Wert, einen pro Zeile.',
  groups: 'Gruppen',
  dailyLimit: '{units} pro Tag',
  limitHint: 'Leer: kein Limit. 0: nichts wird gesendet.',
  temporary: 'Befristet',
  expires: 'Läuft ab',
  permanent: 'läuft nicht ab',
  empty: 'leer',
  changedMeanwhile: 'Ein anderer Benutzer hat dies inzwischen geändert:',
  nowIs: '{field} ist jetzt: {value}',
  overwrite: 'Ihre Eingaben sind noch da. Speichern Sie erneut, um es damit zu ersetzen.',
  add: 'Gerät hinzufügen',
  added: '{name} hinzugefügt.',
  details: 'Details',
  edit: 'Bearbeiten',
  group: 'Gruppe',
  limits: 'Limits',
  expireNow: 'Jetzt ablaufen lassen',
  confirmExpire:
    '{name} jetzt ablaufen lassen? Die Lizenz wird frei, und neue Meldungen werden abgelehnt, bis Sie ein anderes Datum setzen. Der Verlauf bleibt.',
  confirmRemove:
    '{name} löschen? Die Lizenz wird frei, Gruppen und Regeln verlieren das Gerät, und wartende Befehle werden abgebrochen. Der Verlauf bleibt auf dem Gateway, bis die Aufbewahrungsfrist endet; Sie sehen ihn wieder, wenn dieselbe Id erneut registriert wird.',
};
