import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The compiler options of this checkout, for files in other folders. */
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

/** Compiles files with the options of this checkout, writes the output next to them, and returns the errors. */
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
