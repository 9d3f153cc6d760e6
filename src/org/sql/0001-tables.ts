/**
 * What is published: of each repository its sources (a document, or a dialogue's folder) with everything that was read from them, and its decisions
 * with their health. Rows of a source go with it. A text's words are weighed as in the index of one project: titles before decisions before the rest.
 *
 * A publisher may write what it likes under its own name, and everybody reads it. So the types themselves hold how large a value may be, which JSON it
 * is, that a name is one line, and that a time is one that can be reckoned with: no row can make a question of somebody else fail. Every key begins
 * with the repository's name, and each publisher counts its own rows: none can take a key, or a number of a sequence, that another one needs.
 */

import { breaking } from "../lines.ts";

/** Characters: of a name, a path, a title; and of prose. */
export const longest = { line: 2_000, prose: 100_000 };
/** Bytes of one value of JSON, as PostgreSQL writes it. */
export const largestJson = 256 * 1024;
/** Sources, and passages, of one repository. */
const mostRows = 1_000_000;

/** Signs that join words (paths, hyphens, addresses) become spaces, so that each part is found by itself. */
export const plain = (sql: string) => `translate(${sql}, './-_:@#&=+~\\', '            ')`;

export const tablesSql = `
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA blue;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA blue;

CREATE DOMAIN blue.line AS text CHECK (length(VALUE) <= ${longest.line} AND VALUE !~ '${breaking}');
CREATE DOMAIN blue.prose AS text CHECK (length(VALUE) <= ${longest.prose});
-- Counted by the publisher, in its own repository.
CREATE DOMAIN blue.nth AS integer CHECK (VALUE BETWEEN 1 AND ${mostRows});
CREATE DOMAIN blue.moment AS timestamptz CHECK (VALUE >= '0001-01-01 00:00Z' AND VALUE < '9999-12-31 00:00Z');
CREATE DOMAIN blue.list AS jsonb CHECK (jsonb_typeof(VALUE) = 'array' AND octet_length(VALUE::text) <= ${largestJson});
CREATE DOMAIN blue.object AS jsonb CHECK (jsonb_typeof(VALUE) = 'object' AND octet_length(VALUE::text) <= ${largestJson});

CREATE TABLE blue.repositories (
  name blue.line PRIMARY KEY,
  -- Of the project in it; empty where that is the whole repository.
  folder blue.line NOT NULL,
  -- The first commits of its history, by which it is known again under another name; none where the history is cut.
  roots text[] NOT NULL CHECK (octet_length(roots::text) <= 10000),
  commit blue.line NOT NULL,
  committed_at blue.moment NOT NULL,
  published_at blue.moment NOT NULL,
  published_by blue.line NOT NULL,
  -- Which Blue derived the rows: another one derives them again.
  rows_version blue.line NOT NULL,
  superseded blue.list NOT NULL,
  damaged blue.list NOT NULL
);

CREATE TABLE blue.sources (
  repository blue.line NOT NULL REFERENCES blue.repositories ON UPDATE CASCADE ON DELETE CASCADE,
  n blue.nth NOT NULL,
  path blue.line NOT NULL,
  hash blue.line NOT NULL,
  dialogue_id blue.line,
  type blue.line NOT NULL,
  number integer,
  title blue.line NOT NULL,
  status blue.line,
  date blue.line,
  -- What \`blue recall\` answers with, whole.
  recalled blue.object,
  PRIMARY KEY (repository, n),
  UNIQUE (repository, path)
);

CREATE TABLE blue.dialogues (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  dialogue_id blue.line NOT NULL,
  state blue.line NOT NULL,
  title blue.line,
  question blue.prose,
  domain blue.line,
  max_rounds integer,
  rotation blue.line,
  created_at blue.moment,
  panel blue.list NOT NULL,
  decided blue.prose,
  last_change blue.moment,
  runs integer NOT NULL,
  tensions integer NOT NULL,
  majority_changed boolean,
  PRIMARY KEY (repository, source),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE blue.rounds (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  round integer NOT NULL,
  registered_at blue.moment NOT NULL,
  score real NOT NULL,
  open_tensions integer NOT NULL,
  new_perspectives integer NOT NULL,
  converge_signals integer NOT NULL,
  panel_size integer NOT NULL,
  PRIMARY KEY (repository, source, round),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE blue.items (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  id blue.line NOT NULL,
  type blue.line NOT NULL,
  round integer NOT NULL,
  label blue.prose NOT NULL,
  contributors blue.prose NOT NULL,
  PRIMARY KEY (repository, source, id),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE blue.refs (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  round integer NOT NULL,
  by blue.line NOT NULL,
  from_item blue.line,
  kind blue.line NOT NULL,
  target blue.line NOT NULL,
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX refs_of_source ON blue.refs (repository, source);

CREATE TABLE blue.citations (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  round integer NOT NULL,
  by blue.line NOT NULL,
  item blue.line,
  path blue.line NOT NULL,
  from_line integer,
  to_line integer,
  words blue.prose,
  result blue.line NOT NULL,
  blob blue.line,
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX citations_of_source ON blue.citations (repository, source);

CREATE TABLE blue.verdicts (
  repository blue.line NOT NULL,
  source blue.nth NOT NULL,
  path blue.line NOT NULL,
  round integer,
  verdict_id blue.line NOT NULL,
  verdict_type blue.line NOT NULL,
  recommendation blue.prose NOT NULL,
  forced boolean NOT NULL,
  warning blue.prose,
  registered_at blue.moment NOT NULL,
  PRIMARY KEY (repository, source, path),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE blue.passages (
  repository blue.line NOT NULL,
  n blue.nth NOT NULL,
  source blue.nth NOT NULL,
  name blue.line NOT NULL,
  title blue.line NOT NULL,
  decision blue.prose NOT NULL,
  applies_when blue.line NOT NULL,
  body blue.prose NOT NULL,
  path blue.line NOT NULL,
  what blue.line NOT NULL,
  -- A document, a question or a verdict: it says what its source is about.
  about boolean NOT NULL,
  words tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('english', ${plain("title || ' ' || applies_when")}), 'A') ||
    setweight(to_tsvector('english', ${plain("decision")}), 'B') ||
    to_tsvector('english', ${plain("name || ' ' || body")})
  ) STORED,
  PRIMARY KEY (repository, n),
  FOREIGN KEY (repository, source) REFERENCES blue.sources ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX passages_of_source ON blue.passages (repository, source);
-- Of each repository some are asked for, so its name comes first. No list of rows that wait to be sorted in: every question would read it once for
-- each repository.
CREATE INDEX passages_by_words ON blue.passages USING gin (repository, words) WITH (fastupdate = off);
CREATE INDEX passages_about_by_words ON blue.passages USING gin (repository, words) WITH (fastupdate = off) WHERE about;
CREATE INDEX passages_about_by_title ON blue.passages USING gin (repository, title gin_trgm_ops) WITH (fastupdate = off) WHERE about;

CREATE TABLE blue.decisions (
  repository blue.line NOT NULL REFERENCES blue.repositories ON UPDATE CASCADE ON DELETE CASCADE,
  id blue.line NOT NULL,
  kind blue.line NOT NULL,
  title blue.line NOT NULL,
  decided blue.line NOT NULL,
  date blue.line,
  standing blue.line NOT NULL,
  health blue.line NOT NULL,
  path blue.line NOT NULL,
  -- What \`blue decisions\` answers with, whole.
  shown blue.object NOT NULL,
  PRIMARY KEY (repository, id)
);
`;
