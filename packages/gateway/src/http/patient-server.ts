/**
 * An HTTP server whose shutdown lets clients read their answers to the end. Node's own server counts a connection as idle as
 * soon as its answer is written, and closes it, although a slow client may not have read it yet.
 */
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Answers that are not sent completely. */
  answers: number;
  /** Bytes received when its last answer was sent. More bytes mean another request. */
  read: number;
}

export class PatientServer extends Server {
  readonly #connections = new Map<Socket, Connection>();

  constructor(options: ServerOptions) {
    super(options);
    this.on('connection', (socket) => {
      this.#connections.set(socket, { answers: 0, read: 0 });
      socket.once('close', () => this.#connections.delete(socket));
    });
    this.on('request', (request, response) => this.#answering(request, response));
    // It is a WebSocket now.
    this.on('upgrade', ({ socket }) => this.#connections.delete(socket));
  }

  /** `close` calls it, too. */
  override closeIdleConnections(): void {
    for (const [socket, { answers, read }] of this.#connections) {
      if (answers === 0 && socket.bytesRead === read) socket.destroy();
    }
  }

  #answering({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.answers += 1;
    // The system has taken all of it, or the client is gone.
    response.once('close', () => {
      connection.answers -= 1;
      connection.read = socket.bytesRead;
      // A connection that is kept open after its last answer would hold up a shutdown.
      if (!this.listening) setImmediate(() => this.closeIdleConnections());
    });
  }
}
