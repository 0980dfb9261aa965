// Holds the explorer's script against the solver. Usage: node explore.mjs COURSEGEN (the program).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const program = process.argv[2];
const context = vm.createContext({});
vm.runInContext(readFileSync(new URL("../../static/assets/explore.js", import.meta.url), "utf8"), context);
const explore = vm.runInContext("courseExplore", context);
const solve = (rule, ...positions) => JSON.parse(execFileSync(program, ["solve", rule, ...positions, "--format", "json"], { encoding: "utf8" })).positions;
const plain = value => JSON.parse(JSON.stringify(value));
let asked = 0, faults = 0;
const hold = (what, mine, right) => {
  asked++;
  if (JSON.stringify(plain(mine)) !== JSON.stringify(right)) {
    faults++;
    console.log(`${what}: the page says ${JSON.stringify(mine)}, the solver ${JSON.stringify(right)}`);
  }
};
for (const moves of [[1], [2], [1, 2], [1, 2, 3], [1, 3, 4], [2, 5, 7], [1, 4, 9, 16], [3, 6, 8, 11]]) {
  const mine = explore.subtraction(moves, 60, false);
  for (const position of solve(`subtraction {${moves.join(", ")}}`, "0..60")) {
    const own = mine[position.position];
    hold(`{${moves}}, ${position.position}, outcome`, own.wins ? "W" : "L", position.outcome);
    hold(`{${moves}}, ${position.position}, value`, own.value, position.grundy);
    hold(`{${moves}}, ${position.position}, options`, own.options, position.options.map((option) => option.position));
  }
  const misere = explore.subtraction(moves, 40, true);
  for (const position of solve(`misere subtraction {${moves.join(", ")}}`, "0..40")) {
    hold(`misère {${moves}}, ${position.position}`, misere[position.position].wins ? "W" : "L", position.outcome);
  }
}
for (const piles of [[3, 4, 5], [1, 2, 3], [7], [5, 5], [1, 1, 1], [2, 6, 9, 13], [0, 0]]) {
  const [position] = solve("nim", `[${piles.join(", ")}]`);
  const mine = explore.nim(piles);
  hold(`nim [${piles}], nim-sum`, mine.sum, position.grundy);
  const after = mine.moves.map(([at, to]) => piles.map((pile, other) => (other === at ? to : pile)));
  hold(`nim [${piles}], winning moves`, after, position.winning_moves);
}
console.log(`${asked} answers, ${faults} faults`);
process.exit(faults ? 1 : 0);
