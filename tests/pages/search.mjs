// Asks the search index of a published site the queries of queries.tsv (language, query, the first hit) and says which come
// out otherwise. Usage: node search.mjs FOLDER.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const site = process.argv[2];
const queries = readFileSync(new URL("queries.tsv", import.meta.url), "utf8").split("\n").filter(Boolean).map(line => line.split("\t"));
const lists = {};
for (const language of new Set(queries.map(([language]) => language))) {
  const context = vm.createContext({});
  vm.runInContext("var window = globalThis;", context);
  vm.runInContext(readFileSync(join(site, "assets/search.js"), "utf8"), context);
  vm.runInContext(readFileSync(join(site, `assets/search-${language}.js`), "utf8"), context);
  lists[language] = { find: vm.runInContext("courseFind", context), list: vm.runInContext("courseFind.prepare(courseSearch)", context) };
}
let faults = 0;
for (const [language, query, wanted] of queries) {
  const { find, list } = lists[language];
  const first = find.find(list, query)[0];
  const found = first ? decodeURIComponent(first.href).replace(`${language}/`, "").replace("/index.html", "") : "nothing";
  if (found !== wanted) {
    faults++;
    console.log(`${language}: "${query}" finds ${found}, not ${wanted}`);
  }
}
// What must not be found: Bengali words are not conflated.
for (const [language, query, unwanted] of [["bn", "মোট", "rules"], ["bn", "মাটি", "sum"], ["bn", "মট", "sum"]]) {
  const { find, list } = lists[language];
  if (find.find(list, query).some(hit => hit.href.endsWith(`#${unwanted}`))) {
    faults++;
    console.log(`${language}: "${query}" finds ${unwanted} too`);
  }
}
console.log(`${queries.length} queries, ${faults} faults`);
process.exit(faults ? 1 : 0);
