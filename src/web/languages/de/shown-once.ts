import type { Texts } from '../translations.js';

export const shownOnce: Texts<'shownOnce'> = {
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser erlaubt es nicht: Markieren Sie den Text und kopieren Sie ihn.',
  localAddress:
    'Diese Seite ist unter {host} geöffnet, was nur dieser Rechner erreicht. Öffnen Sie sie unter der Adresse des Gateways im Netz.',
};
