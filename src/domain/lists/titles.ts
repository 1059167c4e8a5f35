/** The titles of the columns that lists of devices and of units share, in the languages of the dashboard. */

/** Lower case, without accents, spaces and punctuation. */
export const foldTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The number that the maker gave the tracker. */
export const IDENTITY_TITLES: readonly string[] = [
  ...['identity', 'identifier', 'imei', 'imeinumber', 'deviceimei', 'serialnumber', 'serial', 'serialno', 'sn'],
  ...['hardwareid', 'chipid', 'trackerid', 'unitid'],
  ...['identidad', 'identificador', 'numerodeserie', 'nodeserie', 'ndeserie', 'numeroimei'],
  ...['seriennummer', 'seriennr', 'kennung', 'identitat', 'imeinummer', 'geratenummer', 'geraetenummer'],
  ...['identite', 'identifiant', 'identifiantmateriel'],
  ...['identiteit', 'serienummer', 'serienr'],
  ...['identidade', 'numeroserie', 'numserie'],
];

/** The id of the device. */
export const ID_TITLES: readonly string[] = [
  ...['id', 'deviceid'],
  ...['iddispositivo', 'iddeldispositivo', 'iddodispositivo', 'idequipo'],
  ...['gerateid', 'geraeteid', 'geratid'],
  ...['idappareil', 'iddelappareil', 'apparaatid', 'idapparaat'],
];

export const NAME_TITLES: readonly string[] = [
  ...['name', 'devicename', 'nombre', 'nombredeldispositivo', 'bezeichnung', 'geratename', 'geraetename'],
  ...['naam', 'apparaatnaam', 'nom', 'nomdelappareil', 'nome', 'nomedodispositivo'],
];
