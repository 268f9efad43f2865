/** Tool ids as providers and agents write them; `key` differs from call to call. */

/** undefined: the field is missing. */
export type RawId = string | number | null | undefined;
export type IdShape = (key: string) => RawId;

const sharedStart = 'tool_'.repeat(16);

/** Another id for every call. The first is what shrinking ends at. */
export const distinctIds: readonly IdShape[] = [
  (key) => `call_${key}`,
  (key) => `toolu_01${key}`,
  (key) => `toolu_vrtx_01${key}`,
  (key) => `functions.read:${key}`,
  (key) => key.padStart(9, 'aB3dE5gH7'),
  (key) => `srvtoolu_01${key}`,
  (key) => sharedStart + key.padStart(4, '0'),
  (key) => `0b9f6a3e-52c1-4d7e-9a53-${key.padStart(12, '0')}`,
  (key) => `hist_tool_${key}`,
  (key) => `hist_tool_0b9f6a3e-52c1-4d7e-9a53-${key.padStart(12, '0')}`,
  (key) => 1000 + Number(key),
];

/** The same id again and again, or none. */
export const failingIds: readonly IdShape[] = [
  () => 'call_same',
  () => 'functions.read:0',
  () => 'hist_tool_same',
  () => `hist_tool_${'x'.repeat(37)}`,
  () => `${sharedStart}same`,
  () => 'srvtoolu_same',
  () => '',
  () => undefined,
  () => null,
  () => 7,
];
