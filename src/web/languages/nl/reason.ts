import type { Texts } from '../translations.js';

export const reason: Texts<'reason'> = {
  limit_reached: 'De daglimiet van het apparaat is op. Verhoog die of wacht tot morgen.',
  outbox_full: 'Er wachten te veel berichten. De oorzaak staat onder “Systeemstatus”.',
  repeat: 'Een herhaling van een recent bericht.',
  canceled: 'Geannuleerd.',
};
