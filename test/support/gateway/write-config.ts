import { writeFileSync } from 'node:fs';
import { configFiles } from './config-files.js';

for (const [name, text] of Object.entries(configFiles())) writeFileSync(`config/${name}`, text);
