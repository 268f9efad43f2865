/**
 * Ports that `fetch` never connects to (the Fetch standard's list of bad ports), as far as one might be used for a model server:
 * from 1024 on. An endpoint with one of them is a mistake in the configuration, not a network that is down. Whatever else `fetch`
 * refuses is reported when it is tried (`network-failure.ts`).
 */
import { ConfigError } from '../failure/errors.ts';

export const refusedPorts: readonly number[] = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

export function assertPort({ port }: URL): void {
  if (port === '' || !refusedPorts.includes(Number(port))) return;
  throw new ConfigError(
    'invalid-endpoint',
    `The \`endpoint\` has port ${port}, which HTTP clients refuse to connect to.`,
    'Let the server listen on another port, for example 8080.',
  );
}
