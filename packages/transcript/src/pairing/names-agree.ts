/** Whether a result's name contradicts a call's. A missing name and `unknown`, which agents write instead of one, do not. */
export function namesAgree(a: string, b: string): boolean {
  return a === b || saysNothing(a) || saysNothing(b);
}

function saysNothing(name: string): boolean {
  return name === '' || name === 'unknown';
}
