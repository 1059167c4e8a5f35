import type { Texts } from '../translations.js';

export const reason: Texts<'reason'> = {
  limit_reached: 'O limite diário do dispositivo está esgotado. Aumente-o ou espere até amanhã.',
  outbox_full: 'Há demasiadas mensagens em espera. Veja a causa em Estado do sistema.',
  repeat: 'Uma repetição de uma mensagem recente.',
  canceled: 'Anulada.',
};
