// The license texts of the packages in a bundle.
import { readdir, readFile } from 'node:fs/promises';

/** These packages have no license file; their license is that of another package by the same authors. */
const SAME_LICENSE = { pmtiles: 'protomaps-leaflet', '@protomaps/basemaps': 'protomaps-leaflet' };

/** Folders of the packages that esbuild read for the outputs of `metafiles`. */
export function packagesOf(...metafiles) {
  const folders = new Set();
  for (const { inputs } of metafiles) {
    for (const input of Object.keys(inputs)) {
      const [, folder] = /((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/.exec(input) ?? [];
      if (folder !== undefined) folders.add(folder.slice(0, -1));
    }
  }
  return folders;
}

/** The text for the user: each package, by name, with its license. */
export async function licenseTexts(folders) {
  const texts = new Map();
  for (const folder of folders) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const from = name in SAME_LICENSE ? `node_modules/${SAME_LICENSE[name]}` : folder;
    const [file] = (await readdir(from)).filter((entry) => /^licen[cs]e/i.test(entry)).sort();
    const { license } = JSON.parse(await readFile(`${from}/package.json`, 'utf8'));
    if (file === undefined && license === undefined)
      throw new Error(`${name} has no license; add it to .ci/build/licenses.js`);
    texts.set(name, file === undefined ? `License: ${license}` : await readFile(`${from}/${file}`, 'utf8'));
  }
  return [...texts.keys()]
    .sort()
    .map((name) => `${name}\n\n${texts.get(name)}`)
    .join('\n\n');
}
