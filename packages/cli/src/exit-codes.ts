/** What a script may rely on. */
export const exitCodes = { fine: 0, wrong: 1, usage: 2, fault: 3 } as const;

export const exitCodesHelp = `Exit codes:
  0  done; for check: nothing is wrong
  1  the input is wrong: no JSON, no history, or check found something
  2  it could not be run: an unknown option, provider or file; no place to write to
  3  a fault of interlock itself`;
