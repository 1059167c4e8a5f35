import type { Texts } from '../translations.js';

export const displays: Texts<'displays'> = {
  lead: 'Een wandscherm toont kaart en alarmen, wijzigt niets en blijft aangemeld tot u het hier verwijdert.',
  preview: 'Voorbeeld',
  create: 'Nieuw wandscherm',
  createLink: 'Link maken',
  empty: 'Nog geen wandschermen',
  emptyHint: 'Maak er een en open de link één keer in de browser van het scherm.',
  name: 'Naam',
  namePlaceholder: 'Ingang',
  shows: 'Toont',
  all: 'alle apparaten die u ziet',
  created: 'Gemaakt',
  lastUsed: 'Laatst gebruikt',
  actions: 'Acties',
  remove: 'Verwijderen',
  confirmRemove: 'Dit wandscherm verwijderen? Het wordt meteen afgemeld.',
  linkOf: 'Link van {name}',
  linkOnce: 'Open de link één keer in de browser van het scherm. Hij wordt alleen nu getoond en is als een wachtwoord.',
  linkCode: 'QR-code van de link van {name}',
};
