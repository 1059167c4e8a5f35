import { expect } from 'chai';
import { loadLanguage } from '../../../src/web/text/text.js';
import { translateServerText } from '../../../src/web/text/translate-server-text.js';

describe('translateServerText', () => {
  before(() => loadLanguage('es'));

  const cases = [
    ['the disk is full', 'el disco está lleno'],
    [
      '/dev/ttyUSB0: no such device: plug it in, or correct the path',
      '/dev/ttyUSB0: no existe el dispositivo: conéctelo o corrija la ruta',
    ],
    [
      'tcp://10.0.0.9:4001: the device server closed the connection',
      'tcp://10.0.0.9:4001: el servidor de puertos cerró la conexión',
    ],
    [
      'udp-listen://0.0.0.0:5027: port 5027 is in use by another program (find it with: sudo ss -lnup): stop it, or choose another port',
      'udp-listen://0.0.0.0:5027: el puerto 5027 está en uso por otro programa (búsquelo con: sudo ss -lnup): ciérrelo o elija otro puerto',
    ],
    [
      'the SIM requires its PIN; set notifications.sms.pin, 4 to 8 digits',
      'la SIM pide su PIN; ponga notifications.sms.pin, de 4 a 8 cifras',
    ],
    [
      '/dev/ttyS0: in use by cat (pid 7, user root) (Cannot lock port): close that program',
      '/dev/ttyS0: en uso por cat (pid 7, user root): cierre ese programa',
    ],
    [
      'the file is not a PMTiles archive: make one with pmtiles extract or pmtiles convert',
      'el archivo no es un archivo PMTiles: cree uno con pmtiles extract o pmtiles convert',
    ],
    [
      'the backup cannot be restored: it is damaged: copy it again, or restore another backup',
      'la copia no se puede restaurar: está dañada: cópiela de nuevo o restaure otra copia de seguridad',
    ],
    [
      '/licenses/total is set by the configuration: change it there, or remove it there',
      '/licenses/total lo fija la configuración: cámbielo allí o quítelo de allí',
    ],
    ['smtp:25 is unreachable: connect ECONNREFUSED', 'smtp:25 no está accesible: connect ECONNREFUSED'],
    ['Send interval', 'Intervalo de envío'],
    ['/dev/a was lost: plug the tracker in again', '/dev/a se perdió: vuelva a conectar el localizador'],
    [
      '1.jsonl: bytes 0 to 9 are damaged, saved as 1.corrupt-2',
      '1.jsonl: los bytes 0 a 9 están dañados, copiados en 1.corrupt-2',
    ],
  ] as const;
  for (const [english, spanish] of cases) {
    it(`“${english}” is translated`, () => {
      expect(translateServerText(english, 'es')).to.equal(spanish);
      expect(translateServerText(english, 'en')).to.equal(english);
    });
  }

  it('an unknown text, and a value with special characters, stay as they are', () => {
    expect(translateServerText('something new', 'es')).to.equal('something new');
    expect(translateServerText('/dev/x: something new', 'es')).to.equal('/dev/x: something new');
    expect(translateServerText('device $& {id} not found', 'es')).to.equal('no se encuentra el dispositivo $& {id}');
  });
});
