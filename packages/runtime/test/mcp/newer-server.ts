/** The server of the 2026-07-28 revision as a process. `only`: it serves no older one. */
import process from 'node:process';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createNewerDemo } from './newer-demo.ts';

serveStdio(() => createNewerDemo(), { legacy: process.argv[2] === 'only' ? 'reject' : 'serve' });
