// GET /v1/orders?page=3&per_page=50&status=paid&sort=-created_at
// Answers { data: [...], page, per_page, total_pages, total_count }.

const sortable = new Set(["created_at", "updated_at", "total_cents"]);

export async function listOrders(db, tenantId, query) {
  const perPage = Math.min(Number(query.per_page ?? 50), 500);
  const page = Math.max(Number(query.page ?? 1), 1);
  const descending = (query.sort ?? "-created_at").startsWith("-");
  const column = (query.sort ?? "-created_at").replace(/^-/, "");
  if (!sortable.has(column)) throw new Error(`cannot sort by ${column}`);

  const where = query.status ? "tenant_id = $1 AND status = $2" : "tenant_id = $1";
  const values = query.status ? [tenantId, query.status] : [tenantId];

  const rows = await db.query(
    `SELECT id, created_at, updated_at, status, total_cents FROM orders
      WHERE ${where} ORDER BY ${column} ${descending ? "DESC" : "ASC"}
      LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
    values,
  );
  const [{ count }] = await db.query(`SELECT count(*) FROM orders WHERE ${where}`, values);
  return { data: rows, page, per_page: perPage, total_pages: Math.ceil(count / perPage), total_count: count };
}
