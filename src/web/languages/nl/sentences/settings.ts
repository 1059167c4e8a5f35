import type { Sentences } from '../../translations.js';

export const settings: Sentences<'settings'> = {
  // meshtastic
  'Long name': 'Lange naam',
  'name of the node; 39 bytes of UTF-8 at most': 'naam van het knooppunt; hoogstens 39 bytes UTF-8',
  'Short name': 'Korte naam',
  'name of the node for small displays; 4 bytes of UTF-8 at most':
    'naam van het knooppunt voor kleine schermen; hoogstens 4 bytes UTF-8',
  'Position interval': 'Positie-interval',
  'time between sent positions; 0: firmware default': 'tijd tussen verzonden posities; 0: standaard van de firmware',
  'Smart position': 'Slimme positie',
  'the node also sends its position after it has moved':
    'het knooppunt verzendt zijn positie ook nadat het is verplaatst',
  'Fixed position': 'Vaste positie',
  'the node does not move: its position is no longer measured':
    'het knooppunt beweegt niet: de positie wordt niet meer gemeten',
  'GPS interval': 'Gps-interval',
  'time between measured positions; 0: firmware default': 'tijd tussen gemeten posities; 0: standaard van de firmware',
  'Position flags': 'Positievelden',
  'optional fields of a position message, one bit each': 'optionele velden van een positiebericht, elk één bit',
  'Smart position distance': 'Afstand van slimme positie',
  'distance to move before a position is sent; 0: firmware default':
    'af te leggen afstand voordat een positie wordt verzonden; 0: standaard van de firmware',
  'Smart position interval': 'Interval van slimme positie',
  'minimum time between positions sent because the node moved; 0: firmware default':
    'minimale tijd tussen posities die door beweging worden verzonden; 0: standaard van de firmware',
  'GPS mode': 'Gps-modus',
  'whether the GPS receiver is off (0), on (1) or absent (2)': 'of de gps-ontvanger uit (0), aan (1) of afwezig (2) is',
  // queclink
  'Fix interval': 'Meetinterval',
  'time between two measured positions': 'tijd tussen twee gemeten posities',
  'Send interval': 'Verzendinterval',
  'time between two reports': 'tijd tussen twee rapporten',
  'Report mode': 'Rapportmodus',
  'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, 5 by time, network cells only, 6 after time or mileage':
    'wanneer de tracker rapporteert: 0 nooit, 1 op tijd, 2 op afstand, 3 op kilometerstand, 4 na tijd en kilometerstand, 5 op tijd, alleen netwerkcellen, 6 na tijd of kilometerstand',
  'Skip reports without fix': 'Rapporten zonder positie overslaan',
  'without a fix, the tracker reports nothing; otherwise it reports the last known position':
    'zonder positie rapporteert de tracker niets; anders de laatst bekende positie',
  'Start time': 'Begintijd',
  'HHMM, daily start of reporting': 'HHMM, dagelijks begin van het rapporteren',
  'End time': 'Eindtijd',
  'HHMM, daily end of reporting; same as the start time: all day':
    'HHMM, dagelijks einde van het rapporteren; gelijk aan de begintijd: de hele dag',
  Distance: 'Afstand',
  'straight-line distance between two reports, when reporting by distance':
    'hemelsbrede afstand tussen twee rapporten, bij rapporteren op afstand',
  'Device name': 'Apparaatnaam',
  'name in the reports; printable ASCII without , $ = : and not in the form of a VIN':
    'naam in de rapporten; afdrukbare ASCII zonder , $ = : en niet in de vorm van een VIN',
  Acknowledgement: 'Bevestiging',
  'the tracker keeps each report until it is acknowledged (SACK)':
    'de tracker bewaart elk rapport tot het is bevestigd (SACK)',
  '4 to 6 letters or digits; leave empty for the factory password of the model':
    '4 tot 6 letters of cijfers; leeg: het fabriekswachtwoord van het model',
  // ubx
  'Measurement interval': 'Meetinterval',
  'time between measurements; the minimum depends on the model':
    'tijd tussen metingen; het minimum hangt van het model af',
  'NAV-PVT rate on UART1': 'NAV-PVT-frequentie op UART1',
  'NAV-PVT is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT wordt op UART1 verzonden bij elke navigatieoplossing (1), elke tweede (2) enzovoort; 0: nooit',
  'NAV-PVT rate on USB': 'NAV-PVT-frequentie op USB',
  'NAV-PVT is sent on USB with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT wordt op USB verzonden bij elke navigatieoplossing (1), elke tweede (2) enzovoort; 0: nooit',
  'Baud rate': 'Baudrate',
  'speed of UART1': 'snelheid van UART1',
  'UBX output': 'UBX-uitvoer',
  'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver':
    'UART1 verzendt UBX; dat kan hier niet worden uitgeschakeld, omdat de gateway de ontvanger dan niet meer kan bereiken',
  'NMEA output': 'NMEA-uitvoer',
  'whether UART1 sends NMEA 0183': 'of UART1 NMEA 0183 verzendt',
  'RMC rate on UART1': 'RMC-frequentie op UART1',
  'RMC is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'RMC wordt op UART1 verzonden bij elke navigatieoplossing (1), elke tweede (2) enzovoort; 0: nooit',
  // wpt
  'Device id': 'Apparaat-id',
  'id that the tracker reports under': 'id waaronder de tracker zich meldt',
  Name: 'Naam',
  'name for people, at most 64 bytes of UTF-8, without control characters':
    'naam voor mensen, hoogstens 64 bytes UTF-8, zonder besturingstekens',
  Key: 'Sleutel',
  'key that protects the settings: 128 bits as 32 hexadecimal digits':
    'sleutel die de instellingen beschermt: 128 bits als 32 hexadecimale cijfers',
  'current key of the tracker, if it has one: 32 hexadecimal digits':
    'huidige sleutel van de tracker, als die er een heeft: 32 hexadecimale cijfers',
  'Interval while stopped': 'Interval bij stilstand',
  'time between fixes while the tracker is stopped': 'tijd tussen posities terwijl de tracker stilstaat',
  'Interval while moving': 'Interval onderweg',
  'time between fixes while the tracker is moving': 'tijd tussen posities terwijl de tracker beweegt',
  'distance after which a fix is taken early; 0: never': 'afstand waarna een positie vervroegd wordt bepaald; 0: nooit',
  'Batch size': 'Bundelgrootte',
  'number of fixes that are collected and sent together': 'aantal posities dat wordt verzameld en samen verzonden',
  'speed of the serial port of the tracker': 'snelheid van de seriële poort van de tracker',
  Alerts: 'Alarmen',
  'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256':
    'alarmen die de tracker geeft, als som: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
  'Status light': 'Statuslampje',
  'whether the status light is on': 'of het statuslampje aan is',
  'Satellite systems': 'Satellietsystemen',
  'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32':
    'satellietsystemen die de ontvanger gebruikt, als som: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
};
