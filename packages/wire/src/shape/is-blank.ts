/** Whether a text says nothing: white space alone is refused by some targets and read by none (ANT-028). */
export function isBlank(text: string): boolean {
  // Most texts begin with a letter: asking that first costs no copy.
  return !(text.charCodeAt(0) > lastControl && text.charCodeAt(0) < firstBeyondAscii) && text.trim() === '';
}

const lastControl = 0x20;
const firstBeyondAscii = 0x80;
