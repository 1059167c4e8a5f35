import type { Texts } from '../translations.js';

export const failure: Texts<'failure'> = {
  lost: 'Verbinding verbroken',
  no_answer: 'Geen antwoord van de tracker',
  garbled: 'Onleesbaar antwoord van de tracker',
  refused: 'Geweigerd door de tracker',
  mismatch: 'Andere instellingen teruggelezen',
  unsupported: 'Instelling niet ondersteund',
  conflict: 'Conflict',
  forbidden: 'Niet toegestaan',
  not_found: 'Niet gevonden',
  limit_reached: 'Limiet bereikt',
  no_license: 'Geen licentie vrij',
  validation_failed: 'Ongeldige instellingen',
  store_unavailable: 'Niet opgeslagen',
  wrong_protocol: 'Verkeerde tracker',
  internal: 'Interne fout',
};
