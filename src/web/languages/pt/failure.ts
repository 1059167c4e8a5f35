import type { Texts } from '../translations.js';

export const failure: Texts<'failure'> = {
  lost: 'Conexão perdida',
  no_answer: 'Sem resposta do localizador',
  garbled: 'Resposta ilegível do localizador',
  refused: 'Recusado pelo localizador',
  mismatch: 'Foram lidas outras definições',
  unsupported: 'Definição não suportada',
  conflict: 'Conflito',
  forbidden: 'Não permitido',
  not_found: 'Não encontrado',
  limit_reached: 'Limite atingido',
  no_license: 'Nenhuma licença livre',
  validation_failed: 'Definições inválidas',
  store_unavailable: 'Não armazenado',
  wrong_protocol: 'Localizador errado',
  internal: 'Erro interno',
};
