/**
 * Who may do what. Its owner may do everything; a login with \`blue.add_publisher\` writes the rows of the repositories named for it and nobody
 * else's, which row-level security holds; one with \`blue.add_reader\` only reads.
 */
const tables = [
  "sources",
  "dialogues",
  "rounds",
  "items",
  "refs",
  "citations",
  "verdicts",
  "passages",
  "decisions",
] as const;

const own = "SELECT p.repository FROM blue.publishers p WHERE p.login = current_user";

export const accessSql = `
CREATE TABLE blue.publishers (
  login name NOT NULL,
  repository blue.line NOT NULL,
  PRIMARY KEY (login, repository)
);

ALTER TABLE blue.repositories ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON blue.repositories FOR SELECT USING (true);
CREATE POLICY add ON blue.repositories FOR INSERT WITH CHECK (name IN (${own}));
CREATE POLICY change ON blue.repositories FOR UPDATE USING (name IN (${own}));
CREATE POLICY remove ON blue.repositories FOR DELETE USING (name IN (${own}));
${tables
  .map(
    (table) => `
ALTER TABLE blue.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON blue.${table} FOR SELECT USING (true);
CREATE POLICY add ON blue.${table} FOR INSERT WITH CHECK (repository IN (${own}));
CREATE POLICY remove ON blue.${table} FOR DELETE USING (repository IN (${own}));`,
  )
  .join("\n")}

CREATE FUNCTION blue.add_reader(login name) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA blue TO %I', login);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA blue TO %I', login);
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA blue GRANT SELECT ON TABLES TO %I', login);
END $$;

CREATE FUNCTION blue.add_publisher(login name, repository text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM blue.add_reader(login);
  EXECUTE format('GRANT INSERT, DELETE ON blue.repositories, ${tables.map((table) => `blue.${table}`).join(", ")} TO %I', login);
  EXECUTE format('GRANT UPDATE ON blue.repositories TO %I', login);
  INSERT INTO blue.publishers VALUES (login, repository) ON CONFLICT ON CONSTRAINT publishers_pkey DO NOTHING;
END $$;

REVOKE EXECUTE ON FUNCTION blue.add_reader, blue.add_publisher FROM PUBLIC;
`;
