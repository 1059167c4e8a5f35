import type { Texts } from '../translations.js';

export const failure: Texts<'failure'> = {
  lost: 'Verbindung verloren',
  no_answer: 'Keine Antwort vom Tracker',
  garbled: 'Unlesbare Antwort vom Tracker',
  refused: 'Vom Tracker abgelehnt',
  mismatch: 'Andere Einstellungen zurückgelesen',
  unsupported: 'Einstellung nicht unterstützt',
  conflict: 'Konflikt',
  forbidden: 'Nicht erlaubt',
  not_found: 'Nicht gefunden',
  limit_reached: 'Limit erreicht',
  no_license: 'Keine Lizenz frei',
  validation_failed: 'Ungültige Einstellungen',
  store_unavailable: 'Nicht gespeichert',
  wrong_protocol: 'Falscher Tracker',
  internal: 'Interner Fehler',
};
