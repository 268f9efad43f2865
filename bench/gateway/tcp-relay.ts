/** The least that any process in between adds: bytes from socket to socket, without knowing that they are HTTP. */
import { connect, createServer } from 'node:net';

const [port, upstream] = process.argv.slice(2).map(Number);
const server = createServer({ noDelay: true }, (client) => {
  const provider = connect({ host: '127.0.0.1', port: upstream ?? 0, noDelay: true });
  client.pipe(provider).pipe(client);
  client.on('error', () => provider.destroy());
  provider.on('error', () => client.destroy());
});
server.listen(port, '127.0.0.1', () => process.send?.('ready'));
