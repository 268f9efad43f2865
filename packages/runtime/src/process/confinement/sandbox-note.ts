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
  { refusedHosts, removed }: EntryReport,
): string | undefined {
  const lines = [
    ...removed.map(
      (path) => `${path} was removed: git would obey it, and commands inside the sandbox must not create it.`,
    ),
    ...(refusedHosts.length === 0 ? [] : [`The sandbox refused these connections: ${refusedHosts.join(', ')}.`]),
    ...(failed ? hints(output, refusedHosts.length > 0) : []),
  ];
  if (lines.length === 0) return undefined;
  const isNetwork = refusedHosts.length > 0 || (failed && signs.network.test(output));
  return [...lines, ...(isNetwork ? [askForHosts] : []), ...(failed ? [askToLeave] : [])].join(' ');
}

const askForHosts = 'To reach a host, name it in `hosts`; the user is asked.';
const askToLeave =
  'If the command cannot work inside the sandbox, run it again with `unconfined: true` and say why; the user is always asked.';

function hints(output: string, hasRefusedHosts: boolean): readonly string[] {
  return [
    ...(signs.written.test(output) || signs.read.test(output)
      ? [
          'It ran in the sandbox, which may be why it failed: only the workspace and /tmp can be written (not .git/hooks, .git/config and .interlock), and credentials cannot be read.',
        ]
      : []),
    ...(!hasRefusedHosts && signs.network.test(output)
      ? ['It ran in the sandbox, which has no network except loopback and allowed hosts.']
      : []),
    ...(signs.socket.test(output)
      ? [
          'Unix sockets, such as those of D-Bus, docker and ssh-agent, are not available in the sandbox, not even its own: use TCP on 127.0.0.1.',
        ]
      : []),
  ];
}
