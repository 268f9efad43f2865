/** Exit codes that scripts may rely on. */
export const exitCodes = { fine: 0, wrong: 1, usage: 2, fault: 3, cancelled: 130 } as const;

export type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE';

/** The codes that a shell reports for a program ended by a signal. `SIGPIPE`: the reader of the output closed it. */
export const interruptionCodes: Readonly<Record<Interruption, number>> = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: 141,
};

export const exitCodesHelp = `Exit codes:
  0    success; for check and doctor: no problems found
  1    failure: the turn, the input, a limit; or problems were found
  2    could not run: an unknown option or file, an invalid configuration
  3    a bug in interlock
  130  cancelled with Ctrl-C; 143: SIGTERM, 129: SIGHUP, 141: broken pipe`;

/** The exit codes of one command, for its help. */
export function exitCodesLine(fine: string, wrong: string): string {
  return `Exit codes: 0 ${fine}, 1 ${wrong}, 2 could not run.`;
}
