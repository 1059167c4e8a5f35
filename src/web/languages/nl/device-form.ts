import type { Texts } from '../translations.js';

export const deviceForm: Texts<'deviceForm'> = {
  id: 'Id',
  idHint: 'IMEI of serienummer: letters, cijfers en . _ : -',
  name: 'Naam',
  description: 'Notitie',
  min: 'Telefoonnummer van de tracker',
  tags: 'Tags',
  tagsHint: 'Eén per regel, bijvoorbeeld: kenteken = 12-AB-3',
  tagsInvalid: 'Schrijf elke tag als naam = waarde, één per regel.',
  groups: 'Groepen',
  dailyLimit: '{units} per dag',
  limitHint: 'Leeg: geen limiet. 0: er mag niets worden verzonden.',
  temporary: 'Tijdelijk',
  expires: 'Verloopt',
  permanent: 'verloopt niet',
  empty: 'leeg',
  changedMeanwhile: 'Een andere gebruiker heeft dit intussen gewijzigd:',
  nowIs: '{field} is nu: {value}',
  overwrite: 'Wat u hebt ingevoerd, staat er nog. Sla opnieuw op om het daardoor te vervangen.',
  add: 'Apparaat toevoegen',
  added: '{name} toegevoegd.',
  details: 'Details',
  edit: 'Bewerken',
  group: 'Groep',
  limits: 'Limieten',
  expireNow: 'Nu laten verlopen',
  confirmExpire:
    '{name} nu laten verlopen? De licentie komt vrij en nieuwe rapporten worden geweigerd tot u een andere datum instelt. De historie blijft.',
  confirmRemove:
    '{name} verwijderen? De licentie komt vrij, groepen en regels verliezen het apparaat, en wachtende opdrachten worden geannuleerd. De historie blijft op de gateway tot de bewaartermijn voorbij is; u ziet die weer als hetzelfde id opnieuw wordt geregistreerd.',
};
