import type { Sentences } from '../../translations.js';

export const commands: Sentences<'commands'> = {
  'no reply within {seconds} s: the tracker may have carried it out':
    'geen antwoord binnen {seconds} s: de tracker heeft de opdracht misschien uitgevoerd',
  '{path} did not take all of it within {seconds} s: the tracker may have received it':
    '{path} nam niet alles aan binnen {seconds} s: de tracker heeft de opdracht misschien ontvangen',
  'written to {path}: {note}': 'geschreven naar {path}: {note}',
  '{protocol} has no replies': '{protocol} heeft geen antwoorden',
  '{path} was closed before the tracker replied': '{path} is gesloten voordat de tracker antwoordde',
  'nothing was written: {reason}': 'er is niets geschreven: {reason}',
  'the tracker accepted it': 'de tracker heeft de opdracht aanvaard',
  'the node received the text': 'het knooppunt heeft de tekst ontvangen',
  'the gateway stopped while sending it: the tracker may have received it':
    'de gateway stopte tijdens het verzenden: de tracker heeft de opdracht misschien ontvangen',
  'the gateway stopped, or its store failed, before it was sent: nothing was written':
    'de gateway stopte, of de opslag viel uit, vóór het verzenden: er is niets geschreven',
  'the device did not report in time: nothing was written':
    'het apparaat meldde zich niet op tijd: er is niets geschreven',
  'canceled before it was sent: nothing was written': 'geannuleerd vóór het verzenden: er is niets geschreven',
  'waits for the next report of the device, until {time}': 'wacht op het volgende rapport van het apparaat, tot {time}',
  'device {id} has not reported on any port yet': 'apparaat {id} heeft zich nog op geen enkele poort gemeld',
  'device {id} is not connected to {path}': 'apparaat {id} is niet verbonden met {path}',
  '{path} keeps no connections: commands need a tcp listener':
    '{path} houdt geen verbindingen vast: opdrachten vereisen een tcp-listener',
  '{path} is in provisioning': '{path} is in inrichting',
  '{path} is not open: GET /api/ports shows why': '{path} is niet open: GET /api/ports toont waarom',
  '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes':
    '{protocol} neemt geen opdrachten aan, en {path} staat geen schrijven toe: zet commands: true voor de poort in serial.ports om ruwe bytes te verzenden',
  '{protocol} takes no commands': '{protocol} neemt geen opdrachten aan',
  'the tracker sent no HEL since its port was opened: try again when it has reported':
    'de tracker heeft geen HEL verzonden sinds de poort open is: probeer het opnieuw als die zich heeft gemeld',
  '{count} commands wait for device {id}: cancel one, or try again later':
    '{count} opdrachten wachten op apparaat {id}: annuleer er een of probeer het later opnieuw',
  'device {id} has no telephone number: set its min': 'apparaat {id} heeft geen telefoonnummer: stel min in',
};
