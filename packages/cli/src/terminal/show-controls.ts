/**
 * Text that somebody is asked to agree to, with everything that `sanitize` would take out written as an escape: what is shown has to be
 * what will be done. Characters without a width are written out, too.
 */
export function showControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u2800\u3164]/gu, (sign) =>
      sign === '\t' ? '\\t' : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    );
}
