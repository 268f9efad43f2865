/**
 * `run_command`: a shell command. Path checks cannot confine it to the workspace; a sandbox can. Without a sandbox it needs approval.
 * With one, leaving it or reaching another host needs approval each time, whatever is allowed.
 */

import { Type } from 'typebox';
import { parseHostPattern } from '../network/host-pattern.ts';
import { outputText } from '../process/bounded-output.ts';
import { type EntryReport, openEntry, type Sandbox, type SandboxEntry } from '../process/confinement/sandbox.ts';
import { sandboxNote } from '../process/confinement/sandbox-note.ts';
import { OrphanWatch } from '../process/orphan-watch.ts';
import { quietGitEnvironment, quietGitFunction } from '../process/quiet-git.ts';
import { quoteWord } from '../process/quote-word.ts';
import { type ProcessResult, type RunProcess, runProcess } from '../process/run-process.ts';
import { messageOf } from '../text/sentences.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, CallConfinement, ToolContext, ToolReport, Workspace } from '../tool/tool.ts';
import { FileProblem } from '../workspace/file-problem.ts';
import { isFolder } from '../workspace/is-folder.ts';
import { resolvePath } from '../workspace/resolve-path.ts';

export interface RunCommandOptions {
  /** The sandbox for commands. Absent: none. */
  readonly sandbox?: Sandbox;
  /** Must support `-c`. */
  readonly shell?: string;
  /** For calls without a timeout. */
  readonly defaultTimeoutMs?: number;
  readonly longestTimeoutMs?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** How many characters of the output are kept. */
  readonly maxOutput?: number;
  readonly clock?: Clock;
  /** Ends running commands if this process is killed. */
  readonly watch?: OrphanWatch;
  /** Runs the process; default: `runProcess`. An editor may run it in its own terminal. */
  readonly run?: RunProcess;
}

type CommandSettings = Required<Omit<RunCommandOptions, 'sandbox'>> & Pick<RunCommandOptions, 'sandbox'>;

interface CommandArguments {
  readonly command: string;
  readonly timeout_ms?: number;
  readonly cwd?: string;
  readonly hosts?: readonly string[];
  readonly unconfined?: boolean;
  readonly background?: boolean;
}

/**
 * The time limit of a call: what it asks for, otherwise the session's (05 §7.1). A limit set by the user is the maximum for a call;
 * without one it is the tool's maximum.
 */
function limitFor(asked: number | undefined, given: number | undefined, settings: CommandSettings): number {
  const { defaultTimeoutMs, longestTimeoutMs } = settings;
  const normal = given === undefined ? defaultTimeoutMs : given > 0 ? given : Number.POSITIVE_INFINITY;
  const most = given === undefined ? longestTimeoutMs : Math.max(1, normal);
  return Math.min(asked ?? normal, most, longestTimer);
}

/** The longest time a timer can wait. */
const longestTimer = 2 ** 31 - 1;

export function createRunCommand(options: RunCommandOptions = {}): AgentTool {
  const settings: CommandSettings = { ...defaults, watch: new OrphanWatch(), ...options };
  const { defaultTimeoutMs, longestTimeoutMs } = settings;
  const { sandbox } = settings;
  return defineTool({
    name: 'run_command',
    description: describe(settings),
    kind: 'command',
    startsJobs: true,
    // The tool has its own time limit, and reports it.
    timeoutMs: 0,
    parameters: Type.Object({
      command: Type.String({ minLength: 1, description: 'The command line to run.' }),
      timeout_ms: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: longestTimeoutMs,
          description: `Timeout in milliseconds, at most ${longestTimeoutMs}. Default: ${Math.min(defaultTimeoutMs, longestTimeoutMs)}, unless the user has configured another.`,
        }),
      ),
      cwd: Type.Optional(
        Type.String({ description: 'Working directory, inside the workspace. Default: the workspace root.' }),
      ),
      background: Type.Optional(
        Type.Boolean({
          description:
            'Start it and return immediately with a job number: for servers, watchers and long builds. Read its output with read_job, end it with stop_job. Without timeout_ms it has no time limit.',
        }),
      ),
      description: Type.Optional(
        Type.String({ description: 'What the command does, in 5 to 10 words; shown to the user.' }),
      ),
      // The parameters exist only if there is a sandbox.
      ...(isConfining(sandbox) ? sandboxParameters : ({} as typeof sandboxParameters)),
    }),
    access: () => ({ exclusive: true }),
    subject: commandSubject,
    confinement: (args) => confinementOf(args, sandbox),
    preview: async (args, workspace) => {
      const working = workingFolder(args.cwd ?? '.', workspace);
      return 'problem' in working ? { refused: `${working.problem} Nothing was run.` } : { shown: '' };
    },
    run: (args, context) => runCommand(args, context, settings),
  });
}

const sandboxParameters = {
  hosts: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9_.*:\\[\\]-]{1,253}$' }), {
      maxItems: 20,
      description:
        'Hosts that the command must reach, such as registry.npmjs.org or localhost:5432. The user is asked about new ones.',
    }),
  ),
  unconfined: Type.Optional(
    Type.Boolean({
      description: 'Run outside the sandbox. Only for commands that cannot work inside it; the user is always asked.',
    }),
  ),
};

function isConfining(sandbox: Sandbox | undefined): sandbox is Sandbox {
  return sandbox?.confinement.state === 'confined';
}

function confinementOf({ hosts = [], unconfined }: CommandArguments, sandbox: Sandbox | undefined): CallConfinement {
  if (!isConfining(sandbox)) return { confined: false };
  if (unconfined === true) return { confined: false, question: 'Run this command outside the sandbox?' };
  const fresh = hosts.filter((host) => !sandbox.mayReach(host));
  if (fresh.length === 0) return { confined: true };
  return { confined: true, question: `Allow ${fresh.join(', ')} for this session?` };
}

/**
 * The command line, with the folder it starts in: `npm test` is a different program elsewhere, and `git status` runs what the settings
 * of that repository say. A rule must match both.
 */
function commandSubject({ command, cwd = '.' }: CommandArguments, workspace: Workspace): string {
  const working = workingFolder(cwd, workspace);
  // The folder may exist when the command runs: a rule for the command alone does not cover that.
  if ('problem' in working) return `cd ${quoteWord(cwd)} && ${command}`;
  if (working.folder === workspace.root) return command;
  return `cd ${quoteWord(working.name)} && ${command}`;
}

type WorkingFolder = { readonly folder: string; readonly name: string } | { readonly problem: string };

/** Where a command starts: in the workspace or an allowed folder outside it. `name`: how rules see it, relative to the workspace. */
function workingFolder(cwd: string, workspace: Workspace): WorkingFolder {
  try {
    const { path, name } = resolvePath(workspace, cwd === '' ? '.' : cwd, { mustExist: true });
    return isFolder(path) ? { folder: path, name } : { problem: `${name} is not a folder.` };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}

const defaults: Omit<CommandSettings, 'watch'> = {
  shell: '/bin/sh',
  defaultTimeoutMs: 120_000,
  longestTimeoutMs: 600_000,
  // Shorter than the scheduler's, which does not wait for the rest.
  graceMs: 1_000,
  maxOutput: 1_000_000,
  clock: systemClock,
  run: runProcess,
};

function describe({ sandbox, shell }: CommandSettings): string {
  const reach = isConfining(sandbox)
    ? [
        'It runs in a sandbox: it can write to the workspace and /tmp and read the system and installed tools, but little else of the home folder, and it has no network except loopback and allowed hosts.',
        'If the sandbox blocks it, the result says so; request what is missing with `hosts` or `unconfined`.',
      ]
    : ['It is not confined to the workspace: it can do whatever the user can, so the user may be asked first.'];
  return [
    `Runs a command line with ${shell} -c and returns its exit code, stdout and stderr. Long output is cut in the middle.`,
    'Every call starts a new shell in the workspace: a changed directory or variable is gone in the next one. Use `cwd` instead of cd, and && for commands that depend on each other. Commands run one at a time.',
    'To read, find, search and edit files, use the tools for that instead of cat, find, grep or sed.',
    ...reach,
    'There is no terminal and no input: a program that prompts reads end of file.',
    'Processes that are still running when the command line ends are killed. To keep one running, use `background` instead of &; it ends with the session.',
  ].join(' ');
}

async function runCommand(
  args: CommandArguments,
  context: ToolContext,
  settings: CommandSettings,
): Promise<ToolReport> {
  const working = workingFolder(args.cwd ?? '.', context.workspace);
  if ('problem' in working) return { text: `${working.problem} Nothing was run.`, failed: true };
  if (args.background === true) return startJob(args, working.folder, context, settings);
  return runFrom(working.folder, args, context, settings, mostStarts);
}

/** What a boundary names may vanish before it is mounted, as lock files in the home folder do: then nothing has begun, and another is drawn. */
const mostStarts = 3;

async function runFrom(
  cwd: string,
  args: CommandArguments,
  context: ToolContext,
  settings: CommandSettings,
  starts: number,
): Promise<ToolReport> {
  const entry = await enter(args, cwd, context, settings);
  if ('problem' in entry) return { text: entry.problem, failed: true };
  const timeoutMs = limitFor(args.timeout_ms, context.timeoutMs, settings);
  const fix = context.timeoutMs === undefined ? askForMore : setByUser;
  const shown = limited(context, settings.maxOutput);
  try {
    const result = await settings.run({
      ...{ file: entry.file, args: entry.args, environment: entry.environment, cwd },
      ...(entry.endsAll === true ? { endsAll: true } : {}),
      ...{ signal: context.signal, mark: context.callId, onOutput: shown.progress, timeoutMs },
      ...{ graceMs: settings.graceMs, maxOutput: settings.maxOutput, clock: settings.clock, watch: settings.watch },
    });
    const failure = failureOf(result, entry);
    if (failure !== undefined && result.begun === false && starts > 1) {
      await entry.leave();
      return await runFrom(cwd, args, context, settings, starts - 1);
    }
    shown.end(result);
    if (failure !== undefined) return { text: `${failure} Nothing was run.`, failed: true };
    return report(result, { timeoutMs, fix }, await entry.leave());
  } finally {
    await entry.leave();
  }
}

/** The same command in the same sandbox; the call does not wait for its end. */
async function startJob(
  args: CommandArguments,
  cwd: string,
  context: ToolContext,
  settings: CommandSettings,
): Promise<ToolReport> {
  const { jobs, callId } = context;
  if (jobs === undefined) return { text: 'Background commands are not available here. Nothing was run.', failed: true };
  const entry = await enter(args, cwd, context, settings);
  if ('problem' in entry) return { text: entry.problem, failed: true };
  const { file, environment } = entry;
  const limit = args.timeout_ms === undefined ? {} : { timeoutMs: Math.min(args.timeout_ms, longestTimer) };
  const { graceMs, clock, watch } = settings;
  const started = await jobs.start({
    command: args.command,
    callId,
    run: async ({ signal, onStart, onOutput }) => {
      try {
        const result = await runProcess({
          ...{ file, args: entry.args, environment, cwd, mark: callId, signal, onStart, onOutput, ...limit },
          // The caller keeps the output.
          ...{ graceMs, clock, watch, maxOutput: settings.maxOutput },
        });
        const failure = failureOf(result, entry);
        if (failure !== undefined) return { end: result.end, note: failure };
        const stopped = await entry.leave();
        const printed = outputText(result.output);
        const note = stopped === undefined ? undefined : sandboxNote(printed, isFailed(result), stopped);
        return { end: result.end, ...(note === undefined ? {} : { note }) };
      } finally {
        await entry.leave();
      }
    },
  });
  if ('problem' in started) {
    await entry.leave();
    return { text: started.problem, failed: true };
  }
  const { number } = started;
  return { text: `Started as job ${number}. read_job reads its output, stop_job ends it. It ends with the session.` };
}

/** Inside the sandbox, unless the user has agreed otherwise in an earlier approval. */
async function enter(
  { command, hosts = [], unconfined }: CommandArguments,
  cwd: string,
  { environment: given, onlyReads }: ToolContext,
  { sandbox, shell }: CommandSettings,
): Promise<SandboxEntry | { readonly problem: string }> {
  const plain = { file: shell, args: ['-c', onlyReads === true ? quietGitFunction + command : command] };
  const environment = onlyReads === true ? quietGitEnvironment(given) : given;
  if (sandbox === undefined || (unconfined === true && isConfining(sandbox))) return openEntry(plain, environment);
  const unknown = hosts.find((host) => parseHostPattern(host) === undefined);
  if (unknown !== undefined)
    return {
      problem: `${unknown} is not a host. Write api.example.com, *.example.com or localhost:5432. Nothing was run.`,
    };
  sandbox.allowHosts(hosts.filter((host) => !sandbox.mayReach(host)));
  try {
    return await sandbox.enter(plain, { cwd, environment });
  } catch (error) {
    const why = messageOf(error);
    return { problem: `Commands may only run in the sandbox, and none is available here. ${why} Nothing was run.` };
  }
}

/** Why nothing was run. A command that has begun may print the same. */
function failureOf(result: ProcessResult, entry: SandboxEntry): string | undefined {
  return isFailed(result) && result.begun !== true ? entry.failure(result.output.head) : undefined;
}

function isFailed({ end }: ProcessResult): boolean {
  return end.how !== 'exited' || end.code !== 0;
}

/** Progress up to a limit, because listeners keep it. If the call is stopped, the end of the output follows, because it says the most. */
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

/** The time limit of a command, and what to do about it. */
interface TimeLimited {
  readonly timeoutMs: number;
  readonly fix: string;
}

const askForMore = 'Give a larger timeout_ms if it needs more.';
const setByUser = 'The user has set this limit (limits.toolTimeoutMs).';

function report(result: ProcessResult, limit: TimeLimited, stopped: EntryReport | undefined): ToolReport {
  const { end, output, leftBehind, remaining } = result;
  const printed = outputText(output);
  const note = stopped === undefined ? undefined : sandboxNote(printed, isFailed(result), stopped);
  const notes = [
    ...(leftBehind === 0 ? [] : [`Processes still running in the background: ${leftBehind}. They were killed.`]),
    ...(remaining.length === 0 ? [] : [`These processes could not be killed: ${remaining.join(', ')}.`]),
  ];
  const text = [
    [sentenceFor(end, limit), ...notes].join('\n'),
    printed === '' ? '(no output)' : printed,
    ...(note === undefined ? [] : [`[${note}]`]),
  ].join('\n\n');
  if (end.how === 'not-started') return { text: end.message, failed: true };
  return isFailed(result) ? { text, failed: true } : { text };
}

function sentenceFor(end: ProcessResult['end'], { timeoutMs, fix }: TimeLimited): string {
  switch (end.how) {
    case 'exited':
      return `Exit code ${end.code}.`;
    case 'signalled':
      return `Ended by signal ${end.signal}.`;
    case 'stopped':
      return end.why === 'timeout'
        ? `Stopped after ${timeoutMs} ms, its time limit. What it did before that is done. ${fix}`
        : 'Stopped because the call was cancelled. What it did before that is done.';
    case 'not-started':
      return end.message;
  }
}
