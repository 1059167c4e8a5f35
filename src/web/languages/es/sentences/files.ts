import type { Sentences } from '../../translations.js';

export const files: Sentences<'files'> = {
  'the disk has too little free space: {spare} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free':
    'queda poco espacio en el disco: hay {spare} bytes para archivos y el archivo tiene {size}; 1 GiB y una décima parte del disco quedan libres',
  'the disk has too little free space: 1 GiB and a tenth of the disk stay free':
    'queda poco espacio en el disco: 1 GiB y una décima parte del disco quedan libres',
  '{count} uploads are unfinished: complete or delete one of them first':
    'hay {count} subidas sin terminar: termine o borre una de ellas primero',
  'no such upload: it may have expired': 'no existe esa subida: puede que haya caducado',
  'make one with pmtiles extract or pmtiles convert': 'cree uno con pmtiles extract o pmtiles convert',
  'the file is not a PNG, JPEG or WebP picture: save it in one of these formats':
    'el archivo no es una imagen PNG, JPEG o WebP: guárdela en uno de estos formatos',
  'the picture is damaged: save it again': 'la imagen está dañada: vuelva a guardarla',
  'the picture has {width} × {height} pixels: at most {side} on each side and {all} in all':
    'la imagen tiene {width} × {height} píxeles: como máximo {side} por lado y {all} en total',
  'the file is not a Waypost backup: choose a file that Waypost wrote as a backup':
    'el archivo no es una copia de seguridad de Waypost: elija un archivo que Waypost haya escrito como copia',
  'another backup is being downloaded: wait for its end':
    'ya se está descargando otra copia de seguridad: espere a que termine',
  'another bundle is being made: wait for its end': 'ya se está creando otro paquete: espere a que termine',
  '/size is too large: {noun} has at most {bytes} bytes':
    'el archivo es demasiado grande: {noun} tiene como máximo {bytes} bytes',
  'a map archive': 'un archivo de mapa',
  'a picture of the yard': 'una imagen del patio',
  'a backup': 'una copia de seguridad',
  'another part of this upload is being stored: wait for its answer':
    'se está guardando otra parte de esta subida: espere su respuesta',
  'the upload is complete': 'la subida está completa',
  'the upload is being checked: wait for its result': 'la subida se está comprobando: espere su resultado',
  'the upload was not stored: {reason}': 'la subida no se guardó: {reason}',
  'the part was not stored: {reason}': 'la parte no se guardó: {reason}',
  'the next part starts at offset {offset}': 'la parte siguiente empieza en la posición {offset}',
  'the part is empty': 'la parte está vacía',
  'the part is too large: at most {bytes} bytes': 'la parte es demasiado grande: como máximo {bytes} bytes',
  'the part goes beyond the {bytes} bytes of the upload': 'la parte sobrepasa los {bytes} bytes de la subida',
  'the file does not match its SHA-256: send it again': 'el archivo no coincide con su SHA-256: envíelo de nuevo',
  'the file could not be put to use: {reason}': 'el archivo no se pudo usar: {reason}',
  'the file {problem}: {remedy}': 'el archivo {problem}: {remedy}',
  'is not a PMTiles archive': 'no es un archivo PMTiles',
  'is PMTiles version {version} instead of 3': 'es PMTiles versión {version} en lugar de 3',
  'has {size} bytes instead of {end}': 'tiene {size} bytes en lugar de {end}',
  'has tiles of type {type}': 'tiene teselas de tipo {type}',
  'use an archive with {kinds} tiles': 'use un archivo con teselas {kinds}',
  'is compressed with another format than gzip': 'está comprimido con otro formato que gzip',
  'has invalid zooms {from} to {to}': 'tiene niveles de zoom no válidos, de {from} a {to}',
  'run pmtiles convert OLD NEW': 'ejecute pmtiles convert ANTIGUO NUEVO',
  'copy it again': 'cópielo de nuevo',
  'make it with gzip': 'créelo con gzip',
  'make it again': 'créelo de nuevo',
  'the backup': 'la copia',
  '{what}: restore it with the version that wrote it, or a later one':
    '{what}: restáurela con la versión que la escribió o con una posterior',
  '{file} cannot be restored: {reason}': '{file} no se puede restaurar: {reason}',
  'it is not a Waypost backup': 'no es una copia de seguridad de Waypost',
  'it is cut: copy it again, or restore another backup':
    'está cortada: cópiela de nuevo o restaure otra copia de seguridad',
  'it is damaged: copy it again, or restore another backup':
    'está dañada: cópiela de nuevo o restaure otra copia de seguridad',
  'it has version {version}, this Waypost reads version 1':
    'tiene la versión {version} y este Waypost lee la versión 1',
  '{file} is not a file of a store': '{file} no es un archivo de un almacén',
  'the disk has too little free space for its content': 'queda poco espacio en el disco para su contenido',
  '{file} has no usable store: {reason}; restore another backup':
    '{file} no tiene un almacén utilizable: {reason}; restaure otra copia',
  '{file} has no gateway or no user: it is not the backup of a gateway':
    '{file} no tiene pasarela o no tiene usuarios: no es la copia de una pasarela',
  '{file}: its format is {format}, expected 1 to {max}': '{file}: su formato es {format}, se espera de 1 a {max}',
  '{file} has a store of format {format}, this Waypost supports up to {max}':
    '{file} tiene un almacén de formato {format} y este Waypost admite hasta {max}',
  'the restore was interrupted {count} times: use waypost restore':
    'la restauración se interrumpió {count} veces: use waypost restore',
  'no backup waits to be restored': 'ninguna copia espera a ser restaurada',
  'this gateway cannot make a bundle: run waypost bundle':
    'esta pasarela no puede crear un paquete: ejecute waypost bundle',
  'there is no picture of the yard: upload one first': 'no hay imagen del patio: suba una primero',
};
