/** Notes for the model about a command that the sandbox may have stopped: what is not available, and how to ask for it. */
import type { EntryReport } from './sandbox.ts';

/** How programs report that they could not write, read or connect. Other failures look the same, so the note says "may". */
const signs = {
  written: /read-only file system|\bEROFS\b|device or resource busy|\bEBUSY\b/i,
  read: /permission denied|\bEACCES\b|operation not permitted|\bEPERM\b/i,
  network:
    /network is unreachable|\bENETUNREACH\b|could not resolve|temporary failure in name resolution|name or service not known|\bEAI_AGAIN\b|\bENOTFOUND\b|no such host|failed to lookup address|\bENETDOWN\b|cannot assign requested address/i,
  socket:
    /cannot connect to the docker daemon|could not open a connection to your authentication agent|failed to connect to (?:the )?bus|\blisten ECONNREFUSED\b/i,
} as const;

/** Whether this output hints at the sandbox. */
export function hintsAtSandbox(output: string): boolean {
  return Object.values(signs).some((sign) => sign.test(output));
}

/** Undefined: nothing hints at the sandbox. `failed`: the command failed. */
export function sandboxNote(
  output: string,
  failed: boolean,
  { refusedHosts, disarmed, hidden }: EntryReport,
): string | undefined {
  const lines = [
    ...disarmed.map(sentenceFor),
    ...(refusedHosts.length === 0 ? [] : [`The sandbox refused these connections: ${refusedHosts.join(', ')}.`]),
    ...(failed ? hints(output, refusedHosts.length > 0) : []),
    ...(failed && signs.read.test(output) ? hiddenNote(output, hidden) : []),
  ];
  if (lines.length === 0) return undefined;
  const isNetwork = refusedHosts.length > 0 || (failed && signs.network.test(output));
  return [...lines, ...(isNetwork ? [askForHosts] : []), ...(failed ? [askToLeave] : [])].join(' ');
}

/** Names what the output names; without that, only that there is such a thing. */
function hiddenNote(output: string, hidden: readonly string[]): readonly string[] {
  // Many programs write a path with a quote as a shell would.
  const isSaid = (path: string): boolean => isNamed(path, output) || isNamed(path.replaceAll("'", "'\\''"), output);
  const named = hidden.filter(isSaid).slice(0, 5);
  const what = named.length === 0 ? 'most of the home folder' : named.join(', ');
  return [`The sandbox hides ${what}; only the user can open it, by the setting tools.readable.`];
}

/** Not as the start of a longer name. */
function isNamed(path: string, output: string): boolean {
  for (let at = output.indexOf(path); at !== -1; at = output.indexOf(path, at + 1))
    if (!/[\w.-]/.test(output.charAt(at + path.length))) return true;
  return false;
}

/** The user reads it too: it is part of the result. */
function sentenceFor({ path, how, isLeft }: EntryReport['disarmed'][number]): string {
  const what = `${path} is a new repository whose settings run programs`;
  if (isLeft === true) return `Warning: ${what}, and git outside the sandbox would run them. Tell the user.`;
  return how === 'entry'
    ? `${what}: it was taken out of the index again, because git outside the sandbox would run them.`
    : `${what}: its HEAD was renamed to HEAD.disabled, because git outside the sandbox would run them.`;
}

const askForHosts = 'To reach a host, name it in `hosts`; the user is asked.';
const askToLeave =
  'If the command cannot work inside the sandbox, run it again with `unconfined: true` and say why; the user is always asked.';

function hints(output: string, hasRefusedHosts: boolean): readonly string[] {
  return [
    ...(signs.written.test(output) || signs.read.test(output)
      ? [
          'It ran in the sandbox, which may be why it failed: only the workspace and /tmp can be written (not .interlock, nor what git runs or is led elsewhere by), and credentials cannot be read.',
          'git init, git config, git worktree add and git submodule add need `unconfined`; git clean -x needs `-e .interlock`.',
        ]
      : []),
    ...(!hasRefusedHosts && signs.network.test(output)
      ? ['It ran in the sandbox, which has no network except loopback and allowed hosts.']
      : []),
    ...(signs.socket.test(output)
      ? [
          'Unix sockets, such as those of D-Bus, docker and ssh-agent, are not available in the sandbox, not even its own: use TCP on 127.0.0.1. The user can allow its own by the setting tools.unixSockets.',
        ]
      : []),
  ];
}
