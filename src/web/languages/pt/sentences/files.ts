import type { Sentences } from '../../translations.js';

export const files: Sentences<'files'> = {
  'the disk has too little free space: {spare} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free':
    'o disco tem pouco espaço livre: restam {spare} bytes para ficheiros, o envio tem {size}; 1 GiB e um décimo do disco ficam livres',
  'the disk has too little free space: 1 GiB and a tenth of the disk stay free':
    'o disco tem pouco espaço livre: 1 GiB e um décimo do disco ficam livres',
  '{count} uploads are unfinished: complete or delete one of them first':
    'há {count} envios por concluir: conclua ou elimine primeiro um deles',
  'no such upload: it may have expired': 'esse envio não existe: pode ter expirado',
  'make one with pmtiles extract or pmtiles convert': 'crie um com pmtiles extract ou pmtiles convert',
  'the file is not a PNG, JPEG or WebP picture: save it in one of these formats':
    'o ficheiro não é uma imagem PNG, JPEG ou WebP: guarde-a num destes formatos',
  'the picture is damaged: save it again': 'a imagem está danificada: guarde-a de novo',
  'the picture has {width} × {height} pixels: at most {side} on each side and {all} in all':
    'a imagem tem {width} × {height} píxeis: no máximo {side} por lado e {all} no total',
  'the file is not a Waypost backup: choose a file that Waypost wrote as a backup':
    'o ficheiro não é uma cópia de segurança do Waypost: escolha um ficheiro que o Waypost escreveu como cópia',
  'another backup is being downloaded: wait for its end':
    'outra cópia de segurança está a ser descarregada: espere que termine',
  'another bundle is being made: wait for its end': 'outro pacote está a ser criado: espere que termine',
  '/size is too large: {noun} has at most {bytes} bytes':
    'o ficheiro é demasiado grande: {noun} tem no máximo {bytes} bytes',
  'a map archive': 'um arquivo de mapa',
  'a picture of the yard': 'uma imagem do pátio',
  'a backup': 'uma cópia de segurança',
  'another part of this upload is being stored: wait for its answer':
    'outra parte deste envio está a ser armazenada: espere pela resposta',
  'the upload is complete': 'o envio está completo',
  'the upload is being checked: wait for its result': 'o envio está a ser verificado: espere pelo resultado',
  'the upload was not stored: {reason}': 'o envio não foi armazenado: {reason}',
  'the part was not stored: {reason}': 'a parte não foi armazenada: {reason}',
  'the next part starts at offset {offset}': 'a parte seguinte começa na posição {offset}',
  'the part is empty': 'a parte está vazia',
  'the part is too large: at most {bytes} bytes': 'a parte é demasiado grande: no máximo {bytes} bytes',
  'the part goes beyond the {bytes} bytes of the upload': 'a parte ultrapassa os {bytes} bytes do envio',
  'the file does not match its SHA-256: send it again': 'o ficheiro não corresponde ao seu SHA-256: envie-o de novo',
  'the file could not be put to use: {reason}': 'o ficheiro não pôde ser usado: {reason}',
  'the file {problem}: {remedy}': 'o ficheiro {problem}: {remedy}',
  'is not a PMTiles archive': 'não é um arquivo PMTiles',
  'is PMTiles version {version} instead of 3': 'é PMTiles versão {version} em vez de 3',
  'has {size} bytes instead of {end}': 'tem {size} bytes em vez de {end}',
  'has tiles of type {type}': 'tem blocos do tipo {type}',
  'use an archive with {kinds} tiles': 'use um arquivo com blocos {kinds}',
  'is compressed with another format than gzip': 'está comprimido com um formato diferente de gzip',
  'has invalid zooms {from} to {to}': 'tem níveis de zoom inválidos, de {from} a {to}',
  'run pmtiles convert OLD NEW': 'execute pmtiles convert ANTIGO NOVO',
  'copy it again': 'copie-o de novo',
  'make it with gzip': 'crie-o com gzip',
  'make it again': 'crie-o de novo',
  'the backup': 'a cópia',
  '{what}: restore it with the version that wrote it, or a later one':
    '{what}: restaure-a com a versão que a escreveu ou com uma posterior',
  '{file} cannot be restored: {reason}': '{file} não pode ser restaurado: {reason}',
  'it is not a Waypost backup': 'não é uma cópia de segurança do Waypost',
  'it is cut: copy it again, or restore another backup':
    'está cortada: copie-a de novo ou restaure outra cópia de segurança',
  'it is damaged: copy it again, or restore another backup':
    'está danificada: copie-a de novo ou restaure outra cópia de segurança',
  'it has version {version}, this Waypost reads version 1': 'tem a versão {version}, este Waypost lê a versão 1',
  '{file} is not a file of a store': '{file} não é um ficheiro de um armazenamento',
  'the disk has too little free space for its content': 'o disco tem pouco espaço livre para o seu conteúdo',
  '{file} has no usable store: {reason}; restore another backup':
    '{file} não tem um armazenamento utilizável: {reason}; restaure outra cópia',
  '{file} has no gateway or no user: it is not the backup of a gateway':
    '{file} não tem gateway ou não tem utilizadores: não é a cópia de um gateway',
  '{file}: its format is {format}, expected 1 to {max}': '{file}: o seu formato é {format}, espera-se 1 a {max}',
  '{file} has a store of format {format}, this Waypost supports up to {max}':
    '{file} tem um armazenamento de formato {format}, este Waypost suporta até {max}',
  'the restore was interrupted {count} times: use waypost restore':
    'o restauro foi interrompido {count} vezes: use waypost restore',
  'no backup waits to be restored': 'nenhuma cópia espera para ser restaurada',
  'this gateway cannot make a bundle: run waypost bundle':
    'este gateway não pode criar um pacote: execute waypost bundle',
  'there is no picture of the yard: upload one first': 'não há imagem do pátio: envie uma primeiro',
};
