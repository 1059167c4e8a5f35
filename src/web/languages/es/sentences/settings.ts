import type { Sentences } from '../../translations.js';

export const settings: Sentences<'settings'> = {
  // meshtastic
  'Long name': 'Nombre largo',
  'name of the node; 39 bytes of UTF-8 at most': 'nombre del nodo; 39 bytes de UTF-8 como máximo',
  'Short name': 'Nombre corto',
  'name of the node for small displays; 4 bytes of UTF-8 at most':
    'nombre del nodo para pantallas pequeñas; 4 bytes de UTF-8 como máximo',
  'Position interval': 'Intervalo de posición',
  'time between sent positions; 0: firmware default': 'tiempo entre posiciones enviadas; 0: valor del firmware',
  'Smart position': 'Posición inteligente',
  'the node also sends its position after it has moved': 'el nodo también envía su posición después de moverse',
  'Fixed position': 'Posición fija',
  'the node does not move: its position is no longer measured': 'el nodo no se mueve: su posición ya no se mide',
  'GPS interval': 'Intervalo de GPS',
  'time between measured positions; 0: firmware default': 'tiempo entre posiciones medidas; 0: valor del firmware',
  'Position flags': 'Campos de posición',
  'optional fields of a position message, one bit each': 'campos opcionales de un mensaje de posición, un bit cada uno',
  'Smart position distance': 'Distancia de posición inteligente',
  'distance to move before a position is sent; 0: firmware default':
    'distancia recorrida antes de enviar una posición; 0: valor del firmware',
  'Smart position interval': 'Intervalo de posición inteligente',
  'minimum time between positions sent because the node moved; 0: firmware default':
    'tiempo mínimo entre posiciones enviadas por movimiento; 0: valor del firmware',
  'GPS mode': 'Modo de GPS',
  'whether the GPS receiver is off (0), on (1) or absent (2)':
    'si el receptor GPS está apagado (0), encendido (1) o no existe (2)',
  // queclink
  'Fix interval': 'Intervalo de medición',
  'time between two measured positions': 'tiempo entre dos posiciones medidas',
  'Send interval': 'Intervalo de envío',
  'time between two reports': 'tiempo entre dos informes',
  'Report mode': 'Modo de informe',
  'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, 5 by time, network cells only, 6 after time or mileage':
    'cuándo informa el localizador: 0 nunca, 1 por tiempo, 2 por distancia, 3 por kilometraje, 4 tras tiempo y kilometraje, 5 por tiempo, solo celdas de red, 6 tras tiempo o kilometraje',
  'Skip reports without fix': 'Omitir informes sin posición',
  'without a fix, the tracker reports nothing; otherwise it reports the last known position':
    'sin posición, el localizador no informa; si no, informa la última posición conocida',
  'Start time': 'Hora de inicio',
  'HHMM, daily start of reporting': 'HHMM, inicio diario de los informes',
  'End time': 'Hora de fin',
  'HHMM, daily end of reporting; same as the start time: all day':
    'HHMM, fin diario de los informes; igual que la hora de inicio: todo el día',
  Distance: 'Distancia',
  'straight-line distance between two reports, when reporting by distance':
    'distancia en línea recta entre dos informes, si informa por distancia',
  'Device name': 'Nombre del dispositivo',
  'name in the reports; printable ASCII without , $ = : and not in the form of a VIN':
    'nombre en los informes; ASCII imprimible sin , $ = : y sin la forma de un VIN',
  Acknowledgement: 'Confirmación',
  'the tracker keeps each report until it is acknowledged (SACK)':
    'el localizador conserva cada informe hasta su confirmación (SACK)',
  '4 to 6 letters or digits; leave empty for the factory password of the model':
    'de 4 a 6 letras o cifras; vacío: la contraseña de fábrica del modelo',
  // ubx
  'Measurement interval': 'Intervalo de medición',
  'time between measurements; the minimum depends on the model':
    'tiempo entre mediciones; el mínimo depende del modelo',
  'NAV-PVT rate on UART1': 'Frecuencia de NAV-PVT en UART1',
  'NAV-PVT is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT se envía por UART1 con cada solución de navegación (1), una de cada dos (2), etc.; 0: nunca',
  'NAV-PVT rate on USB': 'Frecuencia de NAV-PVT en USB',
  'NAV-PVT is sent on USB with every navigation solution (1), every second one (2) and so on; 0: never':
    'NAV-PVT se envía por USB con cada solución de navegación (1), una de cada dos (2), etc.; 0: nunca',
  'Baud rate': 'Velocidad',
  'speed of UART1': 'velocidad de UART1',
  'UBX output': 'Salida UBX',
  'UART1 sends UBX; it cannot be switched off here, because the gateway could no longer reach the receiver':
    'UART1 envía UBX; no se puede desactivar aquí, porque la pasarela perdería el acceso al receptor',
  'NMEA output': 'Salida NMEA',
  'whether UART1 sends NMEA 0183': 'si UART1 envía NMEA 0183',
  'RMC rate on UART1': 'Frecuencia de RMC en UART1',
  'RMC is sent on UART1 with every navigation solution (1), every second one (2) and so on; 0: never':
    'RMC se envía por UART1 con cada solución de navegación (1), una de cada dos (2), etc.; 0: nunca',
  // wpt
  'Device id': 'Id del dispositivo',
  'id that the tracker reports under': 'id con el que informa el localizador',
  Name: 'Nombre',
  'name for people, at most 64 bytes of UTF-8, without control characters':
    'nombre para personas, 64 bytes de UTF-8 como máximo, sin caracteres de control',
  Key: 'Clave',
  'key that protects the settings: 128 bits as 32 hexadecimal digits':
    'clave que protege los ajustes: 128 bits en 32 cifras hexadecimales',
  'current key of the tracker, if it has one: 32 hexadecimal digits':
    'clave actual del localizador, si tiene: 32 cifras hexadecimales',
  'Interval while stopped': 'Intervalo en parada',
  'time between fixes while the tracker is stopped': 'tiempo entre posiciones con el localizador parado',
  'Interval while moving': 'Intervalo en marcha',
  'time between fixes while the tracker is moving': 'tiempo entre posiciones con el localizador en marcha',
  'distance after which a fix is taken early; 0: never': 'distancia a la que se adelanta una posición; 0: nunca',
  'Batch size': 'Tamaño del lote',
  'number of fixes that are collected and sent together': 'número de posiciones que se reúnen y envían juntas',
  'speed of the serial port of the tracker': 'velocidad del puerto serie del localizador',
  Alerts: 'Alertas',
  'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256':
    'alertas que da el localizador, como suma: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
  'Status light': 'Luz de estado',
  'whether the status light is on': 'si la luz de estado está encendida',
  'Satellite systems': 'Sistemas de satélites',
  'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32':
    'sistemas de satélites que usa el receptor, como suma: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
};
