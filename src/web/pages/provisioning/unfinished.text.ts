import { defineText } from '../../text/text.js';

export const unfinishedText = defineText({
  en: {
    title: 'Unfinished trackers',
    hint: 'These were cut off while they were set up, and may be half set. Put a port into provisioning above and plug them in there: each is finished by itself.',
    tracker: 'Tracker',
    begun: 'Begun',
    when: 'When',
    undoing: 'Undoing a receipt',
    on: 'on {port}',
    change: '{name}: {was} → {is}',
    notKept: 'not known',
  },
  es: {
    title: 'Localizadores a medias',
    hint: 'Se cortaron mientras se configuraban y pueden estar a medias. Prepare un puerto arriba y conéctelos ahí: cada uno se termina solo.',
    tracker: 'Localizador',
    begun: 'Empezado',
    when: 'Cuándo',
    undoing: 'Deshaciendo un recibo',
    on: 'en {port}',
    change: '{name}: {was} → {is}',
    notKept: 'no se sabe',
  },
});
