/**
 * What is published: of each repository its sources (a document, or a dialogue's folder) with everything that was read from them, and its decisions
 * with their health. Rows of a source go with it. A text's words are weighed as in the index of one project: titles before decisions before the rest.
 */
export const tablesSql = `
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA blue;

CREATE TABLE blue.repositories (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- Of the project in it; empty where that is the whole repository.
  folder text NOT NULL,
  -- The first commits of its history, by which it is known again under another name; none where the history is cut.
  roots text[] NOT NULL,
  commit text NOT NULL,
  committed_at timestamptz NOT NULL,
  published_at timestamptz NOT NULL,
  published_by text NOT NULL,
  -- Which Blue derived the rows: another one derives them again.
  rows_version text NOT NULL,
  superseded jsonb NOT NULL,
  damaged jsonb NOT NULL
);

CREATE TABLE blue.sources (
  id integer GENERATED ALWAYS AS IDENTITY,
  repository integer NOT NULL REFERENCES blue.repositories ON DELETE CASCADE,
  path text NOT NULL,
  hash text NOT NULL,
  dialogue_id text,
  type text NOT NULL,
  number integer,
  title text NOT NULL,
  status text,
  date text,
  -- What \`blue recall\` answers with, whole.
  recalled jsonb,
  PRIMARY KEY (repository, id),
  UNIQUE (repository, path)
);

CREATE TABLE blue.dialogues (
  repository integer NOT NULL,
  source integer NOT NULL,
  dialogue_id text NOT NULL,
  state text NOT NULL,
  title text,
  question text,
  domain text,
  max_rounds integer,
  rotation text,
  created_at timestamptz,
  panel jsonb NOT NULL,
  decided text,
  last_change timestamptz,
  runs integer NOT NULL,
  tensions integer NOT NULL,
  majority_changed boolean,
  PRIMARY KEY (repository, source),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);

CREATE TABLE blue.rounds (
  repository integer NOT NULL,
  source integer NOT NULL,
  round integer NOT NULL,
  registered_at timestamptz NOT NULL,
  score real NOT NULL,
  open_tensions integer NOT NULL,
  new_perspectives integer NOT NULL,
  converge_signals integer NOT NULL,
  panel_size integer NOT NULL,
  PRIMARY KEY (repository, source, round),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);

CREATE TABLE blue.items (
  repository integer NOT NULL,
  source integer NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  round integer NOT NULL,
  label text NOT NULL,
  contributors text NOT NULL,
  PRIMARY KEY (repository, source, id),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);

CREATE TABLE blue.refs (
  repository integer NOT NULL,
  source integer NOT NULL,
  round integer NOT NULL,
  by text NOT NULL,
  from_item text,
  kind text NOT NULL,
  target text NOT NULL,
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);
CREATE INDEX refs_of_source ON blue.refs (repository, source);

CREATE TABLE blue.citations (
  repository integer NOT NULL,
  source integer NOT NULL,
  round integer NOT NULL,
  by text NOT NULL,
  item text,
  path text NOT NULL,
  from_line integer,
  to_line integer,
  words text,
  result text NOT NULL,
  blob text,
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);
CREATE INDEX citations_of_source ON blue.citations (repository, source);

CREATE TABLE blue.verdicts (
  repository integer NOT NULL,
  source integer NOT NULL,
  path text NOT NULL,
  round integer,
  verdict_id text NOT NULL,
  verdict_type text NOT NULL,
  recommendation text NOT NULL,
  forced boolean NOT NULL,
  warning text,
  registered_at timestamptz NOT NULL,
  PRIMARY KEY (repository, source, path),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);

-- Signs that join words (paths, hyphens, addresses) become spaces, so that each part is found by itself.
CREATE FUNCTION blue.plain(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN translate($1, './-_:@#&=+~\\', '            ');

CREATE TABLE blue.passages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repository integer NOT NULL,
  source integer NOT NULL,
  name text NOT NULL,
  title text NOT NULL,
  decision text NOT NULL,
  applies_when text NOT NULL,
  body text NOT NULL,
  path text NOT NULL,
  what text NOT NULL,
  -- A document, a question or a verdict: it says what its source is about.
  about boolean NOT NULL,
  -- A word list has at most a megabyte; no letter takes more than four bytes.
  words tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('english', blue.plain(title || ' ' || applies_when)), 'A') ||
    setweight(to_tsvector('english', blue.plain(decision)), 'B') ||
    to_tsvector('english', blue.plain(name || ' ' || left(body, 250000)))
  ) STORED,
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON DELETE CASCADE
);
CREATE INDEX passages_of_source ON blue.passages (repository, source);
CREATE INDEX passages_by_words ON blue.passages USING gin (words);
CREATE INDEX passages_about_by_words ON blue.passages USING gin (words) WHERE about;
CREATE INDEX passages_about_by_title ON blue.passages USING gin (title gin_trgm_ops) WHERE about;

CREATE TABLE blue.decisions (
  repository integer NOT NULL REFERENCES blue.repositories ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  decided text NOT NULL,
  date text,
  standing text NOT NULL,
  health text NOT NULL,
  path text NOT NULL,
  -- What \`blue decisions\` answers with, whole.
  shown jsonb NOT NULL,
  PRIMARY KEY (repository, id)
);
`;
