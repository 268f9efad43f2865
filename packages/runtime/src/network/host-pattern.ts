/** Patterns for hosts that confined processes may reach: `api.example.com`, `*.example.com`, `localhost:5432`. */

export interface HostPattern {
  readonly host: string;
  /** Absent: 80 and 443. */
  readonly port?: number;
}

const form =
  /^(\*\.)?([a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/** Undefined if it is invalid. A `*` covers all subdomains of a name with at least two parts. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const [, star = '', name, port] = form.exec(text.toLowerCase().replace(/\.$/, '')) ?? [];
  if (name === undefined || (star !== '' && !name.includes('.')) || Number(port ?? 1) > 65_535) return undefined;
  return { host: star + name, ...(port === undefined ? {} : { port: Number(port) }) };
}

export function coversHost(pattern: HostPattern, host: string, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const isHost = pattern.host.startsWith('*.') ? name.endsWith(pattern.host.slice(1)) : name === pattern.host;
  return isHost && (pattern.port === undefined ? port === 80 || port === 443 : port === pattern.port);
}

/** Local and private addresses are allowed only if the pattern names them, not if a name happens to resolve to them. */
export function namesPlace({ host }: HostPattern): boolean {
  return host === 'localhost' || /^[\d.]+$/.test(host) || host.startsWith('[');
}

export function isHostPattern(text: string): boolean {
  return parseHostPattern(text) !== undefined;
}
