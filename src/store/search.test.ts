import { describeSearch } from "./search.contract.ts";
import { search } from "./search.ts";

describeSearch(async (project) => (query) => search(project, query), { git: false, atLeastFirst: 12, atMostBeyond: 2 });
