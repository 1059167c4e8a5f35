import type { Texts } from '../translations.js';

export const archive: Texts<'archive'> = {
  not_a_file: 'O arquivo de mapa map.pmtiles da pasta de dados não é um ficheiro. Coloque lá o próprio arquivo.',
  unreadable: 'O gateway não pode ler o arquivo de mapa map.pmtiles. Atribua-o ao utilizador do gateway.',
  not_an_archive: 'O ficheiro map.pmtiles da pasta de dados não é um arquivo PMTiles. Substitua-o ou remova-o.',
  other_version: 'O arquivo de mapa map.pmtiles não é da versão 3 de PMTiles. Converta-o com “pmtiles convert”.',
  cut_off: 'O arquivo de mapa map.pmtiles está incompleto. Copie-o de novo.',
  other_tiles: 'O arquivo de mapa map.pmtiles tem blocos de um tipo não suportado. Use imagens ou vetores.',
  other_compression: 'O arquivo de mapa map.pmtiles não está comprimido com gzip. Crie-o de novo com gzip.',
  damaged: 'O arquivo de mapa map.pmtiles está danificado. Copie-o de novo.',
  unreachable: 'Não foi possível carregar partes do mapa. Mova o mapa ou recarregue a página.',
  other_schema: 'O arquivo de mapa map.pmtiles usa um esquema vetorial não suportado. Use um de Protomaps ou imagens.',
};
