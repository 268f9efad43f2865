/** The floor: what Node itself needs to hand a request on and its answer back, without looking at either. */
import { Agent, createServer, request } from 'node:http';

const [port, upstream] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, response) => {
  const { method, url, headers } = incoming;
  const outgoing = request({ agent, host: '127.0.0.1', port: upstream, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.send?.('ready'));
