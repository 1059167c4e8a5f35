// The package is CommonJS: a bundle gives it no names when it is imported on demand by itself.
export { SerialPort } from 'serialport';
