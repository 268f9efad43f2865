/** The text from the first line that contains this one, without numbers that differ between runs. */
export const fromLine = (screen: string, start: string): string =>
  screen
    .slice(screen.indexOf(start))
    .replaceAll(/\d+\.\d s/g, '0.0 s')
    .replaceAll(/claude-opus-4-5 · [^\n]*/g, 'claude-opus-4-5 · …');
