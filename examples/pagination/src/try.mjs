// Reads a list page by page while rows arrive and vanish, both ways, and says what was skipped or seen twice.
import { OrderStore } from "./store.mjs";

function run(read) {
  const store = new OrderStore();
  for (let i = 0; i < 1000; i++) store.insert(Math.floor(i / 3)); // three orders share a timestamp
  const before = new Set(store.rows.map((row) => row.id));
  const removed = new Set();
  const seen = [];
  let state = null;
  for (let page = 0; page < 200; page++) {
    const { rows, next } = read(store, state, page);
    if (rows.length === 0) break;
    seen.push(...rows.map((row) => row.id));
    state = next;
    if (page % 5 === 2) store.insert(10_000 + page); // a new order arrives at the head
    if (page % 7 === 3) {
      const victim = store.rows[Math.floor(store.rows.length / 2)].id; // a cancelled checkout vanishes
      store.remove(victim);
      removed.add(victim);
    }
  }
  const unique = new Set(seen);
  const skipped = [...before].filter((id) => !unique.has(id) && !removed.has(id)).length;
  return { read: seen.length, twice: seen.length - unique.size, skipped, visited: store.visited };
}

const limit = 10;
console.log("offset", run((store, _, page) => ({ rows: store.byOffset(page * limit, limit), next: null })));
console.log("cursor", run((store, after) => {
  const rows = store.byCursor(after, limit);
  return { rows, next: rows.at(-1) ?? after };
}));
