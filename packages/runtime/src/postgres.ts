/** `@interlock/runtime/postgres`: sessions, cooldowns and limits in PostgreSQL. Needs the package `pg`. */

export type { PostgresConnection } from './store/postgres/database.ts';
export { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from './store/postgres-store.ts';
