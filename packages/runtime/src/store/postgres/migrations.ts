/**
 * The migrations that create the tables. A released step is never changed; new ones are added at the end. Texts that may contain
 * anything are stored escaped (`stored-text.ts`).
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
  // A session belongs to the role that created it; no other role sees it, not even the owner of the tables. Older sessions have no owner:
  // they are open to every role with access to the tables, and belong to the first role that continues them.
  (schema) => [
    `alter table ${schema}.session add column owner text`,
    `alter table ${schema}.session alter column owner set default current_user`,
    ...['session', 'record', 'side_file'].flatMap((table) => [
      `alter table ${schema}.${table} enable row level security`,
      `alter table ${schema}.${table} force row level security`,
    ]),
    `create policy own on ${schema}.session using (owner is null or owner = current_user)`,
    ...['record', 'side_file'].map(
      (table) => `create policy own on ${schema}.${table}
        using (exists (select from ${schema}.session as known where known.id = ${table}.session))`,
    ),
  ],
  // State shared by gateways. Several roles may use one schema; each sees only its own rows.
  (schema) => [
    `create table ${schema}.value (
      id uuid primary key,
      owner text not null default current_user,
      body text not null,
      until timestamptz not null
    )`,
    `create index value_by_age on ${schema}.value (until)`,
    `create table ${schema}.value_key (
      owner text not null default current_user,
      digest text not null,
      value uuid not null references ${schema}.value (id) on delete cascade,
      primary key (owner, digest)
    )`,
    `create index value_key_by_value on ${schema}.value_key (value)`,
    `create table ${schema}.allowance (
      owner text not null default current_user,
      digest text not null,
      -- What is left of a minute's number, and when it was.
      level double precision not null,
      at timestamptz not null,
      -- The places that are taken, by name, each with the second since 1970 until which it is.
      places jsonb not null,
      -- What the last one who asked was told.
      granted boolean not null,
      primary key (owner, digest)
    )`,
    ...['value', 'value_key', 'allowance'].flatMap((table) => [
      `alter table ${schema}.${table} enable row level security`,
      `alter table ${schema}.${table} force row level security`,
      `create policy own on ${schema}.${table} using (owner = current_user)`,
    ]),
  ],
];
