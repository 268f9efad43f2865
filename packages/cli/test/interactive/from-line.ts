/** From the first line that holds this one on, without numbers that differ. */
export const fromLine = (screen: string, start: string): string =>
  screen
    .slice(screen.indexOf(start))
    .replaceAll(/\d+\.\d s/g, '0.0 s')
    .replaceAll(/claude-opus-4-5 · [^\n]*/g, 'claude-opus-4-5 · …');
