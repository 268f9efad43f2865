/**
 * Makes text from a model, tool, file or provider safe for a terminal. Control sequences are removed as a whole, so that their parameters
 * do not remain; all other control characters and direction marks are removed one by one. Newlines and tabs are kept. A lone carriage
 * return becomes a newline: what it would have overwritten stays visible.
 */
export function sanitize(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(new RegExp(sequence, 'gu'), '')
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '');
}

const esc = '\u001b';
/** Parameters, then one letter. */
const csi = `(?:${esc}\\[|\u009b)[0-?]*[ -/]*[@-~]`;
/** OSC, DCS, SOS, PM, APC: a text and its terminator. No control character within: a missing terminator must not hide the lines that follow. */
const string = `(?:${esc}[\\]P^_X]|[\u0090\u0098\u009d-\u009f])[^\\p{Cc}]*(?:\u0007|${esc}\\\\|\u009c)`;
const short = `${esc}[ -/]*[0-~]`;
const sequence = `${csi}|${string}|${short}`;
