/** Whether a host, as an address, a name, or in a URL, is this machine alone. A name under `localhost` is not enough: its resolver may say otherwise. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(bare);
}
