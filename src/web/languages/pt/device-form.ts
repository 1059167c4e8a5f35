import type { Texts } from '../translations.js';

export const deviceForm: Texts<'deviceForm'> = {
  id: 'Id',
  idHint: 'IMEI ou número de série: letras, algarismos e . _ : -',
  name: 'Nome',
  description: 'Nota',
  min: 'Número de telefone do localizador',
  tags: 'Atributos',
  tagsHint: 'Um por linha, por exemplo: matrícula = 12-AB-3',
  tagsInvalid: 'Escreva cada atributo como nome = valor, um por linha.',
  groups: 'Grupos',
  dailyLimit: '{units} por dia',
  limitHint: 'Vazio: sem limite. 0: nenhum envio.',
  temporary: 'Temporário',
  expires: 'Expira',
  permanent: 'não expira',
  empty: 'vazio',
  changedMeanwhile: 'Entretanto, outro utilizador alterou isto:',
  nowIs: '{field} é agora: {value}',
  overwrite: 'O que escreveu continua aqui. Guarde de novo para o manter.',
  add: 'Adicionar dispositivo',
  added: '{name} adicionado.',
  details: 'Detalhes',
  edit: 'Editar',
  group: 'Grupo',
  limits: 'Limites',
  expireNow: 'Expirar já',
  confirmExpire:
    'Expirar {name} agora? A sua licença fica livre e os novos relatórios são recusados até definir outra data. O histórico mantém-se.',
  confirmRemove:
    'Eliminar {name}? A sua licença fica livre, sai dos seus grupos e regras, e os comandos em espera são anulados. O histórico fica no gateway até ao fim da retenção; volta a vê-lo se o mesmo id for registado de novo.',
};
