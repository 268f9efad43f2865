/**
 * Whether a host (address, name, or part of a URL) is this machine. A name under `localhost` is not enough: it may resolve to
 * something else.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(bare);
}
