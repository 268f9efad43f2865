/** Makes a Node look like an older one, to itself and to npm: `node --require old-node.cjs`. It is inherited by none of its child processes. */
'use strict';

const version = '20.19.0';
Object.defineProperty(process, 'version', { value: `v${version}` });
Object.defineProperty(process.versions, 'node', { value: version });
