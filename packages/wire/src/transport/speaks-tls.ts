/** Whether a port speaks TLS, asked when a request without TLS was cut off there without a word: nothing is sent but the greeting. */

const patienceMs = 5_000;

export async function speaksTls(url: string): Promise<boolean> {
  // Not imported, so that bundles for a browser hold nothing of Node.
  const tls = globalThis.process?.getBuiltinModule?.('node:tls');
  if (tls === undefined) return false;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    // Nothing secret goes over it, so whose certificate it is does not matter.
    const socket = tls.connect({ host, port: Number(port || 80), rejectUnauthorized: false, timeout: patienceMs });
    const settle = (speaks: boolean): void => {
      resolve(speaks);
      socket.destroy();
    };
    socket.once('secureConnect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
