import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { inDatabase } from "./database.ts";
import { CALLEES, CALLERS, PASSWORD } from "./sip-server.ts";

/** The installation's secret, known beforehand so that passwords of phones can be sealed with it. */
export const SECRET_KEY = "a secret of the benchmark, long enough";

/** Writes a company with these phones into the database of a running server, which learns of it at its next start. */
export async function addBenchCompany(
  dataDir: string,
  lines: readonly string[] = [...CALLERS, ...CALLEES],
): Promise<number> {
  return inDatabase(dataDir, async (client) => {
    const { rows } = await client.query("insert into customers (name) values ('Bench') returning id");
    const customerId = Number(rows[0]?.id);
    for (const name of lines) {
      const phone = await client.query(
        "insert into phones (customer_id, name, extension, totalmaximum) values ($1, $2, $2, 20) returning id",
        [customerId, name],
      );
      await client.query(
        "insert into sip_devices (username, customer_id, phone_id, sealed_password) values ($1, $2, $3, $4)",
        [name, customerId, phone.rows[0]?.id, sealed(name)],
      );
    }
    return customerId;
  });
}

/** As the server's own sealer does it: bound to the row, under the phone system's key. */
function sealed(username: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", Buffer.from(SECRET_KEY), "", "offhook/phone-system", 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(`sip-device ${username}`));
  const body = Buffer.concat([cipher.update(PASSWORD, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
