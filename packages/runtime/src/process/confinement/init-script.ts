/**
 * The first process inside, without any capability: it opens the way to the proxy, runs the command as its child, and ends with it;
 * when it ends, the kernel ends everything else in there.
 */

/** Where programs inside find the proxy. Each start has a loopback of its own. */
export const bridgePort = 47_128;

/** Also seen from inside. */
const socket = '/run/interlock/proxy/socket';

const bridge = `
const net = require('node:net');
const fs = require('node:fs');
const server = net.createServer({ allowHalfOpen: true }, (near) => {
  const far = net.connect({ path: '${socket}', allowHalfOpen: true });
  const end = () => { near.destroy(); far.destroy(); };
  near.on('error', end);
  far.on('error', end);
  near.pipe(far);
  far.pipe(near);
});
server.listen(${bridgePort}, '127.0.0.1', () => fs.writeFileSync('/run/interlock/ready', 'ready\\n'));
`;

/**
 * `$1`: what the bridge is run by, or nothing; then the command. Signals reach the command with the group it is in. The shell's own
 * "Terminated" is not part of the command's output: whether it would be written depends on who ends first.
 */
export const initScript: string = `
node=$1
shift
if [ -n "$node" ]; then
  env -i "$node" -e "${bridge.replaceAll(/["$`\\]/g, '\\$&')}" </dev/null >/dev/null 2>&1 &
  if [ -p /run/interlock/ready ]; then
    read -r ready < /run/interlock/ready
  else
    until [ -s /run/interlock/ready ]; do sleep 0.02; done
  fi
fi
exec 9>&2 2>/dev/null
(exec "$@" 2>&9 9>&-)
exit $?
`;
