import type { Texts } from '../translations.js';

export const reason: Texts<'reason'> = {
  limit_reached: 'Das Tageslimit des Geräts ist aufgebraucht. Erhöhen Sie es oder warten Sie bis morgen.',
  outbox_full: 'Zu viele Nachrichten warten. Die Ursache steht unter „Systemzustand“.',
  repeat: 'Eine Wiederholung einer kürzlichen Nachricht.',
  canceled: 'Abgebrochen.',
};
