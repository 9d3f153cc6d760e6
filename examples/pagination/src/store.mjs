// An in-memory list with the order of `orders_by_tenant_newest`: newest first, ties in insertion order. `visited` counts what a database would walk.
export class OrderStore {
  rows = [];
  visited = 0;
  #next = 1;

  insert(createdAt, status = "open") {
    const row = { id: this.#next++, createdAt, status };
    const at = this.rows.findIndex((other) => other.createdAt <= createdAt);
    this.rows.splice(at < 0 ? this.rows.length : at, 0, row);
    return row.id;
  }

  remove(id) {
    this.rows = this.rows.filter((row) => row.id !== id);
  }

  byOffset(offset, limit) {
    this.visited += Math.min(offset + limit, this.rows.length);
    return this.rows.slice(offset, offset + limit);
  }

  /** Rows after (createdAt, id) in (createdAt DESC, id DESC) order. */
  byCursor(after, limit) {
    const sorted = [...this.rows].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
    const rest = after === null ? sorted : sorted.filter((row) => row.createdAt < after.createdAt || (row.createdAt === after.createdAt && row.id < after.id));
    this.visited += Math.min(limit, rest.length);
    return rest.slice(0, limit);
  }
}
