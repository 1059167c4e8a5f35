import type { Texts } from '../translations.js';

export const attention: Texts<'attention'> = {
  title: 'Alarmen die aandacht nodig hebben',
  raised: 'Alarm: {name}, {device}',
  times: '{count} keer, de laatste',
  position: '{device} op de kaart tonen',
  noPosition: 'positie onbekend',
  note: 'Notitie',
  noteHint: 'Notitie (optioneel)',
  acknowledge: 'Bevestigen',
  acknowledgeOne: '{name}, {device} bevestigen',
  more: 'Nog {count} alarmen',
  moreThan: 'Nog meer dan {count} alarmen',
  openCount: '{count} onbevestigde alarmen',
  openCountOne: '1 onbevestigd alarm',
  sound: 'Geluid bij alarmen',
  soundBlocked: 'Klik één keer op de pagina om geluid toe te staan.',
  unacknowledged: 'Niet bevestigd',
};
