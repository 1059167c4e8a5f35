import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The options of this checkout, for files that lie elsewhere. */
function optionsFor(folder: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8')) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, incremental: false, sourceMap: false, types: ['node'] },
    process.cwd(),
  );
  delete options.tsBuildInfoFile;
  return { ...options, typeRoots: [join(process.cwd(), 'node_modules/@types')], rootDir: folder, outDir: folder };
}

/** Checks files as this checkout is checked, and puts what they become beside them; gives back what is wrong. */
export function compile(folder: string, files: readonly string[]): string {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    optionsFor(folder),
  );
  const emitted = program.emit();
  return ts.formatDiagnostics([...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics], {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  });
}
