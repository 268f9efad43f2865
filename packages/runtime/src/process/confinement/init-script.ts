/**
 * The first process inside the sandbox, without any capability: it starts the bridge to the proxy, runs the command as its child, and
 * exits with it. Then the kernel ends everything else inside.
 */

/** The proxy's port inside. Each start has its own loopback. */
export const bridgePort = 47_128;

/** Its path inside. */
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
 * `$1`: the program that runs the bridge, or empty; then the command. The command receives signals with its group. The shell's own
 * "Terminated" is kept out of the command's output: whether it appears depends on timing. Descriptor 4, if it is open, receives
 * `begun`, and the number of processes that are still running when the command has ended. (Descriptor 3 may be the command's own: a tool's process has its
 * channel there.)
 */
export const initScript: string = `
node=$1
bridge=
shift
if [ -n "$node" ]; then
  env -i "$node" -e "${bridge.replaceAll(/["$`\\]/g, '\\$&')}" </dev/null >/dev/null 2>&1 4>&- &
  bridge=$!
  if [ -p /run/interlock/ready ]; then
    read -r ready < /run/interlock/ready
  else
    until [ -s /run/interlock/ready ]; do sleep 0.02; done
  fi
fi
exec 9>&2 2>/dev/null
echo begun >&4
(exec "$@" 2>&9 9>&- 4>&-)
code=$?
left=0
for process in /proc/[0-9]*; do
  case \${process#/proc/} in 1 | $$ | "$bridge") continue ;; esac
  read -r stat < "$process/stat" || continue
  case \${stat##*) } in Z* | X*) ;; *) left=$((left + 1)) ;; esac
done
echo $left >&4
exit $code
`;
