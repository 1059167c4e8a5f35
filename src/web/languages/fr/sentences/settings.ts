import type { Sentences } from '../../translations.js';

export const settings: Sentences<'settings'> = {
  // meshtastic
  'Long name': 'Nom long',
  'name of the node; 39 bytes of UTF-8 at most': 'nom du nœud ; 39 octets UTF-8 au plus',
  'Short name': 'Nom court',
  'name of the node for small displays; 4 bytes of UTF-8 at most':
    'nom du nœud pour petits écrans ; 4 octets UTF-8 au plus',
  'Position interval': 'Intervalle de position',
  'time between sent positions; 0: firmware default': 'temps entre deux positions envoyées ; 0 : valeur du firmware',
  'Smart position': 'Position intelligente',
  'the node also sends its position after it has moved': 'le nœud envoie aussi sa position après un déplacement',
  'Fixed position': 'Position fixe',
  'the node does not move: its position is no longer measured': 'le nœud ne bouge pas : sa position n’est plus mesurée',
  'GPS interval': 'Intervalle GPS',
  'time between measured positions; 0: firmware default':
    'temps entre deux positions mesurées ; 0 : valeur du firmware',
  'Position flags': 'Champs de position',
  'optional fields of a position message, one bit each': 'champs facultatifs d’un message de position, un bit chacun',
  'Smart position distance': 'Distance de position intelligente',
  'distance to move before a position is sent; 0: firmware default':
    'distance parcourue avant l’envoi d’une position ; 0 : valeur du firmware',
  'Smart position interval': 'Intervalle de position intelligente',
  'minimum time between positions sent because the node moved; 0: firmware default':
    'temps minimal entre deux positions envoyées par déplacement ; 0 : valeur du firmware',
  'GPS mode': 'Mode GPS',
  'whether the GPS receiver is off (0), on (1) or absent (2)': 'récepteur GPS éteint (0), allumé (1) ou absent (2)',
  // queclink
  'Fix interval': 'Intervalle de mesure',
  'time between two measured positions': 'temps entre deux positions mesurées',
  'Send interval': 'Intervalle d’envoi',
  'time between two reports': 'temps entre deux rapports',
  'Report mode': 'Mode de rapport',
  'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, 5 by time, network cells only, 6 after time or mileage':
    'quand le traceur émet : 0 jamais, 1 selon le temps, 2 selon la distance, 3 selon le kilométrage, 4 après temps et kilométrage, 5 selon le temps, cellules réseau seulement, 6 après temps ou kilométrage',
  'Skip reports without fix': 'Omettre les rapports sans position',
  'without a fix, the tracker reports nothing; otherwise it reports the last known position':
    'sans position, le traceur n’émet rien ; sinon, il donne la dernière position connue',
  'Start time': 'Heure de début',
  'HHMM, daily start of reporting': 'HHMM, début quotidien des rapports',
  'End time': 'Heure de fin',
  'HHMM, daily end of reporting; same as the start time: all day':
    'HHMM, fin quotidienne des rapports ; égale à l’heure de début : toute la journée',
  Distance: 'Distance',
  'straight-line distance between two reports, when reporting by distance':
    'distance en ligne droite entre deux rapports, s’il émet selon la distance',
  'Device name': 'Nom de l’appareil',
  'name in the reports; printable ASCII without , $ = : and not in the form of a VIN':
    'nom dans les rapports ; ASCII imprimable sans , $ = : et pas sous la forme d’un VIN',
  Acknowledgement: 'Acquittement',
  'the tracker keeps each report until it is acknowledged (SACK)':
    'le traceur garde chaque rapport jusqu’à son acquittement (SACK)',
  '4 to 6 letters or digits; leave empty for the factory password of the model':
    '4 à 6 lettres ou chiffres ; vide : mot de passe d’usine du modèle',
  // ubx
  'Measurement interval': 'Intervalle de mesure',
  'time between measurements; the minimum depends on the model':
    'temps entre deux mesures ; le minimum dépend du modèle',
  'NAV-PVT rate on UART1': 'Fréquence de NAV-PVT sur UART1',
  'NAV-PVT is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT est envoyé sur UART1 à chaque solution de navigation (1), une sur deux (2), etc. ; 0 : jamais',
  'NAV-PVT rate on USB': 'Fréquence de NAV-PVT sur USB',
  'NAV-PVT is sent on USB with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT est envoyé sur USB à chaque solution de navigation (1), une sur deux (2), etc. ; 0 : jamais',
  'Baud rate': 'Vitesse',
  'speed of UART1': 'vitesse de UART1',
  'UBX output': 'Sortie UBX',
  'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver':
    'UART1 envoie UBX ; on ne peut pas l’arrêter ici, car la passerelle ne pourrait plus joindre le récepteur',
  'NMEA output': 'Sortie NMEA',
  'whether UART1 sends NMEA 0183': 'si UART1 envoie NMEA 0183',
  'RMC rate on UART1': 'Fréquence de RMC sur UART1',
  'RMC is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'RMC est envoyé sur UART1 à chaque solution de navigation (1), une sur deux (2), etc. ; 0 : jamais',
  // wpt
  'Device id': 'Id de l’appareil',
  'id that the tracker reports under': 'id sous lequel le traceur émet',
  Name: 'Nom',
  'name for people, at most 64 bytes of UTF-8, without control characters':
    'nom lisible, 64 octets UTF-8 au plus, sans caractères de contrôle',
  Key: 'Clé',
  'key that protects the settings: 128 bits as 32 hexadecimal digits':
    'clé qui protège les réglages : 128 bits en 32 chiffres hexadécimaux',
  'current key of the tracker, if it has one: 32 hexadecimal digits':
    'clé actuelle du traceur, s’il en a une : 32 chiffres hexadécimaux',
  'Interval while stopped': 'Intervalle à l’arrêt',
  'time between fixes while the tracker is stopped': 'temps entre deux positions quand le traceur est à l’arrêt',
  'Interval while moving': 'Intervalle en mouvement',
  'time between fixes while the tracker is moving': 'temps entre deux positions quand le traceur se déplace',
  'distance after which a fix is taken early; 0: never':
    'distance après laquelle une position est prise plus tôt ; 0 : jamais',
  'Batch size': 'Taille du lot',
  'number of fixes that are collected and sent together': 'nombre de positions réunies et envoyées ensemble',
  'speed of the serial port of the tracker': 'vitesse du port série du traceur',
  Alerts: 'Alertes',
  'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256':
    'alertes que le traceur déclenche, en somme : SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
  'Status light': 'Voyant d’état',
  'whether the status light is on': 'si le voyant d’état est allumé',
  'Satellite systems': 'Systèmes de satellites',
  'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32':
    'systèmes de satellites qu’utilise le récepteur, en somme : GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
};
