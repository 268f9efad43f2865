/**
 * Text that the user must approve, with everything that `sanitize` would remove written as an escape: what is shown has to be what will be
 * done. Invisible characters and unusual blanks are written as escapes, too.
 */
export function showControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (sign) => (sign === '\t' ? '\\t' : `\\u{${sign.codePointAt(0)?.toString(16)}}`));
}

const hidden = /(?![\n ])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}\u2800]/gu;
