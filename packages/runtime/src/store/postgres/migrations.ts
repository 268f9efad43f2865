/**
 * The tables, as the steps that made them. A step that was released is never changed: a new one is added below it.
 * Texts that may hold anything are kept escaped (`stored-text.ts`).
 */
export const migrations: readonly ((schema: string) => readonly string[])[] = [
  (schema) => [
    `create table ${schema}.session (
      id text primary key,
      workspace text not null,
      workspace_digest text not null,
      header text not null,
      checksum text not null,
      updated_at double precision not null,
      -- The sequence of the newest record; 0 before the first.
      last bigint not null default 0,
      -- Raised whenever the right to write changes hands or a connection was lost: what arrives late is refused by it.
      fence bigint not null default 1,
      -- Who may write: an opener's own name for itself, what people call it, and until when unless renewed.
      lease text,
      holder text,
      lease_until timestamptz
    )`,
    `create index session_by_workspace on ${schema}.session (workspace_digest, updated_at)`,
    `create table ${schema}.record (
      session text not null references ${schema}.session (id) on delete cascade,
      sequence bigint not null,
      at double precision not null,
      body text not null,
      checksum text not null,
      primary key (session, sequence)
    )`,
    `create table ${schema}.cooldown (
      digest text primary key,
      key text not null,
      reason text not null,
      count double precision not null,
      until double precision not null
    )`,
    `create table ${schema}.counter (
      digest text primary key,
      name text not null,
      next bigint not null
    )`,
    `create table ${schema}.side_file (
      session text not null references ${schema}.session (id) on delete cascade,
      name text not null,
      data bytea not null,
      checksum text not null,
      primary key (session, name)
    )`,
  ],
];
