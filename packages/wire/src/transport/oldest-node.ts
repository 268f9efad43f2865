/** Imported first: an older Node gets this sentence instead of the name of a function that it lacks. Browsers and Bun pass. */
const [major = 0, minor = 0] = (globalThis.process?.versions.node ?? '22.12').split('.').map(Number);

if (major < 22 || (major === 22 && minor < 12))
  throw new Error(`@interlock/wire needs Node 22.12 or newer; this is ${globalThis.process.version}.`);
