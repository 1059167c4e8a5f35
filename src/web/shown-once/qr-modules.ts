/** Loaded on first use: most pages show no code. */
export { generate } from 'lean-qr';
