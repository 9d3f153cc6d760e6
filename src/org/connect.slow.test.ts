/** TLS as the address says it, before a real PostgreSQL: what stands in front ends TLS and passes on what it hears. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "../../test/helpers/dialogue.ts";
import { describeWithPostgres, postgres } from "../../test/helpers/postgres.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { withDatabase } from "./connect.ts";

describeWithPostgres("a connection", () => {
  let certificate: string;
  let front: Server;
  const encrypted: boolean[] = [];

  beforeAll(async () => {
    const folder = makeFolder();
    certificate = join(folder, "cert.pem");
    const key = join(folder, "key.pem");
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject],
      { stdio: "ignore" },
    );
    front = createServer((client) => {
      client.on("error", () => {});
      client.once("data", (hello) => {
        // Eight bytes with this number ask for TLS; anything else is a plain greeting.
        const asksForTls = hello.length === 8 && hello.readUInt32BE(4) === 80877103;
        encrypted.push(asksForTls);
        const upstream = connect(join(postgres.server.folder, ".s.PGSQL.5432")).on("error", () => {});
        if (!asksForTls) {
          upstream.write(hello);
          client.pipe(upstream).pipe(client);
          return;
        }
        client.write("S");
        const options = { isServer: true, key: readFileSync(key), cert: readFileSync(certificate) };
        const secure = new TLSSocket(client, options).on("error", () => upstream.destroy());
        secure.pipe(upstream).pipe(secure);
      });
    });
    await new Promise<void>((done) => front.listen(0, "localhost", done));
  });
  afterAll(() => new Promise((done) => front.close(done)));

  const ask = (parameters: string) => {
    const { port } = front.address() as AddressInfo;
    const env = { BLUE_DATABASE_URL: `postgresql://postgres@localhost:${port}/postgres${parameters}` };
    return withDatabase({ env }, async (client) => (await client.query("SELECT 1 AS one")).rows);
  };

  test.each(["require", "verify-full"])("with sslmode=%s is made only to whom the certificate names", async (mode) => {
    const error = await refusalOf(ask(`?sslmode=${mode}`));
    expect(error).toMatchObject({
      error_code: "database_unavailable",
      message: expect.stringContaining("self-signed"),
    });
    encrypted.length = 0;
    expect(await ask(`?sslmode=${mode}&sslrootcert=${encodeURIComponent(certificate)}`)).toEqual([{ one: 1 }]);
    expect(encrypted).toEqual([true]);
  });

  test("without sslmode is plain", async () => {
    encrypted.length = 0;
    expect(await ask("")).toEqual([{ one: 1 }]);
    expect(encrypted).toEqual([false]);
  });
});
