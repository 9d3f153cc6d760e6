/** Rights are taken back as they were given: one repository of a login, or all that it may. A login that is gone already may still have rows. */
const exists = "EXISTS (SELECT FROM pg_roles r WHERE r.rolname = login)";

export const takingBackSql = `
CREATE FUNCTION blue.remove_publisher(login name, repository text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM blue.publishers p WHERE p.login = remove_publisher.login AND p.repository = remove_publisher.repository;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no publisher of %', login, repository;
  END IF;
  IF ${exists} AND NOT EXISTS (SELECT FROM blue.publishers p WHERE p.login = remove_publisher.login) THEN
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA blue FROM %I', login);
  END IF;
END $$;

CREATE FUNCTION blue.remove_reader(login name) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM blue.publishers p WHERE p.login = remove_reader.login;
  IF ${exists} THEN
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA blue FROM %I', login);
    EXECUTE format('REVOKE ALL ON SCHEMA blue FROM %I', login);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA blue REVOKE ALL ON TABLES FROM %I', login);
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION blue.remove_publisher, blue.remove_reader FROM PUBLIC;
`;
