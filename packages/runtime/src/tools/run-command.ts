/**
 * `run_command`: a shell command. Path checks cannot hold it inside the workspace, so it is asked for; with `confine` it runs
 * inside `bwrap` or not at all.
 */
import { Type } from 'typebox';
import { type Clock, systemClock } from '../clock.ts';
import { outputText } from '../process/bounded-output.ts';
import { bwrapArguments, findProgram } from '../process/confine.ts';
import { OrphanWatch } from '../process/orphan-watch.ts';
import { type ProcessResult, runProcess } from '../process/run-process.ts';
import { workingFolder } from '../process/working-folder.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolReport, Workspace } from '../tool/tool.ts';

export interface RunCommandOptions {
  /** `bwrap`: only the workspace can be written; where that is not possible, nothing is run. */
  readonly confine?: 'bwrap' | 'none';
  /** Only with `bwrap`: whether commands reach the network. */
  readonly network?: boolean;
  /** Understands `-c`. */
  readonly shell?: string;
  /** For calls that name none. */
  readonly defaultTimeoutMs?: number;
  readonly longestTimeoutMs?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** Characters kept of an endless output. */
  readonly maxOutput?: number;
  readonly clock?: Clock;
  /** Ends what runs when this process is killed. */
  readonly watch?: OrphanWatch;
}

type CommandSettings = Required<RunCommandOptions>;

interface CommandArguments {
  readonly command: string;
  readonly timeout_ms?: number;
  readonly cwd?: string;
}

/** A command line as a program and its arguments. */
interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
}

/** So that our own report of a timeout comes before the scheduler's. */
const marginMs = 10_000;

export function createRunCommand(options: RunCommandOptions = {}): AgentTool {
  const settings: CommandSettings = { ...defaults, watch: new OrphanWatch(), ...options };
  const { defaultTimeoutMs, longestTimeoutMs } = settings;
  return defineTool({
    name: 'run_command',
    description: describe(settings),
    kind: 'command',
    timeoutMs: longestTimeoutMs + settings.graceMs + marginMs,
    parameters: Type.Object({
      command: Type.String({ minLength: 1, description: 'The command line.' }),
      timeout_ms: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: longestTimeoutMs,
          description: `How long it may run, in milliseconds; ${Math.min(defaultTimeoutMs, longestTimeoutMs)} if not given.`,
        }),
      ),
      cwd: Type.Optional(
        Type.String({ description: 'The folder to start in, inside of the workspace; its root if not given.' }),
      ),
      description: Type.Optional(Type.String({ description: 'What it is for, in a few words, for the user.' })),
    }),
    access: () => ({ exclusive: true }),
    subject: commandSubject,
    run: (args, context) => runCommand(args, context, settings),
  });
}

/**
 * The command line, with the folder it starts in: `npm test` is another program elsewhere, and `git status` runs what the settings of
 * the repository there say. A rule has to be about both.
 */
function commandSubject({ command, cwd = '.' }: CommandArguments, workspace: Workspace): string {
  const place = workingFolder(cwd, workspace);
  // Where it cannot start, nothing is run.
  if ('problem' in place || place.folder === workspace.root) return command;
  return `cd ${quoteWord(place.name)} && ${command}`;
}

function quoteWord(word: string): string {
  return /^[\w./+@-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const defaults: Omit<CommandSettings, 'watch'> = {
  confine: 'none',
  network: true,
  shell: '/bin/sh',
  defaultTimeoutMs: 120_000,
  longestTimeoutMs: 600_000,
  // Shorter than the scheduler's: it does not wait for the rest.
  graceMs: 1_000,
  maxOutput: 1_000_000,
  clock: systemClock,
};

function describe({ confine, network, shell }: CommandSettings): string {
  const reach =
    confine === 'bwrap'
      ? `It can read every file that the user can, but write only inside of the workspace${network ? '' : ', and reach no network'}.`
      : 'It is not held inside of the workspace: it can do whatever the user can, so the user may be asked first.';
  return [
    `Runs a command line with ${shell} -c and returns its exit code and what it printed on stdout and stderr.`,
    reach,
    'There is no terminal and no input: a program that asks something gets an end of file.',
    'Every process that is still running when the command line ends is ended; to try a server, start it and use it in one command line.',
  ].join(' ');
}

async function runCommand(
  args: CommandArguments,
  context: ToolContext,
  settings: CommandSettings,
): Promise<ToolReport> {
  const place = workingFolder(args.cwd ?? '.', context.workspace);
  if ('problem' in place) return { text: `${place.problem} Nothing was run.`, failed: true };
  const plan = invoke(args.command, place.folder, context, settings);
  if ('problem' in plan) return { text: plan.problem, failed: true };
  const timeoutMs = Math.min(args.timeout_ms ?? settings.defaultTimeoutMs, settings.longestTimeoutMs);
  const start = (wanted: Invocation, onOutput?: (text: string) => void): Promise<ProcessResult> =>
    runProcess({
      ...wanted,
      cwd: place.folder,
      environment: context.environment,
      signal: context.signal,
      mark: context.callId,
      timeoutMs,
      graceMs: settings.graceMs,
      maxOutput: settings.maxOutput,
      clock: settings.clock,
      watch: settings.watch,
      ...(onOutput === undefined ? {} : { onOutput }),
    });
  const shown = limited(context, settings.maxOutput);
  const result = await start(plan, shown.progress);
  shown.end(result);
  if (settings.confine === 'bwrap' && looksRefused(result)) {
    const trial = await start({ ...plan, args: [...plan.args.slice(0, -1), ':'] });
    if (looksRefused(trial))
      return { text: notConfined(`bwrap said: ${outputText(trial.output).trim()}`), failed: true };
  }
  return report(result, timeoutMs);
}

function invoke(
  command: string,
  cwd: string,
  { workspace, environment }: ToolContext,
  { confine, network, shell }: CommandSettings,
): Invocation | { readonly problem: string } {
  if (confine === 'none') return { file: shell, args: ['-c', command] };
  const bwrap = findProgram('bwrap', environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', workspace);
  if (bwrap === undefined) return { problem: notConfined('There is no bwrap in PATH.') };
  return { file: bwrap, args: [...bwrapArguments({ workspace, cwd, network }), shell, '-c', command] };
}

function notConfined(why: string): string {
  return `Commands are set to run confined by bwrap, and that is not possible here. ${why} Nothing was run. The user can install bubblewrap, or turn the confinement off.`;
}

/** Its own failures look like a command's: one that only prints the same is told apart by a trial. */
function looksRefused({ end, output }: ProcessResult): boolean {
  return end.how === 'exited' && end.code === 1 && output.head.startsWith('bwrap: ');
}

/** Progress up to a limit: whoever listens keeps it. When the call was stopped, the end follows, for it tells the most. */
function limited(
  context: ToolContext,
  longest: number,
): { readonly progress: (text: string) => void; readonly end: (result: ProcessResult) => void } {
  const half = Math.ceil(longest / 2);
  let room = half;
  return {
    progress: (text) => {
      if (room <= 0) return;
      context.progress(text.slice(0, room));
      room -= text.length;
      if (room < 0) context.progress('\n[… more output, not shown while it runs …]\n');
    },
    end: ({ output: { dropped, head, tail } }) => {
      const unseen = dropped > 0 ? tail : head.slice(half);
      if (context.signal.aborted && unseen !== '') context.progress(unseen);
    },
  };
}

function report({ end, output, leftBehind, remaining }: ProcessResult, timeoutMs: number): ToolReport {
  const notes = [
    ...(leftBehind === 0 ? [] : [`Processes still running in the background: ${leftBehind}. They were ended.`]),
    ...(remaining.length === 0 ? [] : [`These processes could not be ended: ${remaining.join(', ')}.`]),
  ];
  const said = outputText(output);
  const text = [[sentenceFor(end, timeoutMs), ...notes].join('\n'), said === '' ? '(no output)' : said].join('\n\n');
  if (end.how === 'not-started') return { text: end.message, failed: true };
  return end.how === 'exited' && end.code === 0 ? { text } : { text, failed: true };
}

function sentenceFor(end: ProcessResult['end'], timeoutMs: number): string {
  switch (end.how) {
    case 'exited':
      return `Exit code ${end.code}.`;
    case 'signalled':
      return `Ended by the signal ${end.signal}.`;
    case 'stopped':
      return end.why === 'timeout'
        ? `Stopped after ${timeoutMs} ms, its time limit. What it did until then is done. Give a larger timeout_ms if it needs more.`
        : 'Stopped because the call was cancelled. What it did until then is done.';
    case 'not-started':
      return end.message;
  }
}
