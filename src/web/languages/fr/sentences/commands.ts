import type { Sentences } from '../../translations.js';

export const commands: Sentences<'commands'> = {
  'no reply within {seconds} s: the tracker may have carried it out':
    'pas de réponse en {seconds} s : le traceur l’a peut-être exécutée',
  '{path} did not take all of it within {seconds} s: the tracker may have received it':
    '{path} ne l’a pas prise en entier en {seconds} s : le traceur l’a peut-être reçue',
  'written to {path}: {note}': 'écrite sur {path} : {note}',
  '{protocol} has no replies': '{protocol} n’a pas de réponses',
  '{path} was closed before the tracker replied': '{path} a été fermé avant la réponse du traceur',
  'nothing was written: {reason}': 'rien n’a été écrit : {reason}',
  'the tracker accepted it': 'le traceur l’a acceptée',
  'the node received the text': 'le nœud a reçu le texte',
  'the gateway stopped while sending it: the tracker may have received it':
    'la passerelle s’est arrêtée pendant l’envoi : le traceur l’a peut-être reçue',
  'the gateway stopped, or its store failed, before it was sent: nothing was written':
    'la passerelle s’est arrêtée, ou son stockage a échoué, avant l’envoi : rien n’a été écrit',
  'the device did not report in time: nothing was written': 'l’appareil n’a pas émis à temps : rien n’a été écrit',
  'canceled before it was sent: nothing was written': 'annulée avant l’envoi : rien n’a été écrit',
  'waits for the next report of the device, until {time}': 'attend le prochain rapport de l’appareil, jusqu’à {time}',
  'device {id} has not reported on any port yet': 'l’appareil {id} n’a encore émis sur aucun port',
  'device {id} is not connected to {path}': 'l’appareil {id} n’est pas connecté à {path}',
  '{path} keeps no connections: commands need a tcp listener':
    '{path} ne garde pas de connexions : les commandes exigent un port d’écoute tcp',
  '{path} is in provisioning': '{path} est en mise en service',
  '{path} is not open: GET /api/ports shows why': '{path} n’est pas ouvert : voir la cause sous Ports',
  '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes':
    '{protocol} n’accepte pas de commandes et {path} ne permet pas d’écrire : mettez commands: true pour ce port dans serial.ports pour envoyer des octets bruts',
  '{protocol} takes no commands': '{protocol} n’accepte pas de commandes',
  'the tracker sent no HEL since its port was opened: try again when it has reported':
    'le traceur n’a pas envoyé de HEL depuis l’ouverture de son port : réessayez quand il aura émis',
  '{count} commands wait for device {id}: cancel one, or try again later':
    '{count} commandes attendent l’appareil {id} : annulez-en une ou réessayez plus tard',
  'device {id} has no telephone number: set its min': 'l’appareil {id} n’a pas de numéro de téléphone : indiquez-le',
};
