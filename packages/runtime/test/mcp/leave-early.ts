/** A program that starts a server and exits without closing it, or waits to be killed. Arguments: the server's script, its mode, its file, `stay`. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { createMcpServers } from '../../src/mcp/create-mcp-servers.ts';
import { systemClock } from '../../src/time/clock.ts';

const [, , script = '', mode = '', file = '', stay = ''] = process.argv;
const config = { quiet: { command: process.execPath, args: [script, mode, file] } };
void createMcpServers(config, { environment: {}, clock: systemClock }).start();
while (!existsSync(file)) await systemClock.sleep(10);
if (stay === '') process.exit(0);
