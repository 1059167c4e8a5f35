import tseslint from 'typescript-eslint';

/** Only src/time and the browser clock read the real clock; everything else receives `now`, `clock` or `timers`. */
const realClock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take the time from `clock`.',
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the time from `clock`.' },
  {
    selector: "CallExpression[callee.object.name='performance'][callee.property.name='now']",
    message: 'Take the time from `clock`.',
  },
];
const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Name the export.' };

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.dev/',
      'node_modules/',
      'data/',
      '.ci/',
      '.eslint.config.js',
      '.mocharc.cjs',
      '.dependency-cruiser.cjs',
      'test/clients/client.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { requireDefaultForNonUnion: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/prefer-nullish-coalescing': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/method-signature-style': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', noDefaultExport, ...realClock],
    },
  },
  {
    files: [
      'src/time/clock.ts',
      'src/time/timers.ts',
      'src/web/clock/browser-clock.ts',
      'test/attack/**',
      'test/bench/**',
      'test/support/attack/**',
      'test/fault/**',
    ],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    // A describe block is a function, and a long one is fine.
    files: ['test/**'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off', 'max-lines-per-function': 'off' },
  },
);
