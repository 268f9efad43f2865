/**
 * Ports that `fetch` never connects to (the Fetch standard's list of bad ports), as far as a model server might use them: from
 * 1024 on. An endpoint with one of them is a configuration error, not a network failure. Other refused ports are reported
 * when a request fails (`network-failure.ts`).
 */
import { ConfigError } from '../failure/errors.ts';

export const refusedPorts: readonly number[] = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

/** Below 1024: system services, which a request with foreign content should never reach. */
const systemPorts: readonly number[] = [
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995],
];

const allRefused: ReadonlySet<string> = new Set([...systemPorts, ...refusedPorts].map(String));

/** `port` of a URL: empty for the scheme's default. */
export function isRefusedPort(port: string): boolean {
  return allRefused.has(port);
}

export function assertPort({ port }: URL): void {
  if (port === '' || !refusedPorts.includes(Number(port))) return;
  throw new ConfigError(
    'invalid-endpoint',
    `The \`endpoint\` has port ${port}, which HTTP clients refuse to connect to.`,
    'Use another port on the server, for example 8080.',
  );
}
