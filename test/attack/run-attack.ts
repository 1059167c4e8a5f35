// A process that runs one attack: its name and its target as JSON are the arguments. Prints what it saw as JSON.
import type { Target } from './attack.js';
import { ATTACKS, type AttackName } from './attacks/index.js';

const [name = '', target = ''] = process.argv.slice(2);
const seen = await ATTACKS[name as AttackName].run(JSON.parse(target) as Target);
console.log(JSON.stringify(seen));
process.exit();
