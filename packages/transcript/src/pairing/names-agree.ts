/** Whether a result's name speaks against a call. A missing one and `unknown`, which agents write for want of one, say nothing. */
export function namesAgree(a: string, b: string): boolean {
  return a === b || saysNothing(a) || saysNothing(b);
}

function saysNothing(name: string): boolean {
  return name === '' || name === 'unknown';
}
